import { h, type Content } from './element.ts';

/** A sentence with names in backticks, the form of all our messages. */
export function prose(text: string): Content {
  // Every second piece was in backticks; an even number of pieces means that the last backtick is not closed.
  const pieces = text.split('`');
  if (pieces.length % 2 === 0) return text;
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : h('code', {}, piece)));
}
