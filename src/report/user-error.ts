import type { UserError } from '../model/errors.ts';
import { inertLine } from './text/inert.ts';

/** The error that ends a command, as the lines for stderr. */
export function userErrorText({ message, help }: UserError): string {
  const first = `error: ${inertLine(message)}\n`;
  return help === undefined ? first : `${first}  = help: ${inertLine(help)}\n`;
}
