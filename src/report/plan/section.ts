import type { PlanNote } from '../../model/plan/plan.ts';
import type { ChangedTest } from '../../model/traffic/plan-tests.ts';
import { changedTestText } from '../tests/request-words.ts';
import { noteText } from './words/note-words.ts';

/**
 * A sentence in pieces: names and places are code in a format that has it, and so is what has backticks in a string.
 */
export type Inline = readonly (string | { readonly code: string; readonly isBad?: boolean })[];

/** A heading with a list, for every format. */
export interface ReportSection {
  readonly title: string;
  readonly items: readonly { readonly words: Inline; readonly topic: string; readonly isBad: boolean }[];
  /** The items of one topic that a short text has. */
  readonly most: number;
}

export function noteSection(title: string, notes: readonly PlanNote[], most = 10): ReportSection {
  const items = notes.map((note) => ({
    words: noteWords(note),
    topic: note.topic,
    isBad: note.topic === 'gate',
  }));
  return { title, items, most };
}

function noteWords(note: PlanNote): Inline {
  const { address, origin } = note;
  if (address === undefined) return [noteText(note)];
  const place = origin === undefined ? [] : [' (', { code: `${origin.file}:${origin.line}` }, ')'];
  return [{ code: address }, ...place, ': ', noteText(note)];
}

/** The tests of requests whose outcome a plan, or drift, changes. */
export function testSection(changed: readonly ChangedTest[], verb?: 'is'): ReportSection {
  const items = changed.map((test) => {
    const { name, origin, after } = test;
    const isBad = after.result !== 'ok';
    const place = { code: `${origin.file}:${origin.line}` };
    const words = [{ code: name, isBad }, ': ', changedTestText(test, verb), ' (', place, ')'];
    return { words, topic: '', isBad };
  });
  return { title: 'Requests with another outcome', items, most: 40 };
}

export function inlineText(words: Inline): string {
  return words.map((piece) => (typeof piece === 'string' ? piece : piece.code)).join('');
}
