import { EvaluationError } from '@marcbachmann/cel-js';
import { entryWithKey } from '../../derive/yaml/document-tree.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { bindingOf, type ASTNode } from '../../derive/expressions/ast.ts';
import { celEnvironment } from './cel-environment.ts';
import { celProblem } from './cel-problem.ts';
import { celSpec } from './cel-values.ts';
import { policyPlace, type CheckedPolicy, type PolicyExpression, type Variables } from './check-policy.ts';
import { costOf } from './cost/cost.ts';
import { valueAt } from '../../derive/forms/tree.ts';
import { type At, type Finding, type Subject } from '../rule.ts';
import type { Policy } from '../../model/policy.ts';
import type { Path } from '../../model/value.ts';
import { quoted } from '../../text/quoted.ts';
import { pathOf, pathsIn, type ValuePath } from '../../derive/expressions/value-path.ts';
import { placeOf } from '../../derive/yaml/node-place.ts';

/** Maximum number of items that are evaluated one by one. */
const mostItems = 1000;

/** The result of evaluating a policy on a resource. */
export type PolicyVerdict =
  | { readonly outcome: 'not-applicable' | 'pass' }
  /** `error`: it could not be evaluated, which counts as failed. */
  | { readonly outcome: 'fail' | 'error'; readonly finding: Finding };

/** Steps that a policy may still use in this run, above those that are free on each resource. */
export interface PolicyBudget {
  steps: number;
}

/** Limit per resource, and per environment for all resources together: about a tenth of a second, and two seconds. */
const mostSteps = 1_000_000;

export const fullPolicyBudget = 20 * mostSteps;

/**
 * Steps on each resource that no budget counts: about a millisecond. So results can be cached without their cost, and a
 * cheap policy may check any number of resources.
 */
const freeSteps = 10_000;

/** The budget of each policy. Up to twenty policies get the full budget; more than that share the budget of twenty. */
export function shareOf(policies: number): number {
  return Math.floor((20 * fullPolicyBudget) / Math.max(20, policies));
}

/**
 * Evaluates a policy on one resource. An evaluation error counts as a failure, so that a broken policy does not pass.
 */
export function evaluatePolicy(
  { policy, where, assert, message }: CheckedPolicy,
  resource: Subject,
  environment: string,
  budget: PolicyBudget,
): PolicyVerdict {
  const { kind } = resource;
  const condition = where?.get(kind);
  const assertion = assert.get(kind);
  if (!policy.kinds.includes(kind) || assertion === undefined) return { outcome: 'not-applicable' };
  const variables = variablesOf(resource, environment);
  const steps: Steps = { free: freeSteps, budget };
  try {
    if (condition !== undefined && !isTrue(condition, variables, steps)) return { outcome: 'not-applicable' };
    if (isTrue(assertion, variables, steps)) return { outcome: 'pass' };
  } catch (error) {
    return { outcome: 'error', finding: notEvaluated(policy, resource, error) };
  }
  const at = offendingPlace(assertion, resource, variables);
  const words = message(kind, variables, (expression) => canAfford(expression, variables, steps));
  return { outcome: 'fail', finding: { at, message: words } };
}

/** Kept because all policies evaluate the same resource. */
const variablesByResource = new WeakMap<Subject, Variables>();

function variablesOf(resource: Subject, environment: string): Variables {
  const known = variablesByResource.get(resource);
  if (known?.['environment'] === environment) return known;
  const { kind, name, address, labels, spec } = resource;
  let converted: object | undefined;
  const variables: Variables = {
    // Converted on the first read: many policies look at labels alone.
    get spec() {
      return (converted ??= celSpec(kinds[kind].fields, spec));
    },
    labels: new Map(Object.entries(labels)),
    environment,
    address,
    name,
    kind,
  };
  variablesByResource.set(resource, variables);
  return variables;
}

class TooExpensive extends Error {}

/** The steps left for one resource. */
interface Steps {
  free: number;
  readonly budget: PolicyBudget;
}

function isTrue(expression: PolicyExpression, variables: Variables, steps: Steps): boolean {
  if (!canAfford(expression, variables, steps)) {
    const isAlone = costOf(expression.ast, variables) > mostSteps;
    throw new TooExpensive(
      isAlone ? 'on one resource, which it did not check' : 'on all resources, and did not check some',
    );
  }
  return expression.evaluate(variables) === true;
}

function canAfford(expression: PolicyExpression, variables: Variables, steps: Steps): boolean {
  const cost = costOf(expression.ast, variables);
  const counted = Math.max(0, cost - steps.free);
  if (cost > mostSteps || counted > steps.budget.steps) return false;
  steps.free = Math.max(0, steps.free - cost);
  steps.budget.steps -= counted;
  return true;
}

