/**
 * Patterns are RE2 (SPEC-GAPS). There is no RE2 here, so a pattern counts as sound when JavaScript compiles it, as it
 * stands or with what only RE2 knows written another way: a sound pattern is never called wrong.
 */
export function regexProblem(pattern: string): string | undefined {
  const first = problemOf(pattern);
  if (first === undefined || problemOf(translated(pattern)) === undefined) return undefined;
  return first;
}

function problemOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(': ') + 2).toLowerCase();
  }
}

function translated(pattern: string): string {
  return pattern
    .replaceAll(/\\Q(.*?)(?:\\E|$)/g, (_, text: string) => text.replaceAll(/[^\w\s]/g, String.raw`\$&`))
    .replaceAll(/\(\?[imsU]*(?:-[imsU]+)?\)/g, '')
    .replaceAll(/\(\?[imsU]*(?:-[imsU]+)?:/g, '(?:')
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\[AzC]/g, '');
}

/** What RE2 does not have, or what only costs time elsewhere; in words. */
const notPortable: readonly { readonly what: string; readonly found: RegExp }[] = [
  { what: 'lookahead', found: /\(\?[=!]/ },
  { what: 'lookbehind', found: /\(\?<[=!]/ },
  { what: 'a backreference', found: /\\[1-9]|\\k</ },
  { what: 'an atomic group', found: /\(\?>/ },
  { what: 'a repetition of a repetition', found: /\([^()]*[+*]\)[+*]/ },
];

/** The first part of a pattern that not every regular expression engine runs. */
export function notPortableIn(
  pattern: string,
): { readonly what: string; readonly start: number; readonly end: number } | undefined {
  for (const { what, found } of notPortable) {
    const match = found.exec(pattern);
    if (match !== null) return { what, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
