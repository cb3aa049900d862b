import type { DocumentProblem } from '../../model/facts/document-problem.ts';
import type { JsonObject } from '../../model/value.ts';

/** A document that cannot be used, and why. */
export interface Unusable {
  readonly problem: DocumentProblem;
}

export function rejected(problem: DocumentProblem): Unusable {
  return { problem };
}

/** The version of the document that this program reads. */
const known = 1;

/** Checked before the shape: a newer document may have any. */
export function newerFormat({ format }: JsonObject): DocumentProblem | undefined {
  return typeof format === 'number' && format > known ? { code: 'newer', format, known } : undefined;
}
