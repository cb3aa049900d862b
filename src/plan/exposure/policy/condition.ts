/**
 * The condition of a rule as a disjunction of lists of claims, so that claims can be compared one by one. Both sides of
 * a comparison are CEL. An expression that is not valid, or that would give too many alternatives, stays one claim of
 * its own: it is implied by itself alone, and an approval is required for any other.
 */
import { hasSecretReference } from '../../../model/secret.ts';
import { parse, type ASTNode } from '@marcbachmann/cel-js';
import { claimOf, type ConditionClaim } from './claim.ts';

/** Claims that all hold. */
export type Alternative = readonly ConditionClaim[];

export interface Condition {
  /** At least one of them holds. `[[]]` is always true, `[]` never. */
  readonly alternatives: readonly Alternative[];
  /** The expressions as they are written: they need not be understood to be found again. */
  readonly written: Alternative;
  /** False if the expressions were not split into claims. */
  readonly isSplit: boolean;
}

const most = { alternatives: 64, characters: 4000 } as const;

export type ConditionReader = (expressions: readonly string[]) => Condition;

/** Reads conditions, each expression once: rules of one policy have many in common. */
export function conditionReader(): ConditionReader {
  const known = new Map<string, readonly Alternative[] | undefined>();
  const split = (expression: string): readonly Alternative[] | undefined => {
    if (!known.has(expression)) known.set(expression, alternativesOf(expression));
    return known.get(expression);
  };
  return (expressions) => {
    const written = expressions.map(asWritten);
    const parts = expressions.map(split);
    const alternatives = allOf(parts.map((part, at) => part ?? [written.slice(at, at + 1)]));
    return {
      alternatives: alternatives ?? [written],
      written,
      isSplit: alternatives !== undefined && !parts.includes(undefined),
    };
  };
}

/** Its text begins as that of no parsed claim. */
function asWritten(expression: string): ConditionClaim {
  const text = `written ${expression.trim()}`;
  return { text, hasSecret: hasSecretReference(text), isDenied: false };
}

function alternativesOf(expression: string): readonly Alternative[] | undefined {
  if (expression.length > most.characters) return undefined;
  try {
    return spread(parse(expression).ast, false);
  } catch {
    // Not valid CEL, or nested too deeply.
    return undefined;
  }
}

/** Undefined if there are too many alternatives. */
function spread(node: ASTNode, isDenied: boolean): readonly Alternative[] | undefined {
  if (node.op === '!_') return spread(node.args, !isDenied);
  if (node.op === '&&' || node.op === '||') {
    const [left, right] = node.args.map((part) => spread(part, isDenied));
    if (left === undefined || right === undefined) return undefined;
    return (node.op === '&&') === isDenied ? anyOf([left, right]) : allOf([left, right]);
  }
  if (node.op === 'value' && typeof node.args === 'boolean') return node.args === isDenied ? [] : [[]];
  return [[claimOf(node, isDenied)]];
}

function anyOf(parts: readonly (readonly Alternative[])[]): readonly Alternative[] | undefined {
  const all = parts.flat();
  return all.length > most.alternatives ? undefined : all;
}

function allOf(parts: readonly (readonly Alternative[])[]): readonly Alternative[] | undefined {
  const several = parts.filter(({ length }) => length !== 1);
  if (several.reduce((count, { length }) => count * length, 1) > most.alternatives) return undefined;
  const always = parts.flatMap(([only = [], ...more]) => (more.length === 0 ? only : []));
  return several.reduce<readonly Alternative[]>(
    (known, part) => known.flatMap((one) => part.map((other) => [...one, ...other])),
    [always],
  );
}
