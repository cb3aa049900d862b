import type { Command } from 'commander';
import { suggestions } from './text/suggest.ts';

/** Commander's message for an invalid choice. A value with `=` ends in a file name, which is not compared. */
const wrongChoice =
  /(?:value|argument) '([^'=]*)[^']*' is invalid(?: for argument '\w+')?\. Allowed choices are (.*)\.$/m;

/** Commander ends the sentence before our reason, which goes on in it. */
const reason = /( is invalid(?: for argument '\w+')?)\. ([a-z].*)\.$/m;
const missing = /^error: missing required argument '(.*)'$/m;

/** The message with the description of the missing argument: what can follow. */
export function withMissingHint(message: string, command: Pick<Command, 'registeredArguments'>): string {
  const [, name] = missing.exec(message) ?? [];
  const description = command.registeredArguments.find((argument) => argument.name() === name)?.description;
  if (description === undefined || description === '') return message;
  return message.replace(missing, `error: missing <${name ?? ''}>: ${description}`);
}

/** The message with the most similar choice, in the form that commander itself uses for options and commands. */
export function withChoiceHint(message: string): string {
  const [, given, choices] = wrongChoice.exec(message) ?? [];
  if (given === undefined || choices === undefined) return message;
  const [near] = suggestions(given, choices.split(', '));
  return near === undefined ? message : `${message.trimEnd()}\n(Did you mean ${near}?)\n`;
}

/** The message with our reason as the end of its sentence. */
export function withReason(message: string): string {
  return message.replace(reason, '$1: $2');
}
