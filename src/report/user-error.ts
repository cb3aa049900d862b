import { type ApiError, UserError } from '../model/errors.ts';
import { InvalidFiles } from '../model/lint/invalid-files.ts';
import { inert, inertLine } from './text/inert.ts';

interface ErrorLines {
  /** Printed before it, as it is. */
  readonly findings?: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly script?: string | undefined;
  readonly ending?: string | undefined;
}

/** The error that ends a command, as the lines for stderr. */
export function userErrorText({ findings = '', message, help, script, ending }: ErrorLines): string {
  const lines = [
    `error: ${message}`,
    ...(help === undefined ? [] : [`  = help: ${help}`]),
    ...(script === undefined ? [] : script.split('\n')),
    ...(ending === undefined ? [] : [ending]),
  ];
  return findings + lines.map((line) => `${inertLine(line)}\n`).join('');
}

/** The error that ends the run of one environment while others go on. */
export function failureText(error: UserError | ApiError, environment: string): string {
  const { ending } = error;
  const { help, script } = error instanceof UserError ? error : {};
  const { findings = '' } = error instanceof InvalidFiles ? error : {};
  return userErrorText({ findings, message: `${environment}: ${error.message}`, help, script, ending });
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
