/**
 * Checks that the library's type checker does not make: unknown fields in `has(…)` and after `.?`, and comparisons with
 * values that are never possible. It checks all kinds together, so it can say which kinds have a field.
 */
import { fieldsOf } from '../../derive/forms/fields.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kindNames, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { childrenOf, type ASTNode } from '../../derive/expressions/ast.ts';
import { patternProblem } from '../../derive/expressions/linear-patterns.ts';
import { secretWords, unknownInExpression } from './operator-words.ts';
import { nearNames } from '../../text/near-names.ts';
import { suggestionOr } from '../../text/suggest.ts';
import { quoted } from '../../text/quoted.ts';
import { notAField } from '../../text/words/mistake-words.ts';
import { type ValuePath, type PathStep, pathOf, pathsIn } from '../../derive/expressions/value-path.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { visibleFields } from './visible-fields.ts';

/** The kinds and environments that names in an expression can refer to. */
export interface Scope {
  readonly kinds: readonly KindName[];
  readonly environments: readonly string[];
}

export function checkNames(ast: ASTNode, scope: Scope): readonly ExpressionProblem[] {
  const unknown = pathsIn(ast).flatMap((path) => fieldOfNone(path, scope) ?? []);
  if (unknown.length > 0) return unknown;
  return [...comparisonsIn(ast)].flatMap((node) => impossible(node, scope));
}

/** Reports a field that at least one of the policy's kinds does not have. */
function fieldOfNone({ root, steps }: ValuePath, scope: Scope): ExpressionProblem | undefined {
  if (root !== 'spec') return undefined;
  const inside = scope.kinds
    .map((kind) => secretStep(kinds[kind].fields, steps))
    .find((step) => step !== undefined);
  if (inside !== undefined) return { ...secretWords, start: inside.start, end: inside.end };
  const ends = scope.kinds.map((kind) => ({ kind, end: follow(kinds[kind].fields, steps) }));
  const lacking = ends.flatMap(({ kind, end }) => ('unknown' in end ? [{ kind, ...end }] : []));
  const [first] = lacking;
  if (first === undefined) return undefined;
  const { start, end, name } = first.unknown;
  const having = kindNames.filter((kind) => !('unknown' in follow(kinds[kind].fields, steps)));
  if (having.length === 0)
    return {
      ...inNoKind(
        lacking.map(({ among }) => among),
        first,
        scope,
      ),
      start,
      end,
    };
  const message = notAField(name, `${quoted(first.kind)}, one of the kinds of this policy`);
  return {
    message,
    label: 'unknown field',
    help: `add \`kinds: [${having.join(', ')}]\` to the policy`,
    start,
    end,
  };
}

function inNoKind(
  tables: readonly Fields[],
  { unknown: { name }, among, of }: UnknownStep,
  scope: Scope,
): Omit<ExpressionProblem, 'start' | 'end'> {
  if (among[name]?.readOnly === true) {
    return { message: `${quoted(name)} is read-only: a policy sees the fields of the files` };
  }
  const owner = of === undefined ? ownerWords(scope.kinds) : quoted(of);
  return unknownInExpression(name, owner, [...new Set(tables.flatMap(visibleFields))]);
}

/** The step that reads into a secret field, if any. */
function secretStep(top: Fields, steps: readonly PathStep[]): PathStep | undefined {
  const at = steps.findIndex((_, index) => {
    const end = follow(top, steps.slice(0, index + 1));
    return 'field' in end && end.field?.secret === true;
  });
  return at === -1 ? undefined : steps[at + 1];
}

interface UnknownStep {
  readonly unknown: PathStep;
  readonly among: Fields;
  /** The field that was expected to contain it; undefined for the spec itself. */
  readonly of: string | undefined;
}

/** Follows the steps through the field tables until one is unknown or has no fixed fields. */
function follow(
  top: Fields,
  steps: readonly PathStep[],
): UnknownStep | { readonly field: Field | undefined } {
  let among: Fields | undefined = top;
  let field: Field | undefined;
  let of: string | undefined;
  for (const step of steps) {
    if (among === undefined) return { field: undefined };
    field = Object.hasOwn(among, step.name) ? among[step.name] : undefined;
    if (field === undefined || field.readOnly === true) return { unknown: step, among, of };
    of = step.name;
    among = fieldsOf(field);
  }
  return { field };
}

function ownerWords(of: readonly KindName[]): string {
  return of.length === 1 ? quoted(of[0] ?? '') : 'any kind';
}

/** A path that is compared with literal strings. */
interface Comparison {
  readonly path: ValuePath;
  readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[];
}

function* comparisonsIn(node: ASTNode): Generator<Comparison | { readonly pattern: ASTNode }> {
  if (node.op === '==' || node.op === '!=') {
    const [left, right] = node.args;
    yield* comparison(left, [right]);
    yield* comparison(right, [left]);
  } else if (node.op === 'in' && node.args[1].op === 'list')
    yield* comparison(node.args[0], node.args[1].args);
  else if (node.op === 'rcall' && node.args[0] === 'matches') {
    const [pattern] = node.args[2];
    if (pattern !== undefined) yield { pattern };
  }
  for (const child of childrenOf(node)) yield* comparisonsIn(child);
}

function* comparison(side: ASTNode, others: readonly ASTNode[]): Generator<Comparison> {
  const path = pathOf(side);
  if (path === undefined) return;
  const words = others.flatMap(({ op, args, start, end }) =>
    op === 'value' && typeof args === 'string' ? [{ word: args, start, end }] : [],
  );
  if (words.length > 0) yield { path, words };
}

/** Reports literals that the compared value can never have, and invalid patterns. */
function impossible(
  found: Comparison | { readonly pattern: ASTNode },
  scope: Scope,
): readonly ExpressionProblem[] {
  if ('pattern' in found) return malformed(found.pattern);
  const { path, words } = found;
  const known = valuesOf(path, scope);
  if (known === undefined) return [];
  const name = path.steps.at(-1)?.name ?? path.root;
  return words
    .filter(({ word }) => !known.includes(word))
    .map(({ word, start, end }) => ({
      message: `${quoted(name)} is never ${quoted(word)}`,
      help: suggestionOr(
        word,
        known,
        known.length === 0 ? 'it has no known values' : `the values are ${nearNames(word, known)}`,
      ),
      start,
      end,
    }));
}

function malformed({ op, args, start, end }: ASTNode): readonly ExpressionProblem[] {
  const problem = op === 'value' && typeof args === 'string' ? patternProblem(args) : undefined;
  if (problem === undefined) return [];
  return [{ message: `the pattern cannot be read: ${problem}`, help: 'patterns are RE2', start, end }];
}

/** All possible values of a path; undefined if any value is possible. */
function valuesOf({ root, steps }: ValuePath, scope: Scope): readonly string[] | undefined {
  if (steps.length === 0 && root === 'environment') return scope.environments;
  if (steps.length === 0 && root === 'kind') return scope.kinds;
  if (root !== 'spec') return undefined;
  const values = new Set<string>();
  for (const kind of scope.kinds) {
    const end = follow(kinds[kind].fields, steps);
    if ('unknown' in end || end.field?.type !== 'string' || end.field.values === undefined) return undefined;
    for (const value of end.field.values) values.add(value);
  }
  return [...values];
}
