import type { Range } from '../../model/document.ts';

/** A mistake in an expression; the range is relative to its text. */
export interface ExpressionProblem extends Range {
  readonly message: string;
  readonly help?: string;
  /** The name to write in place of the range; set instead of `help`. */
  readonly meant?: string;
  /** Label of the marked range. */
  readonly label?: string;
  /** Sub-ranges with a label of their own: the operands of a comparison, each with its type. */
  readonly parts?: readonly (Range & { readonly label: string })[];
}
