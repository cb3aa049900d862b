import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Range, Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';

/**
 * What makes a finding the same finding in the next run, for services that track them, in the order of the
 * diagnostics. It holds the rule, the file, and what the finding is at by name: the resource's address and the JSON
 * pointer in it, or else the text of the line. Where it is in the file is not part of it, so that lines may move; of
 * several that are alike, each has its number.
 */
export function fingerprints({ diagnostics, sensitive }: LintResult, folder = ''): readonly string[] {
  const seen = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const { rule, place } = diagnostic;
    const what = JSON.stringify([rule, folder + place.source.path, ...subject(diagnostic, sensitive)]);
    const number = seen.get(what) ?? 0;
    seen.set(what, number + 1);
    return createHash('sha256').update(`${what}${number}`).digest('hex').slice(0, 32);
  });
}

function subject(
  { address, path, place }: Diagnostic,
  sensitive: LintResult['sensitive'],
): readonly string[] {
  if (address !== undefined && path !== undefined) return [address, pointer(path)];
  return [address ?? '', lineText(place.source, place.start, sensitive.get(place.source) ?? [])];
}

/** RFC 6901. */
export function pointer(path: NonNullable<Diagnostic['path']>): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The line, without its indentation; a digest of a secret could be guessed back, so there are stars for it. */
function lineText({ text }: Source, offset: number, secrets: readonly Range[]): string {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const to = newline === -1 ? text.length : newline;
  let line = '';
  let at = from;
  for (const { start, end } of [...secrets].sort((a, b) => a.start - b.start)) {
    if (end <= at || start >= to) continue;
    line += `${text.slice(at, Math.max(at, start))}*`;
    at = Math.min(end, to);
  }
  return (line + text.slice(at, to)).trim();
}
