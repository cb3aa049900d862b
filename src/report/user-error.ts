import type { UserError } from '../model/errors.ts';
import { inertLine } from './text/inert.ts';

/** What stops a command, in the lines that stderr gets. */
export function userErrorText({ message, help }: UserError): string {
  const first = `error: ${inertLine(message)}\n`;
  return help === undefined ? first : `${first}  = help: ${inertLine(help)}\n`;
}
