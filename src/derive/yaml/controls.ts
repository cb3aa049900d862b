/**
 * Characters that YAML does not have, and those at which some readers end a line and others do not: what is behind one
 * in a comment is a rule for some and nothing for others.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Range, Source } from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import { codePointOf } from '../../text/hidden-characters.ts';
import { coveringOf } from '../../text/ranges.ts';

/** In quotes, YAML allows all from the space on. */
const found = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]|\r(?!\n)/;
const nowhere = /[\0-\x1f]/;

const all = new RegExp(found.source, 'g');

export function hasControls(text: string): boolean {
  return found.test(text);
}

/** The text with the same length, without what the library could take for a mark of its own. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd');
}

const mostReported = 20;

/** The controls of a text in source order. `quoted`: its strings in quotes; undefined if these are not known. */
export function controlMistakes(source: Source, quoted: readonly Range[] | undefined): readonly Diagnostic[] {
  const covers = quoted === undefined ? () => true : coveringOf(quoted).covers;
  const mistakes: Diagnostic[] = [];
  for (const { 0: character, index: start } of source.text.matchAll(all)) {
    if (mistakes.length === mostReported) break;
    const place = { source, start, end: start + 1 };
    // A file of such lines is not read at all, and has words of its own.
    const isEverywhere = nowhere.test(character) && (quoted !== undefined || character !== '\r');
    if (!isEverywhere && covers(place)) continue;
    const code = codePointOf(character);
    mistakes.push(
      problem('yaml-syntax', place, wordsOf(character, code), {
        help: `delete it, or write ${escapeOf(code)} in double quotes where a string is to have it`,
        fix: { safety: 'unsafe', title: `delete ${code}`, edits: [{ ...place, text: '' }] },
      }),
    );
  }
  return mistakes;
}

function wordsOf(character: string, code: string): string {
  const name = lineEnds.get(character);
  return name === undefined
    ? `the control character ${code} is not part of YAML`
    : `some readers of YAML end the line at this ${name} (${code}), and others do not`;
}

const lineEnds = new Map([
  ['\r', 'carriage return'],
  ['\u0085', 'next line character'],
  ['\u2028', 'line separator'],
  ['\u2029', 'paragraph separator'],
]);

/** `\x07`, `\u2028`. */
function escapeOf(code: string): string {
  const digits = code.slice(2).toLowerCase();
  return `\`${digits.startsWith('00') ? `\\x${digits.slice(2)}` : `\\u${digits}`}\``;
}
