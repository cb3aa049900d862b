import { EvaluationError, Optional, type ASTNode } from '@marcbachmann/cel-js';

/** What the library hands to a macro: it checks, and later evaluates, parts of an expression. */
interface Checker {
  readonly check: (node: ASTNode, context: unknown) => unknown;
  readonly getType: (name: string) => unknown;
  readonly createError: (code: string, message: string, node: ASTNode) => Error;
}

interface Evaluator {
  readonly run: (node: ASTNode, context: unknown) => unknown;
}

interface Has {
  readonly field: ASTNode | undefined;
}

/** `has(a.b.c)`: whether it is set, and all on the way to it. What no kind can have there is a mistake. */
export function hasMacro({ ast, args }: { readonly ast: ASTNode; readonly args: readonly ASTNode[] }) {
  const [field] = args;
  return {
    field,
    typeCheck: (checker: Checker, _macro: Has, context: unknown): unknown => {
      if (field?.op !== '.' && field?.op !== '.?')
        throw checker.createError('invalid_macro_argument', 'has() invalid argument', field ?? ast);
      checker.check(field, context);
      return checker.getType('bool');
    },
    evaluate: (evaluator: Evaluator, _macro: Has, context: unknown): boolean => {
      if (field === undefined) return false;
      try {
        const value = evaluator.run(field, context);
        return value instanceof Optional ? value.hasValue() : true;
      } catch (error) {
        if (error instanceof EvaluationError && error.code === 'no_such_key') return false;
        throw error;
      }
    },
  };
}
