import { clip } from '../../text/flow.ts';
import { inertLine } from '../../text/inert.ts';
import { codeSpan, sentence } from '../../text/markdown.ts';

/** A code span of no more than so many characters. */
export function cut(text: string, most: number): string {
  return codeSpan(clip(inertLine(text), most));
}

/** A sentence; one that is far too long is cut, as code. */
export function shortSentence(text: string, most: number): string {
  return text.length <= most ? sentence(text) : cut(text, most);
}

/** What is to be in a cell of a table, also in code. */
export function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}
