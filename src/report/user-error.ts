import { type ApiError, UserError } from '../model/errors.ts';
import { InvalidFiles } from '../model/lint/invalid-files.ts';
import type { Io } from '../model/io.ts';
import { widthOf, wrap } from './text/flow-text.ts';
import { inert, inertLine } from './text/inert.ts';

interface ErrorLines {
  /** Printed before it, as it is. */
  readonly findings?: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly script?: string | undefined;
  readonly ending?: string | undefined;
}

/** The part of `Io` that says whether a person reads stderr, and how wide it is. */
export type ErrorOutput = Pick<Io, 'stderrIsTerminal' | 'columns'>;

/** The error that ends a command, as the lines for stderr. In a terminal, sentences are wrapped between words. */
export function userErrorText(
  { findings = '', message, help, script, ending }: ErrorLines,
  output?: ErrorOutput,
): string {
  const room = output?.stderrIsTerminal === true ? Math.max(output.columns, leastColumns) : Infinity;
  const lines = [
    ...wrapped('error: ', message, { room, indent: 2 }),
    ...(help === undefined ? [] : wrapped(helpMark, help, { room, indent: helpMark.length })),
    ...(script === undefined ? [] : script.split('\n')),
    ...(ending === undefined ? [] : [ending]),
  ];
  return findings + lines.map((line) => `${inertLine(line)}\n`).join('');
}

const helpMark = '  = help: ';

/** A narrower terminal wraps by itself. */
const leastColumns = 40;

function wrapped(
  mark: string,
  text: string,
  { room, indent }: { readonly room: number; readonly indent: number },
): readonly string[] {
  const whole = `${mark}${inertLine(text)}`;
  if (widthOf(whole) <= room) return [whole];
  // The first line has the mark, which is at least as wide as the indent.
  const [first = '', ...more] = wrap(inertLine(text), room - mark.length);
  const rest = indent === mark.length ? more : wrap(more.join(' '), room - indent);
  return [`${mark}${first}`, ...rest.map((line) => `${' '.repeat(indent)}${line}`)];
}

/** The error that ends the run of one environment while others go on. */
export function failureText(error: UserError | ApiError, environment: string, output?: ErrorOutput): string {
  const { ending } = error;
  const { help, script } = error instanceof UserError ? error : {};
  const { findings = '' } = error instanceof InvalidFiles ? error : {};
  const message = `${environment}: ${error.message}`;
  return userErrorText({ findings, message, help, script, ending }, output);
}

/** Limit for chains of causes, which may be circular. */
const maxCauses = 10;

/** The report of an unexpected error: the error and its causes, each with its stack trace. */
export function bugText(error: unknown): string {
  const details = causesOf(error).map(
    (cause, depth) => `${depth === 0 ? '' : 'caused by: '}${detailOf(cause)}`,
  );
  return (
    'error: this is a bug of edgewright, not a mistake of yours; please report it with these lines\n' +
    `${inert(details.join('\n')).replaceAll(/^/gm, '| ')}\n`
  );
}

function causesOf(error: unknown): readonly unknown[] {
  const causes = [error];
  for (let inner = error; inner instanceof Error && inner.cause !== undefined; inner = inner.cause) {
    if (causes.push(inner.cause) > maxCauses) break;
  }
  return causes;
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
