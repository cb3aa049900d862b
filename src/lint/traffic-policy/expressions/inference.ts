import type { VariableType } from '../../../kinds/policy/variable.ts';
import type { Severity } from '../../../model/diagnostic.ts';
import type { Range } from '../../../model/document.ts';
import type { ASTNode } from '../../policy/ast.ts';
import type { PolicyScope } from '../policy-mistake.ts';

/** A mistake in an expression; its range is filled in by the one who reports it. */
export interface CelMistake {
  readonly message: string;
  readonly help?: string;
  readonly severity?: Severity;
  readonly rule?: string;
  readonly code?: number;
}

export type ReportExpression = (mistake: CelMistake & Range) => void;

/** The names and the scope of an expression. */
export interface Inference {
  readonly scope: PolicyScope;
  /** The names that macros bind. */
  readonly bound: ReadonlyMap<string, VariableType>;
  readonly report: ReportExpression;
  readonly typeOf: (node: ASTNode, bound?: ReadonlyMap<string, VariableType>) => VariableType;
}

export function rangeOf({ start, end }: ASTNode): Range {
  return { start, end };
}
