import type { DocumentProblem } from '../../../model/facts/document-problem.ts';
import { say, type Words } from './say.ts';

export type ExpectedDocument = 'saved plan' | 'rollback file' | 'plan';

/** The end of a sentence about the file; `expected` is the expected document. */
export function documentProblemText(problem: DocumentProblem, expected: ExpectedDocument): string {
  return say(problemWords, problem, expected);
}

/** The advice; undefined if a new plan should be saved instead. */
export function savedPlanHelp({ code }: DocumentProblem): string | undefined {
  if (code === 'not-ours') return 'name a file that `plan --save` wrote';
  if (code === 'newer') return 'apply it with the Edgewright that made it, or plan again';
  if (code === 'unsigned') return 'save it where that key is set, too';
  if (code === 'other-key') return 'set the EDGEWRIGHT_PLAN_KEY that it was saved with, or plan again';
  return undefined;
}

/** The advice about the JSON of a plan. */
export function planJsonHelp({ code }: Pick<DocumentProblem, 'code'>): string {
  if (code === 'newer') return 'read it with the Edgewright that made it, or plan again';
  return 'make it with `edgewright plan --format json=<file>`, and leave it as it is';
}

const problemWords: Words<DocumentProblem, [ExpectedDocument]> = {
  syntax: ({ line, column, what }) => `cannot be read at ${line}:${column}: ${what}`,
  'not-ours': (_problem, expected) => `is not a valid ${expected}`,
  report: () => 'is a report, not a saved plan: it has no seal, so it may be incomplete',
  'no-steps': () => 'is malformed at /plans: it is empty',
  'old-rollback': () => 'was written by an older Edgewright: it does not say which fields the run changed',
  'too-large': ({ most }) => `is larger than ${most / 1024 / 1024} MiB`,
  newer: ({ format, known }) =>
    `was written by a newer Edgewright (format ${format}; this one knows ${known})`,
  damaged: () => 'was damaged or edited after it was saved: its checksum does not match',
  unsigned: () => 'is not signed, and EDGEWRIGHT_PLAN_KEY is set here',
  'other-key': () => 'is not signed with the key that is set here: its signature does not match',
  'laid-out': () => 'was reformatted: it is not as Edgewright wrote it',
  malformed: ({ at }) => `is malformed at ${at}`,
  'unknown-fact': ({ at }) => `is malformed at ${at}: this version does not know it`,
  'other-run': ({ run, own: ownRun }) => `is the rollback file of run ${run}, not of ${ownRun}`,
};
