/** Variables by their full name: `req.url.path` is one, though `req.url` is a string with members. */
import { typeNames } from '../../derive/expressions/type-names.ts';
import type { ASTNode } from '../../derive/expressions/ast.ts';
import { trafficActions } from '../../kinds/policy/index.ts';
import { olderVariables } from '../../kinds/policy/other-names.ts';
import type { VariableMap } from '../../kinds/policy/variable.ts';
import { policyVariables } from '../../kinds/policy/variables.ts';
import { AbsentValue, knownValue, notComputed } from '../scope-values.ts';
import { undocumentedPart, type Part } from './cel-evaluation.ts';
import { quoted } from '../../text/quoted.ts';
import { TypeValue } from './expression-values.ts';

/** The full names of all variables. */
const fullNames = new Set<string>();

function addNames(prefix: string, members: VariableMap): void {
  for (const [name, { type }] of Object.entries(members)) {
    const full = prefix === '' ? name : `${prefix}.${name}`;
    fullNames.add(full);
    if (typeof type === 'object' && 'members' in type) addNames(full, type.members);
  }
}

addNames('', policyVariables);

/** The names of `a.b.c`; undefined for other expressions. */
export function variablePath(node: ASTNode): readonly string[] | undefined {
  if (node.op === 'id') return [node.args];
  if (node.op !== '.') return undefined;
  const [left, name] = node.args;
  const path = variablePath(left);
  return path === undefined ? undefined : [...path, name];
}

/** A variable with all of its name; undefined for other names. */
export function variablePart(path: readonly string[]): Part | undefined {
  const name = path.join('.');
  const [root, , action, result] = path;
  const newer = olderVariables[name];
  if (newer !== undefined) {
    const isUnclear = undocumentedPart(`whether ${quoted(name)} is still a variable`);
    return (evaluation) =>
      evaluation.scope.isOpen === true ? read(newer, evaluation) : isUnclear(evaluation);
  }
  // Results of actions are below the name of the vendor, which is not ours to know.
  if (root === 'actions' && path.length === 2) return (evaluation) => read('actions', evaluation);
  if (root === 'actions' && path.length === 4 && action !== undefined && result !== undefined)
    return (evaluation) => resultOf(read('actions', evaluation), action, result, name);
  if (path.length > 1 ? !fullNames.has(name) : isMember(name)) return undefined;
  return (evaluation) => read(name, evaluation);
}

/** Names that are only behind others. */
function isMember(name: string): boolean {
  return !fullNames.has(name) && name !== 'vars' && name !== 'actions';
}

function read(name: string, { scope }: Parameters<Part>[0]): unknown {
  const value = scope.read(name);
  if (value !== undefined) return knownValue(value);
  throw new AbsentValue(`${quoted(name)} has no value here`, true);
}

const documentedResults: ReadonlyMap<string, readonly string[]> = new Map(
  trafficActions.flatMap(({ results }) =>
    results === undefined ? [] : [[results.name, Object.keys(results.members)] as const],
  ),
);

/** A result of an action: it is there, its action never ran before, or it is documented and not computed here. */
function resultOf(actions: unknown, action: string, result: string, name: string): unknown {
  const results = memberIn(actions, action);
  if (results === undefined)
    throw new AbsentValue(`${quoted(name)} has no value: its action did not run before`, true);
  const found = memberIn(results, result);
  if (found !== undefined) return knownValue(found);
  // The error of an action is only there after a failure.
  if (result !== 'error' && documentedResults.get(action)?.includes(result) === true) notComputed(name);
  throw new AbsentValue(`${quoted(name)} has no value after this run of its action`, true);
}

function memberIn(owner: unknown, name: string): unknown {
  const value = knownValue(owner);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The name of a type as a value. */
export function typePart(name: string): Part | undefined {
  if (!typeNames.has(name)) return undefined;
  const type = new TypeValue(name);
  return () => type;
}
