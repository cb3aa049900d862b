/**
 * Replaces what a pattern (RE2) matches. The RE2 library tells whether a pattern matches, not where, so the native
 * engine finds the places: of patterns that both read alike, and of texts so short that no backtracking takes long.
 */
import { RE2JS } from '@bufbuild/re2';
import { nestedRepetition } from '../derive/expressions/linear-patterns.ts';
import { isUnknownValue, type Knowable, type Unknown } from '../model/traffic/unknown.ts';

interface PatternMatch {
  readonly text: string;
  /** The groups of the first match, with the whole of it first; empty without a match. */
  readonly groups: readonly string[];
}

const mostSteps = 100_000_000;

export function replaceMatches(text: string, from: string, to: string): Knowable<PatternMatch> {
  const unclear = unclearReference(to);
  if (unclear !== undefined) return { unknown: unclear };
  const pattern = nativePattern(from, text);
  if (pattern === undefined) return { unknown: { why: 'not-computed', of: `the pattern \`${from}\`` } };
  let groups: readonly string[] = [];
  const replaced = text.replaceAll(pattern, (...found: unknown[]) => {
    const texts = found.slice(
      0,
      found.findIndex((part) => typeof part === 'number'),
    );
    const known = texts.map((part) => (typeof part === 'string' ? part : ''));
    if (groups.length === 0) groups = known;
    return to.replaceAll(
      /\$(?:(\d+)|\{(\d+)\})/g,
      (_, plain?: string, braced?: string) => known[Number(plain ?? braced)] ?? '',
    );
  });
  return { text: replaced, groups };
}

/** The text of a replacement, filled in: `${1}` is a group of the pattern, not an expression. */
export function replacementText(text: string, fill: (part: string) => Knowable<string>): Knowable<string> {
  let filled = '';
  for (const part of text.split(/(\$\{\d+\})/)) {
    const value = /^\$\{\d+\}$/.test(part) ? part : fill(part);
    if (isUnknownValue(value)) return value;
    filled += value;
  }
  return filled;
}

/** A reference whose meaning no page tells: `$1y` may be the group `1` or one named `1y`. */
function unclearReference(to: string): Unknown | undefined {
  const [found] = /\$(?:\$|\d+[A-Za-z_]\w*|[A-Za-z_]\w*)/.exec(to) ?? [];
  return found === undefined ? undefined : { why: 'undocumented', of: `\`${found}\` in a replacement` };
}

/** Characters that `.` or `\s` matches in one of the two engines alone, or of two UTF-16 units. */
const readDifferently =
  /[\v\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\ud800-\udfff]/;

/** The pattern as a native one; undefined if the two engines may differ, or if it may take long. */
function nativePattern(from: string, text: string): RegExp | undefined {
  const [, flags = ''] = /^\(\?([is]+)\)/.exec(from) ?? [];
  const rest = (flags === '' ? from : from.slice(flags.length + 3))
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\([Az])/g, (_, which: string) => (which === 'A' ? '^' : '$'));
  if (/\[\[?:|\\[QEpPC]|\(\?[a-zA-Z-]+[:)]/.test(rest)) return undefined;
  if (readDifferently.test(text) || (flags.includes('i') && /[^\0-\x7f]/.test(text))) return undefined;
  const unbounded = rest.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  if (nestedRepetition(rest) !== undefined || Math.max(text.length, 2) ** unbounded > mostSteps)
    return undefined;
  try {
    RE2JS.compile(from);
    return new RegExp(rest, `g${flags}`);
  } catch {
    return undefined;
  }
}
