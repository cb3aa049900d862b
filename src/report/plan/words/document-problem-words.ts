import type { DocumentProblem } from '../../../model/facts/document-problem.ts';

/** The document that was expected. */
export type ExpectedDocument = 'saved plan' | 'rollback file' | 'plan';

/** The end of a sentence about the file; `what` is the expected document. */
export function documentProblemText(problem: DocumentProblem, what: ExpectedDocument): string {
  switch (problem.code) {
    case 'syntax':
      return `cannot be read at ${problem.line}:${problem.column}: ${problem.what}`;
    case 'not-ours':
      return `is not a valid ${what}`;
    case 'report':
      return 'is a report, not a saved plan: it has no seal, so it may be incomplete';
    case 'no-steps':
      return 'is malformed at /plans: it is empty';
    case 'old-rollback':
      return 'was written by an older Edgewright: it does not say which fields the run changed';
    case 'too-large':
      return `is larger than ${problem.most / 1024 / 1024} MiB`;
    case 'newer':
      return `was written by a newer Edgewright (format ${problem.format}; this one knows ${problem.known})`;
    case 'damaged':
      return 'was damaged or edited after it was saved: its checksum does not match';
    case 'unsigned':
      return 'is not signed, and EDGEWRIGHT_PLAN_KEY is set here';
    case 'other-key':
      return 'is not signed with the key that is set here: its signature does not match';
    case 'laid-out':
      return 'was reformatted: it is not as Edgewright wrote it';
    case 'malformed':
      return `is malformed at ${problem.at}`;
    case 'unknown-fact':
      return `is malformed at ${problem.at}: this version does not know it`;
    case 'other-run':
      return `is the rollback file of run ${problem.run}, not of ${problem.own}`;
  }
}

/** The advice; undefined if a new plan should be saved instead. */
export function savedPlanHelp({ code }: DocumentProblem): string | undefined {
  if (code === 'not-ours') return 'a saved plan is what `plan --save` wrote';
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
