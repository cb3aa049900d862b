import { EvaluationError } from '@marcbachmann/cel-js';
import { kinds } from '../../kinds/index.ts';
import type { Policy } from '../../model/policy/policy.ts';
import { quoted } from '../../model/problem.ts';
import { celSpec } from './cel-values.ts';
import { costOf } from './cost/cost.ts';
import { policyPlace, type CheckedPolicy } from './check-policy.ts';
import type { PolicyExpression, Variables } from './expression.ts';
import { offendingPlace } from './offending-place.ts';
import { celProblem } from './cel-problem.ts';
import type { Finding, Subject } from '../rule.ts';

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
