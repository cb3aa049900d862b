import { ParseError, type ParseResult } from '@marcbachmann/cel-js';
import type { KindName } from '../../kinds/kind.ts';
import type { ASTNode } from './ast.ts';
import { celEnvironment, variableTypes } from './cel-environment.ts';
import { withOurFunctions } from './functions/replaced.ts';
import { checkNames, type Scope } from './check-names.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { celProblem } from './cel-problem.ts';
import { pathsIn } from './paths.ts';
import { typeWords } from './type-words.ts';

/** Values of an expression's variables. */
export type Variables = Readonly<Record<string, unknown>>;

/** An expression that type-checks against the fields of a kind. */
export interface PolicyExpression {
  readonly ast: ASTNode;
  /** Throws on an evaluation error, for example for a field that is not set. */
  readonly evaluate: (variables: Variables) => unknown;
}

export type Checked<T> = { readonly value: T } | { readonly problems: readonly ExpressionProblem[] };

/** Parses an expression and checks it against each of its kinds. Returns one expression per kind, or the problems. */
export function checkExpression(
  text: string,
  scope: Scope,
  results: readonly string[],
): Checked<ReadonlyMap<KindName, PolicyExpression>> {
  const [first = 'endpoint'] = scope.kinds;
  const parsed = parse(first, text);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const names = checkNames(parsed.program.ast, scope);
  if (names.length > 0) return { problems: names };
  const ours = withOurFunctions(text, parsed.program.ast);
  const isAlike = isAlikeForAll(parsed.program.ast);
  const made = new Map<KindName, PolicyExpression>();
  for (const kind of isAlike ? scope.kinds.slice(0, 1) : scope.kinds) {
    const isParsed = kind === first && ours === text;
    const one = isParsed ? parsed.program : celEnvironment(kind).parse(ours);
    const { valid, type = '', error } = one.check();
    if (!valid) return { problems: [celProblem(error, text, kind)] };
    if (!results.includes(type)) return { problems: [wrongResult(text, type, results)] };
    const expression = { ast: one.ast, evaluate: (variables: Variables) => one(variables) as unknown };
    for (const each of isAlike ? scope.kinds : [kind]) made.set(each, expression);
  }
  return { value: made };
}

/** Whether the expression has the same types for every kind: of the variables, only `spec` differs. */
function isAlikeForAll(ast: ASTNode): boolean {
  return pathsIn(ast).every(({ root }) => root !== 'spec' && Object.hasOwn(variableTypes, root));
}

function parse(kind: KindName, text: string): { program: ParseResult } | { problem: ExpressionProblem } {
  try {
    return { program: celEnvironment(kind).parse(text) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { problem: celProblem(error, text, kind) };
  }
}

function wrongResult(text: string, type: string, results: readonly string[]): ExpressionProblem {
  const start = text.length - text.trimStart().length;
  const isTruth = results.length === 1;
  const message = isTruth
    ? `the expression must be a boolean, not ${typeWords(type)}`
    : `a message can contain strings, numbers and booleans, not ${typeWords(type)}`;
  const help = isTruth
    ? 'compare it with something, or ask `has(…)`'
    : `take a part of it, or its \`size()\``;
  return { message, help, start, end: text.trimEnd().length };
}
