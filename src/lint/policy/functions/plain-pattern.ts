/**
 * Characters and ASCII classes anchored at the start, of which at most the last may repeat. A range is one of three
 * that are in order; a hyphen in a class stands last.
 */
const plain =
  /^\^(?:[\w :/@,-]|\\\.|\[(?:a-z|A-Z|0-9|[\w.])+-?\])*(?:(?:[\w :/@,-]|\\\.|\[(?:a-z|A-Z|0-9|[\w.])+-?\])[*+?])?\$?$/;

/**
 * A pattern such as `^[a-z]+$` as a native regular expression; undefined for any other. RE2 and JavaScript give it the
 * same meaning, and there is only one way to match it, so that the native one takes linear time too.
 */
export function plainPattern(pattern: string): RegExp | undefined {
  return plain.test(pattern) ? new RegExp(pattern) : undefined;
}
