import { EvaluationError, Optional, type ASTNode } from '@marcbachmann/cel-js';

/** The library's interface for macros: type-checks and later evaluates parts of an expression. */
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

/** `has(a.b.c)`: true if the field and all its parents are set. A field that no kind has is a type error. */
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
      const known = field === undefined ? undefined : lookUp(evaluator, field, context);
      return known === undefined ? isSet(evaluator, field, context) : known !== notSet;
    },
  };
}

const notSet = Symbol('not set');

/** Follows plain names, without the cost of an exception per unset field; undefined for other expressions. */
function lookUp(evaluator: Evaluator, node: ASTNode, context: unknown): unknown {
  if (node.op === 'id') return evaluator.run(node, context);
  if (node.op !== '.') return undefined;
  const [left, name] = node.args;
  const value = lookUp(evaluator, left, context);
  if (value === undefined || value === notSet) return value;
  if (value instanceof Map) return value.has(name) ? (value as Map<string, unknown>).get(name) : notSet;
  if (typeof value !== 'object' || value === null || value instanceof Optional) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : notSet;
}

function isSet(evaluator: Evaluator, field: ASTNode | undefined, context: unknown): boolean {
  if (field === undefined) return false;
  try {
    const value = evaluator.run(field, context);
    return value instanceof Optional ? value.hasValue() : true;
  } catch (error) {
    if (error instanceof EvaluationError && error.code === 'no_such_key') return false;
    throw error;
  }
}
