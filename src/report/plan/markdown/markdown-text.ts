import { clip } from '../../../text/clip.ts';
import { inertLine } from '../../text/inert.ts';
import { codeSpan, sentence } from '../../text/markdown.ts';

/** GitHub's limit for a comment, in UTF-16 units. GitLab's is a million. */
export const usualMaxSize = 65_536;

/** A code span of at most `most` characters. */
export function cut(text: string, most: number): string {
  return codeSpan(clip(inertLine(text), most));
}

/** A sentence; a very long one becomes a truncated code span. */
export function shortSentence(text: string, most: number): string {
  return text.length <= most ? sentence(text) : cut(text, most);
}

/** Escapes text for a table cell, even inside code. */
export function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}
