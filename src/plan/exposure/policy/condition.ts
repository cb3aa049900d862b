/**
 * Decides whether one condition of a policy implies another. Both are CEL. Each is converted to a disjunction of lists
 * of claims, and claims are compared one by one. An expression that cannot be parsed counts as a claim of its own: the
 * result is then "not implied", and an approval is required.
 */
import { parse, type ASTNode } from '@marcbachmann/cel-js';
import { isSameButForSecrets } from '../../../derive/compare/same-but-for-secrets.ts';
import { claimOf, impliesClaim, type ConditionClaim } from './claim.ts';

/** A disjunction; each alternative is a list of claims that all hold. */
export type Condition = readonly (readonly ConditionClaim[])[];

const most = { alternatives: 64, characters: 4000 } as const;

/** The condition of a rule with these expressions, all of which must hold. `[[]]` is always true, `[]` never. */
export function conditionOf(expressions: readonly string[]): Condition {
  return expressions.map(alternativesOf).reduce(both, [[]]);
}

/** Whether at least one of `outers` holds whenever `inner` does. */
export function isWithinAny(inner: Condition, outers: readonly Condition[]): boolean {
  return inner.every((claims) => outers.some((outer) => outer.some((others) => impliesAll(claims, others))));
}

/** Identical expressions mean the same and need not be parsed. */
export function impliesExpressions(inner: readonly string[], outer: readonly string[]): boolean {
  const isKnown = (one: string): boolean => inner.some((each) => isSameButForSecrets(each, one));
  return outer.every(isKnown) || isWithinAny(conditionOf(inner), [conditionOf(outer)]);
}

function impliesAll(claims: readonly ConditionClaim[], others: readonly ConditionClaim[]): boolean {
  return others.every((other) => claims.some((claim) => impliesClaim(claim, other)));
}

function alternativesOf(expression: string): Condition {
  // A prefix that no parsed claim's text begins with.
  const opaque = [[{ text: `unread ${expression.trim()}`, isDenied: false }]];
  if (expression.length > most.characters) return opaque;
  try {
    const condition = spread(parse(expression).ast, false);
    return condition.length > most.alternatives ? opaque : condition;
  } catch {
    // Not valid CEL, or nested too deeply.
    return opaque;
  }
}

function spread(node: ASTNode, isDenied: boolean): Condition {
  if (node.op === '!_') return spread(node.args, !isDenied);
  if (node.op === '&&' || node.op === '||') {
    const [left, right] = node.args;
    const join = (node.op === '&&') === isDenied ? either : both;
    return join(spread(left, isDenied), spread(right, isDenied));
  }
  if (node.op === 'value' && typeof node.args === 'boolean') return node.args === isDenied ? [] : [[]];
  return [[claimOf(node, isDenied)]];
}

function either(left: Condition, right: Condition): Condition {
  return [...left, ...right];
}

function both(left: Condition, right: Condition): Condition {
  if (left.length * right.length > most.alternatives) throw new Error('too many alternatives');
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
}
