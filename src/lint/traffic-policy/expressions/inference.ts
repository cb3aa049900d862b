import type { VariableType } from '../../../kinds/policy/variable.ts';
import type { ASTNode } from '../../../derive/expressions/ast.ts';
import type { PolicyScope } from '../policy-check.ts';
import type { Severity } from '../../../model/diagnostic.ts';
import type { Range } from '../../../model/document.ts';

/** A mistake in an expression; its range is filled in by the one who reports it. */
export interface CelMistake {
  readonly message: string;
  readonly help?: string | undefined;
  /** The text to write in its place. */
  readonly write?: string | undefined;
  /** The expression to write, if other parts change too. */
  readonly expression?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly rule?: string;
  readonly code?: number;
}

export type ReportExpression = (mistake: CelMistake & Range) => void;

export interface Inference {
  readonly scope: PolicyScope;
  /** The names that macros bind. */
  readonly bound: ReadonlyMap<string, VariableType>;
  readonly report: ReportExpression;
  readonly typeOf: (node: ASTNode, bound?: ReadonlyMap<string, VariableType>) => VariableType;
  /** The same, without a word about mistakes. */
  readonly plainTypeOf: (node: ASTNode) => VariableType;
}
