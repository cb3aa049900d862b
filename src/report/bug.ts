import { inert } from './text/inert.ts';

/** More than anybody reads; also where an error is its own cause. */
const maxCauses = 10;

/** What ends a run that should not have ended: the error and its causes, each with where it was thrown. */
export function bugText(error: unknown): string {
  const details = causesOf(error).map((one, depth) => `${depth === 0 ? '' : 'caused by: '}${detailOf(one)}`);
  return (
    'error: this is a bug of edgewright, not a mistake of yours; please report it with these lines\n' +
    `${inert(details.join('\n')).replaceAll(/^/gm, '| ')}\n`
  );
}

function causesOf(error: unknown): readonly unknown[] {
  const causes = [error];
  for (let one = error; one instanceof Error && one.cause !== undefined; one = one.cause) {
    if (causes.push(one.cause) > maxCauses) break;
  }
  return causes;
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
