import type { PlanNote } from '../../model/plan/plan.ts';
import type { ChangedTest, FailingTest, PlanTests } from '../../model/traffic/plan-tests.ts';
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

/**
 * The tests of requests whose outcome a plan, or drift, changes, those that fail first; and those that fail whether a
 * plan is applied or not.
 */
export function testSection({ changed, failing = [] }: TestsToShow, verb?: 'is'): ReportSection {
  const items = changed.map((test) => {
    const isBad = test.after.result !== 'ok';
    return { words: testWords(test, { isBad, text: changedTestText(test, verb) }), topic: '', isBad };
  });
  const placeOf = ({ origin: { file, line, column } }: FailingTest | ChangedTest): string =>
    JSON.stringify([file, line, column]);
  const known = new Set(changed.map(placeOf));
  const others = failing
    .filter((test) => !known.has(placeOf(test)))
    .map((test) => {
      const text = test.result === 'failed' ? 'the test fails, as it does now' : 'undecided, as it is now';
      return { words: testWords(test, { isBad: true, text }), topic: '', isBad: true };
    });
  const all = [...items, ...others];
  return {
    title: items.length === 0 ? 'Tests of requests that fail' : 'Requests with another outcome',
    items: [...all.filter(({ isBad }) => isBad), ...all.filter(({ isBad }) => !isBad)],
    most: 40,
  };
}

type TestsToShow = Pick<PlanTests, 'changed'> & Partial<Pick<PlanTests, 'failing'>>;

function testWords(
  { name, origin }: Pick<FailingTest, 'name' | 'origin'>,
  { isBad, text }: { readonly isBad: boolean; readonly text: string },
): Inline {
  return [{ code: name, isBad }, ': ', text, ' (', { code: `${origin.file}:${origin.line}` }, ')'];
}

export function inlineText(words: Inline): string {
  return words.map((piece) => (typeof piece === 'string' ? piece : piece.code)).join('');
}
