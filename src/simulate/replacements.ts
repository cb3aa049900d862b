/**
 * Replaces what a pattern (RE2) matches. The RE2 library tells whether a pattern matches, not where, so the native engine
 * finds the places: of patterns that both read alike, and of texts so short that no backtracking takes long.
 */
import { RE2JS } from '@bufbuild/re2';
import { nestedRepetition } from '../derive/expressions/linear-patterns.ts';
import type { Knowable } from '../model/traffic/simulation.ts';

interface PatternMatch {
  readonly text: string;
  /** The groups of the first match, with the whole of it first; empty without a match. */
  readonly groups: readonly string[];
}

const mostSteps = 100_000_000;

export function replaceMatches(text: string, from: string, to: string): Knowable<PatternMatch> {
  const pattern = nativePattern(from, text.length);
  if (pattern === undefined) return { unknown: { why: 'undocumented', of: from } };
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

/** The pattern as a native one; undefined if the two engines may differ, or if it may take long. */
function nativePattern(from: string, length: number): RegExp | undefined {
  const [, flags = ''] = /^\(\?([is]+)\)/.exec(from) ?? [];
  const rest = (flags === '' ? from : from.slice(flags.length + 3))
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\([Az])/g, (_, which: string) => (which === 'A' ? '^' : '$'));
  if (/\[\[?:|\\[QEpPC]|\(\?[a-zA-Z-]+[:)]/.test(rest)) return undefined;
  const unbounded = rest.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  if (nestedRepetition(rest) !== undefined || Math.max(length, 2) ** unbounded > mostSteps) return undefined;
  try {
    RE2JS.compile(from);
    return new RegExp(rest, `g${flags}`);
  } catch {
    return undefined;
  }
}
