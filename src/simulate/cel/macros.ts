/** Calls that evaluate their arguments themselves: `has(…)`, `cel.bind(…)`, and those that go over a list or a map. */
import { childrenOf, type ASTNode } from '../../derive/expressions/ast.ts';
import {
  AbsentValue,
  fail,
  isPlainObject,
  knownValue,
  SecretText,
  typeName,
  UnknownFact,
} from '../scope-values.ts';
import { sortedBy } from '../functions/lists.ts';
import { OpenList, OpenMap } from '../unknown/open-map.ts';
import { Term } from '../unknown/term.ts';
import { callTerm, isPresentTerm, isTrueTerm } from '../unknown/term-operations.ts';
import { variablePath } from './variable-parts.ts';
import { countStep, worthier, type CelEvaluation, type Part } from './cel-evaluation.ts';
import { PartialMap } from './expression-values.ts';

interface MacroCall {
  /** With its namespace, as in `cel.bind`. */
  readonly name: string;
  readonly receiver?: ASTNode;
  readonly args: readonly ASTNode[];
  /** The names that the macros around it bind. */
  readonly names: readonly string[];
  readonly compile: (node: ASTNode, names: readonly string[]) => Part;
}

/** The macro of a call; undefined for functions and methods. */
export function macroPart(call: MacroCall): Part | undefined {
  const { name, receiver, args, names, compile } = call;
  const [first, ...rest] = args;
  if (name === 'has' && receiver === undefined && first !== undefined && rest.length === 0)
    return hasPart(first, call);
  if (first?.op !== 'id' || rest.length === 0 || receiver === undefined) return undefined;
  const inner = [...names, first.args];
  const [firstPart, other] = rest.map((part) => compile(part, inner));
  if (firstPart === undefined) return undefined;
  const depth = names.length;
  if (name === 'cel.bind' && other !== undefined) {
    const [bound = first] = rest;
    const value = compile(bound, names);
    return (evaluation) => {
      evaluation.bound[depth] = value(evaluation);
      return other(evaluation);
    };
  }
  const over = overs[name]?.[rest.length - 1];
  if (over === undefined || rest.length > 2) return undefined;
  const items = compile(receiver, names);
  return (evaluation) => {
    const eachItem =
      (part: Part) =>
      (item: unknown): unknown => {
        countStep(evaluation);
        evaluation.bound[depth] = item;
        return knownValue(part(evaluation));
      };
    const found = items(evaluation);
    const all = found instanceof OpenMap ? found.whole : found;
    if (all instanceof Term) return macroTerm(all, { name, first, rest, names, compile }, evaluation);
    return over(
      itemsOf(all, name),
      eachItem(firstPart),
      other === undefined ? eachItem(firstPart) : eachItem(other),
    );
  };
}

/** The result of a macro over a list that is not known: the same for the same expression and the same values in it. */
function macroTerm(
  list: Term,
  {
    name,
    first,
    rest,
    names,
    compile,
  }: Pick<MacroCall, 'name' | 'names' | 'compile'> & {
    readonly first: ASTNode;
    readonly rest: readonly ASTNode[];
  },
  evaluation: CelEvaluation,
): Term {
  const bound = first.op === 'id' ? first.args : '';
  const inner = [...names, bound];
  const written = rest.map(({ input, start, end }) => input.slice(start, end));
  const values = rest
    .flatMap((node) => namesIn(node, bound))
    .map((node) => {
      try {
        return compile(node, inner)(evaluation);
      } catch (error) {
        return error instanceof UnknownFact ? error.unknown.of : 'no value';
      }
    });
  const type = /^(?:all|exists|exists_one)$/.test(name) ? 'bool' : 'list';
  return callTerm(`${name} ${bound}: ${written.join(', ')}`, [list, ...values], type);
}

