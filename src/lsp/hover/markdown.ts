import { inertLine } from '../../report/text/inert.ts';

/** A user's own words as code: they cannot end it, nor be read as Markdown. */
export function inlineCode(words: string): string {
  const text = inertLine(words);
  const most = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(most + 1);
  const padding = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

/** The same words for a client that shows plain text. */
export function withoutMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/^```.*\n?/gm, '')
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/(?<!`)`([^`\n]+)`(?!`)/g, '$1');
}
