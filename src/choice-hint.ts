import { suggestions } from './text/suggest.ts';

/** What commander says of a value that is not among its choices; `=` begins the name of a file, which may be any. */
const wrongChoice =
  /(?:value|argument) '([^'=]*)[^']*' is invalid(?: for argument '\w+')?\. Allowed choices are (.*)\.$/m;

/** The same message with the choice that was probably meant, as commander itself adds it for options and commands. */
export function withChoiceHint(message: string): string {
  const [, given, choices] = wrongChoice.exec(message) ?? [];
  if (given === undefined || choices === undefined) return message;
  const [near] = suggestions(given, choices.split(', '));
  return near === undefined ? message : `${message.trimEnd()}\n(Did you mean ${near}?)\n`;
}
