import { longestMessage as longest } from '../domain/documents/fitting.ts';

const lineEnd = /[\r\n\u0085\u2028\u2029]+/;

/**
 * Puts a message on one line. If it is too long, the longest quoted part is cut, so that the message itself stays
 * complete.
 */
export function shortMessage(said: string): string {
  const message = lineEnd.test(said) ? said.replaceAll(new RegExp(lineEnd, 'g'), ' ') : said;
  if (message.length <= longest) return message;
  const words = [...message.matchAll(/`[^`]*`/g)].sort((a, b) => b[0].length - a[0].length)[0];
  const room = words === undefined ? 0 : words[0].length - 2 - '...'.length - (message.length - longest);
  if (words === undefined || room < 1) return `${cut(message, longest - '...'.length)}...`;
  const before = message.slice(0, words.index + 1);
  return `${before}${cut(words[0].slice(1), room)}...${message.slice(words.index + words[0].length - 1)}`;
}

/** Does not cut within a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
