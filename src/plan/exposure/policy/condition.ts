/**
 * When does one condition of a policy hold whenever another does? Both are CEL. Each is brought into the form "one of
 * these lists of claims holds", and claims are compared one by one. What is not understood counts as a claim of its own:
 * the answer is then no, and a person is asked.
 */
import { parse, type ASTNode } from '@marcbachmann/cel-js';
import { isSameButForSecrets } from '../../../derive/compare/same-but-for-secrets.ts';
import { claimOf, impliesClaim, type ConditionClaim } from './claim.ts';

/** Either of these, each of which is claims that all hold. */
export type Condition = readonly (readonly ConditionClaim[])[];

const most = { alternatives: 64, characters: 4000 } as const;

/** What a rule with these expressions is for: all of them hold. `[[]]` is everything, `[]` nothing. */
export function conditionOf(expressions: readonly string[]): Condition {
  return expressions.map(alternativesOf).reduce(both, [[]]);
}

/** Whether wherever the one holds, one of the others does. */
export function isWithinAny(inner: Condition, outers: readonly Condition[]): boolean {
  return inner.every((claims) => outers.some((outer) => outer.some((others) => impliesAll(claims, others))));
}

/** Expressions that are written alike mean the same, and need not be understood. */
export function impliesExpressions(inner: readonly string[], outer: readonly string[]): boolean {
  const isKnown = (one: string): boolean => inner.some((each) => isSameButForSecrets(each, one));
  return outer.every(isKnown) || isWithinAny(conditionOf(inner), [conditionOf(outer)]);
}

function impliesAll(claims: readonly ConditionClaim[], others: readonly ConditionClaim[]): boolean {
  return others.every((other) => claims.some((claim) => impliesClaim(claim, other)));
}

function alternativesOf(expression: string): Condition {
  // No text of a claim that was read begins so.
  const opaque = [[{ text: `unread ${expression.trim()}`, isDenied: false }]];
  if (expression.length > most.characters) return opaque;
  try {
    const condition = spread(parse(expression).ast, false);
    return condition.length > most.alternatives ? opaque : condition;
  } catch {
    // No CEL, or too deep.
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
