import { inertLine } from '../../report/text/inert.ts';

/** User text as inline code that it can neither end early nor turn into other Markdown. */
export function inlineCode(words: string): string {
  const text = inertLine(words);
  const most = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(most + 1);
  const padding = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

/** Markdown converted to plain text, for clients that cannot render it. */
export function withoutMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/^```.*\n?/gm, '')
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/(?<!`)`([^`\n]+)`(?!`)/g, '$1');
}
