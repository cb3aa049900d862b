import type { Range } from '../../model/document.ts';

/** A mistake in an expression; the range is in its text. */
export interface ExpressionProblem extends Range {
  readonly message: string;
  readonly help?: string;
}
