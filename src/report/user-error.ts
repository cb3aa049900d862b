import type { ApiError } from '../model/errors.ts';
import { UserError } from '../model/errors.ts';
import { inertLine } from './text/inert.ts';

/** The error that ends a command, as the lines for stderr. */
export function userErrorText({
  message,
  help,
  ending,
}: Pick<UserError, 'message' | 'ending'> & Partial<Pick<UserError, 'help'>>): string {
  const lines = [
    `error: ${message}`,
    ...(help === undefined ? [] : [`  = help: ${help}`]),
    ...(ending === undefined ? [] : [ending]),
  ];
  return lines.map((line) => `${inertLine(line)}\n`).join('');
}

/** The error that ends the run of one environment while others go on. */
export function failureText(error: UserError | ApiError, environment: string): string {
  const help = error instanceof UserError ? error.help : undefined;
  const { ending } = error;
  const about = { message: `${environment}: ${error.message}`, help };
  return userErrorText(ending === undefined ? about : { ...about, ending });
}
