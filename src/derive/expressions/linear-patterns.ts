/** Regular expressions (RE2) of expressions and settings, matched in linear time whatever the pattern. */
import { RE2JS } from '@bufbuild/re2';
import { EvaluationError } from '@marcbachmann/cel-js';
import { rememberLatest } from '../../text/remember-last.ts';

/**
 * Characters and ASCII classes anchored at the start, of which at most the last may repeat. A range is one of three
 * that are in order; a hyphen in a class is last.
 */
const plain =
  /^\^(?:[\w :/@,-]|\\\.|\[(?:a-z|A-Z|0-9|[\w.])+-?\])*(?:(?:[\w :/@,-]|\\\.|\[(?:a-z|A-Z|0-9|[\w.])+-?\])[*+?])?\$?$/;

const longestPattern = 500;
const compiled = rememberLatest(
  100,
  (pattern: string): Pick<RE2JS, 'test'> => plainPattern(pattern) ?? RE2JS.compile(pattern),
);

/** A pattern that is not a literal is first read here. */
export function matchesPattern(text: string, pattern: string): boolean {
  try {
    return matchesLinearly(text, pattern);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new EvaluationError(`the pattern cannot be read: ${problem}`, undefined, cause);
  }
}

function matchesLinearly(text: string, pattern: string): boolean {
  if (pattern.length > longestPattern) throw new Error(`a pattern has at most ${longestPattern} characters`);
  return compiled(pattern).test(text);
}

/** The error in a pattern, in RE2's words; undefined if it is valid. */
export function patternProblem(pattern: string): string | undefined {
  try {
    matchesLinearly('', pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * A pattern such as `^[a-z]+$` as a native regular expression; undefined for any other. RE2 and JavaScript give it the
 * same meaning, and there is only one way to match it, so that the native one takes linear time too.
 */
export function plainPattern(pattern: string): RegExp | undefined {
  return plain.test(pattern) ? new RegExp(pattern) : undefined;
}

/** An escape, a character class, an unbounded count, or one character. */
const token = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d+,\}|./gsu;
const unbounded = /^(?:[*+]|\{\d+,\})$/;

/**
 * The first group that ends in an unbounded repetition and is repeated without bound itself, such as `(a+)+`: harmless
 * in RE2, exponential in backtracking engines.
 */
export function nestedRepetition(
  pattern: string,
): { readonly start: number; readonly end: number } | undefined {
  if (pattern.length > longestPattern) return undefined;
  const open: number[] = [];
  let endsInRepetition = false;
  let closed: number | undefined;
  for (const { 0: text, index } of pattern.matchAll(token)) {
    const isRepetition = unbounded.test(text);
    if (isRepetition && closed !== undefined) return { start: closed, end: index + text.length };
    closed = undefined;
    if (text === '(') open.push(index);
    if (text === ')') {
      const start = open.pop();
      if (endsInRepetition) closed = start;
    } else if (text !== '?') endsInRepetition = isRepetition;
  }
  return undefined;
}
