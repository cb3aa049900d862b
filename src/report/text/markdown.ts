import { inert, inertLine } from './inert.ts';

/**
 * Text inside Markdown. A code span is the one place where neither Markdown nor GitHub and GitLab read anything into a
 * text: no HTML, mention, reference, link or emoji. Escapes by backslash or entity would not do: mentions and
 * references are looked for in the rendered page, where the escape is gone.
 */
export function codeSpan(text: string): string {
  const content = inertLine(text);
  if (content.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(content) + 1);
  // Spaces that only part the backticks are taken away again by the reader, one on each side.
  const padding = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${padding}${content}${padding}${fence}`;
}

/** A sentence of ours with the user's words in backticks. Where it is not plainly that, all of it is a code span. */
export function sentence(text: string): string {
  const parts = text.split('`');
  const isOurs = parts.length % 2 === 1 && parts.every((part, index) => index % 2 === 1 || isPlain(part));
  if (!isOurs) return codeSpan(text);
  return parts.map((part, index) => (index % 2 === 1 ? codeSpan(part) : inertLine(part))).join('');
}

/** Words and marks that mean nothing to Markdown, and that no service makes a link of. */
function isPlain(text: string): boolean {
  // Within a word an underscore emphasises nothing.
  const words = text
    .replaceAll(/(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu, 'x')
    // An arrow between words ends no tag, and the minutes of a time are not an emoji.
    .replaceAll(' -> ', ' x ')
    .replaceAll(/\b\d\d:\d\d\b/g, 'x');
  if (!/^[\p{L}\p{M}\p{N} ,.;:()'"?/=+–…-]*$/u.test(words)) return false;
  if (/www\.|:\w|\/\/|\bgh-\d|\b[0-9a-f]{7,}\b/iu.test(words)) return false;
  // A tracker's numbers, which a repository may be set to link.
  return !/\b(?!UTF-8\b)[A-Z]{2,}-\d/u.test(words);
}

/** A fenced block that nothing in the text can end. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${inert(text).trimEnd()}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
