import { h, type Content } from './element.ts';

/** A sentence in which names are in backticks, as all of our messages have them. */
export function prose(text: string): Content {
  // Every other piece stood between two; what the last one opens, nothing closes.
  const pieces = text.split('`');
  if (pieces.length % 2 === 0) return text;
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : h('code', {}, piece)));
}
