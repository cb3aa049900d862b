import type { Range } from '../../model/document.ts';

/** A mistake in an expression; the range is in its text. */
export interface ExpressionProblem extends Range {
  readonly message: string;
  readonly help?: string;
  /** The name to write there instead, instead of help. */
  readonly meant?: string;
  /** What the mark says. */
  readonly label?: string;
  /** Parts of it that a reader must see apart: the operands of a comparison, each with its type. */
  readonly parts?: readonly (Range & { readonly label: string })[];
}

/** What is said of a mistake, wherever it is. */
export type ProblemWords = Omit<ExpressionProblem, 'start' | 'end' | 'parts'>;
