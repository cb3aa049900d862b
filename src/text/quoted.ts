import { clip } from './words/clip.ts';

/** A user's own words in backticks: on one line, without backticks of their own, at most 40 characters. */
export function quoted(words: string): string {
  const oneLine = words.replaceAll(/\s+/g, ' ').replaceAll('`', "'");
  return `\`${clip(oneLine, 40)}\``;
}

/** A name in backticks, whole; words of a user's own are `quoted`. */
export function asCode(name: string | number): string {
  return `\`${name}\``;
}