function notEvaluated(policy: Policy, { document, kind }: Subject, error: unknown): Finding {
  if (error instanceof TooExpensive) {
    return {
      at: { place: policyPlace(policy, policy.assert, undefined) },
      message: `\`policy/${policy.name}\` costs too much ${error.message}`,
      help: 'go through fewer lists inside each other, or narrow it with `kinds` and `where`',
    };
  }
  if (!(error instanceof EvaluationError)) throw error;
  const missing = error.code === 'no_such_key' ? /: (.*)$/s.exec(error.summary)?.[1] : undefined;
  const at = { place: placeOfName(policy, document) };
  if (missing !== undefined) {
    const message = `\`policy/${policy.name}\` cannot check this: ${quoted(missing)} is not set`;
    return { at, message, help: 'in the policy, ask `has(…)` before the value is used' };
  }
  const { message } = celProblem(error, policy.assert.text, kind);
  return { at, message: `\`policy/${policy.name}\` cannot check this: ${message}` };
}

function placeOfName(policy: Policy, document: Subject['document']) {
  if (document === undefined) return policy.place;
  const { start, end } = document.nameNode;
  return { source: document.source, start, end };
}

/**
 * The place of the value that fails an assertion: in `a && b` within the first operand that is not true, the deepest
 * set path of the spec; for `list.all(…)` the first item that fails. A path that is not set is placed at the map that
 * lacks it. An assertion about a label is placed at the label, any other at the name.
 */
function offendingPlace(assertion: PolicyExpression, resource: Subject, variables: Variables): At {
  const holdsNow = (text: string): boolean => holds(resource.kind, text, variables);
  const parts = conjuncts(assertion.ast);
  const part =
    parts.length === 1
      ? assertion.ast
      : (parts.find((operand) => !holdsNow(nodeText(operand))) ?? assertion.ast);
  const item = failingItem(part, resource, holdsNow);
  if (item !== undefined) return { path: item };
  const paths = pathsIn(part);
  const [deepest] = paths
    .filter(({ root, steps }) => root === 'spec' && steps.length > 0)
    .map((path) => reach(path, resource))
    .sort((a, b) => b.depth - a.depth || Number(b.isSet) - Number(a.isSet));
  return deepest === undefined ? wordPlace(paths, resource) : { path: deepest.path };
}

function conjuncts(node: ASTNode): readonly ASTNode[] {
  return node.op === '&&' ? node.args.flatMap(conjuncts) : [node];
}

function nodeText({ input, start, end }: ASTNode): string {
  return input.slice(start, end);
}

/** Whether a part of an expression is true on its own. False if it cannot be parsed or evaluated alone. */
function holds(kind: KindName, text: string, variables: Variables): boolean {
  try {
    return celEnvironment(kind).parse(text)(variables) === true;
  } catch {
    return false;
  }
}

function failingItem(
  node: ASTNode,
  { spec }: Subject,
  holdsNow: (text: string) => boolean,
): Path | undefined {
  const binding = bindingOf(node);
  const over = binding?.macro === 'all' ? pathOf(binding.over) : undefined;
  const [body] = binding?.body ?? [];
  if (binding === undefined || body === undefined || over?.root !== 'spec') return undefined;
  const path = over.steps.map(({ name }) => name);
  const value = valueAt(spec, path);
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  const keys = isList ? [...(value as readonly unknown[]).keys()] : Object.keys(value);
  const key = keys.slice(0, mostItems).find((candidate) => {
    const item = isList ? (value as readonly unknown[])[Number(candidate)] : candidate;
    return !holdsNow(`[${JSON.stringify(item)}].all(${binding.variable}, ${nodeText(body)})`);
  });
  return key === undefined ? undefined : [...path, key];
}

interface Reach {
  readonly path: Path;
  readonly depth: number;
  readonly isSet: boolean;
}

/** The path as far as it is set, plus one step if it is not: the finding is then placed at the map that lacks it. */
function reach({ steps }: ValuePath, { spec }: Subject): Reach {
  const names = steps.map(({ name }) => name);
  let depth = 0;
  while (depth < names.length && valueAt(spec, names.slice(0, depth + 1)) !== undefined) depth++;
  return { path: names.slice(0, depth + 1), depth, isSet: depth === names.length };
}

function wordPlace(paths: readonly ValuePath[], { document, written }: Subject): At {
  // Live objects have no document.
  if (document === undefined) return { path: [] };
  const { source } = document;
  const label = paths.find(({ root }) => root === 'labels');
  if (label !== undefined && written !== undefined) {
    const labels = entryWithKey(written().document.root.entries, 'labels');
    const name = label.steps[0]?.name;
    const entries = labels?.value.type === 'map' ? labels.value.entries : [];
    const entry = name === undefined ? undefined : entryWithKey(entries, name);
    if (labels !== undefined) return { place: placeOf(source, entry?.value ?? labels.key) };
  }
  return { place: placeOf(source, document.nameNode) };
}
