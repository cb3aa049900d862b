import { firstLines } from './flow-text.ts';
import { inert, inertLine } from './inert.ts';

/**
 * Escapes text for Markdown. Only in a code span do Markdown, GitHub and GitLab interpret nothing: no HTML, mention,
 * reference, link or emoji. Escapes by backslash or entity do not suffice: mentions and references are searched in the
 * rendered page, where the escape is gone.
 */
export function codeSpan(text: string): string {
  const content = inertLine(text);
  if (content.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(content) + 1);
  // Readers strip one space on each side, so a padding separates backticks without being shown.
  const padding = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${padding}${content}${padding}${fence}`;
}

/** A sentence of ours with user text in backticks. If it is not recognizably that, all of it becomes a code span. */
export function sentence(text: string): string {
  const parts = text.split('`');
  const isOurs = parts.length % 2 === 1 && parts.every((part, index) => index % 2 === 1 || isPlain(part));
  if (!isOurs) return codeSpan(text);
  return parts.map((part, index) => (index % 2 === 1 ? codeSpan(part) : inertLine(part))).join('');
}

/** Whether a text has only words and marks without meaning in Markdown or automatic links. */
function isPlain(text: string): boolean {
  // An underscore within a word is not emphasis.
  const words = text
    .replaceAll(/(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu, 'x')
    // An arrow between words is not a tag, and the minutes of a time are not an emoji.
    .replaceAll(' -> ', ' x ')
    .replaceAll(/\b\d\d:\d\d\b/g, 'x');
  if (!/^[\p{L}\p{M}\p{N} ,.;:()'"?/=+\u2013\u2026-]*$/u.test(words)) return false;
  if (/www\.|:\w|\/\/|\bgh-\d|\b[0-9a-f]{7,}\b/iu.test(words)) return false;
  // Issue keys of a tracker, which a repository may be set to link.
  return !/\b(?!UTF-8\b)[A-Z]{2,}-\d/u.test(words);
}

/** A fenced block whose fence is longer than any run of backticks in the text. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${inert(text).trimEnd()}\n${fence}`;
}

/** The first of these lines as a list, and the number of the others. */
export function firstItems(lines: readonly string[], most: number): readonly string[] {
  return firstLines(
    lines.map((line) => `- ${line}`),
    most,
    (left) => `- ${left} more: see the full plan`,
  );
}

/** A row of a table. A bar would end a cell, even in code. */
export function rowText(cells: readonly string[]): string {
  return `| ${cells.map((text) => text.replaceAll('|', String.raw`\|`)).join(' | ')} |\n`;
}

/** A block that GitHub and GitLab set apart. */
export function alertBlock(kind: 'CAUTION' | 'WARNING' | 'NOTE', lines: readonly string[]): string {
  return `> [!${kind}]\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
