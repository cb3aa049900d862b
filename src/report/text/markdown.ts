import { firstLines } from './flow-text.ts';
import { inert, inertLine } from './inert.ts';
import { clip } from '../../text/words/clip.ts';

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

/** A sentence of ours with user text in backticks. A word with a meaning in Markdown becomes a code span of its own. */
export function sentence(text: string): string {
  const pieces: Piece[] = [];
  const add = (next: Piece): void => {
    const last = pieces.at(-1);
    // Two code spans side by side would be read as one with a longer fence.
    if (last?.isCode === true && next.isCode) pieces[pieces.length - 1] = joined(last, next);
    else pieces.push(next);
  };
  // A mark of a list or a heading has its meaning only where a line begins.
  const [, mark = '', rest = text] = /^(\s*(?:[-+=]+|\d+[.)])(?= |$))(.*)$/su.exec(text) ?? [];
  if (mark !== '') add({ text: mark, isCode: true });
  rest.split('`').forEach((part, index) => {
    if (index % 2 === 1) add({ text: part, isCode: true });
    else for (const piece of plainPieces(part)) add(piece);
  });
  return pieces.map((piece) => (piece.isCode ? codeSpan(piece.text) : inertLine(piece.text))).join('');
}

interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

function joined(piece: Piece, next: Piece): Piece {
  return { text: piece.text + next.text, isCode: true };
}

/** Runs of words that mean something in Markdown, without the marks around them, and the text between them. */
function plainPieces(text: string): readonly Piece[] {
  if (isPlain(text)) return text === '' ? [] : [{ text, isCode: false }];
  const words = text.split(/( +)/).flatMap((word): readonly Piece[] => {
    if (word.startsWith(' ') || word === '->' || isPlainWord(word)) return [{ text: word, isCode: false }];
    const [, before = '', inside = word, after = ''] = /^(\(*)(.*?)([),.;]*:?)$/su.exec(word) ?? [];
    return [
      { text: before, isCode: false },
      { text: inside, isCode: true },
      { text: after, isCode: false },
    ];
  });
  const pieces: Piece[] = [];
  for (const next of words.filter((piece) => piece.text !== '')) {
    const [space, last] = [pieces.at(-1), pieces.at(-2)];
    if (next.isCode && last?.isCode === true && space !== undefined && /^ +$/.test(space.text))
      pieces.splice(-2, 2, { text: last.text + space.text + next.text, isCode: true });
    else pieces.push(next);
  }
  return pieces;
}

/** Beside a word with a meaning, a scheme or a double colon is not ours to explain either. */
function isPlainWord(word: string): boolean {
  return isPlain(word) && !/https?\b|www|::/iu.test(word);
}

/** A sentence of at most `most` characters; one that is cut within a code span ends that. */
export function shortSentence(text: string, most: number): string {
  const short = clip(text, most);
  return sentence(short.split('`').length % 2 === 0 && short !== text ? `${short.slice(0, -1)}\`…` : short);
}

/** Whether a text has only words and marks without meaning in Markdown or automatic links. */
function isPlain(text: string): boolean {
  // An underscore within a word is not emphasis.
  const words = text
    .replaceAll(/(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu, 'x')
    // An arrow between words is not a tag, and the minutes of a time are not an emoji.
    .replaceAll(' -> ', ' x ')
    .replaceAll(/(?<![\d:])\d\d:\d\d(?::\d\d)?Z?(?![\w:])/g, 'x');
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
  return `> [!${kind}]\n${quotedLines(lines)}\n\n`;
}

function quotedLines(items: readonly string[]): string {
  const lines = items.flatMap((item) => item.split('\n'));
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