/** The variables in an expression, but for the one that the macro binds. */
function namesIn(node: ASTNode, bound: string): readonly ASTNode[] {
  const path = variablePath(node);
  if (path !== undefined) return path[0] === bound ? [] : [node];
  return childrenOf(node).flatMap((child) => namesIn(child, bound));
}

type Each = (item: unknown) => unknown;

/** By name: of one expression, of two. */
const overs: Readonly<
  Record<string, readonly ((items: Iterable<unknown>, evaluate: Each, other: Each) => unknown)[]>
> = {
  all: [(items, evaluate) => searchItems(items, evaluate, 'fails') === 'none'],
  exists: [(items, evaluate) => searchItems(items, evaluate, 'holds') === 'found'],
  exists_one: [(items, evaluate) => [...items].filter((item) => isTrue(evaluate(item))).length === 1],
  filter: [(items, evaluate) => [...items].filter((item) => isTrue(evaluate(item)))],
  map: [
    (items, evaluate) => Array.from(items, evaluate),
    (items, evaluate, other) => [...items].flatMap((item) => (isTrue(evaluate(item)) ? [other(item)] : [])),
  ],
  sortBy: [(items, evaluate) => sortedBy([...items], Array.from(items, evaluate))],
};

/** One item that decides is enough, whatever is the matter with the others. */
function searchItems(items: Iterable<unknown>, evaluate: Each, sought: 'holds' | 'fails'): 'found' | 'none' {
  let problem: Error | undefined;
  for (const item of items) {
    try {
      if (isTrue(evaluate(item)) === (sought === 'holds')) return 'found';
    } catch (error) {
      problem = worthier(problem, error);
      if (isLimit(error)) throw error;
    }
  }
  if (problem !== undefined) throw problem;
  return 'none';
}

function isLimit(error: unknown): boolean {
  return error instanceof UnknownFact && error.unknown.why === 'limit';
}

function isTrue(value: unknown): boolean {
  if (value instanceof Term) return isTrueTerm(value);
  return typeof value === 'boolean' ? value : fail(`a condition is a boolean, not ${typeName(value)}`);
}

/** The items of a list, or the keys of a map. */
function itemsOf(of: unknown, name: string): Iterable<unknown> {
  if (of instanceof OpenList) return of;
  const value = knownValue(of);
  if (Array.isArray(value)) return value as readonly unknown[];
  if (value instanceof Map) return [...(value as Map<unknown, unknown>).keys()];
  if (value instanceof PartialMap) throw new UnknownFact(value.rest);
  if (isPlainObject(value)) return Object.keys(value);
  if (value instanceof SecretText) throw new UnknownFact(value.unknown);
  return fail(`\`${name}\` goes over a list or a map, not ${typeName(value)}`);
}

/**
 * Whether a member or a key is there. Of an object such as `conn.tls`, which may be absent as a whole, all members are
 * absent then; CEL has an error if the map before the last key is not there.
 */
function hasPart(field: ASTNode, { names, compile }: MacroCall): Part {
  const isField = field.op === '.' || field.op === '[]' || field.op === 'id';
  if (!isField) return () => fail('`has` takes a member or a key, such as `has(req.headers.host)`');
  const value = compile(field, names);
  const owner = field.op === 'id' ? undefined : compile(field.args[0], names);
  return (evaluation) => {
    if (owner !== undefined && !isOwnerThere(owner, evaluation)) return false;
    try {
      const found = value(evaluation);
      return !(found instanceof Term) || isPresentTerm(found);
    } catch (error) {
      if (error instanceof AbsentValue) return false;
      throw error;
    }
  };
}

function isOwnerThere(owner: Part, evaluation: CelEvaluation): boolean {
  try {
    owner(evaluation);
    return true;
  } catch (error) {
    if (error instanceof AbsentValue && error.isMember) return false;
    // A variable such as `conn.tls.client.subject.common_name` may be known where its owner as a whole is not.
    if (error instanceof UnknownFact) return true;
    throw error;
  }
}
