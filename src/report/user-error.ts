import type { ApiError } from '../model/errors.ts';
import { UserError } from '../model/errors.ts';
import { inertLine } from './text/inert.ts';

/** The error that ends a command, as the lines for stderr. */
export function userErrorText({ message, help }: Pick<UserError, 'message' | 'help'>): string {
  const first = `error: ${inertLine(message)}\n`;
  return help === undefined ? first : `${first}  = help: ${inertLine(help)}\n`;
}

/** The error that ends the run of one environment while others go on. */
export function failureText(error: UserError | ApiError, environment: string): string {
  const help = error instanceof UserError ? error.help : undefined;
  return userErrorText({ message: `${environment}: ${error.message}`, help });
}
