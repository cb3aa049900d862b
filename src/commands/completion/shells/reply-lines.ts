import type { NextWords } from '../next-words.ts';

/** A type, then a candidate a line: value, description and `open`, with tabs between. */
export function replyLines(completion: NextWords): string {
  if (completion.type !== 'words') return `${completion.type}\n`;
  const lines = completion.candidates.map(
    ({ value, doc = '', isOpen }) => `${value}\t${doc}\t${isOpen === true ? 'open' : ''}`,
  );
  return ['words', ...lines].map((line) => `${line}\n`).join('');
}
