import type { ASTNode } from '@marcbachmann/cel-js';
import { hasSecretReference } from '../../../model/secret.ts';
import { isSameButForSecrets } from '../../../derive/compare/secret-shape.ts';

/** One claim of a condition, or its negation. */
export interface ConditionClaim {
  /** The expression without source positions, so that layout does not count. */
  readonly text: string;
  /** Whether the text refers to a secret: read once, as each claim is compared with many. */
  readonly hasSecret: boolean;
  readonly isDenied: boolean;
  /** Set if the claim tests a single value, as most do. */
  readonly about?: MembershipTest;
}

interface MembershipTest {
  readonly subject: string;
  readonly test: Test;
}

type Test =
  | { readonly is: 'one of'; readonly values: ReadonlySet<string> }
  | { readonly is: 'startsWith' | 'endsWith' | 'contains'; readonly part: string }
  | { readonly is: '>' | '>=' | '<' | '<='; readonly bound: number };

export function claimOf(node: ASTNode, isDenied: boolean): ConditionClaim {
  const isUnequal = node.op === '!=';
  // `a != b` is `!(a == b)`.
  const claimed = isUnequal ? ({ ...node, op: '==' } as ASTNode) : node;
  return withAbout(textOf(claimed), isDenied !== isUnequal, aboutOf(claimed));
}

function withAbout(text: string, isDenied: boolean, about: MembershipTest | undefined): ConditionClaim {
  const claim = { text, hasSecret: hasSecretReference(text), isDenied };
  if (about === undefined) return claim;
  const { subject, test } = about;
  if (!isDenied || !('bound' in test)) return { ...claim, about };
  return { ...claim, about: { subject, test: { ...test, is: opposite[test.is] } } };
}

const opposite = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' } as const;

function isSameText(one: ConditionClaim, other: ConditionClaim): boolean {
  return one.hasSecret || other.hasSecret
    ? isSameButForSecrets(one.text, other.text)
    : one.text === other.text;
}

/** Whether `other` holds whenever `claim` does. */
export function impliesClaim(claim: ConditionClaim, other: ConditionClaim): boolean {
  const isAlike = claim.isDenied === other.isDenied;
  if (isAlike && isSameText(claim, other)) return true;
  const [one, two] = [claim.about, other.about];
  if (one === undefined || one.subject !== two?.subject) return false;
  if ('bound' in one.test && 'bound' in two.test) return isBoundWithin(one.test, two.test);
  if (!isAlike) return false;
  return claim.isDenied ? isTestWithin(two.test, one.test) : isTestWithin(one.test, two.test);
}

function isTestWithin(inner: Test, outer: Test): boolean {
  if (inner.is === 'one of') return [...inner.values].every((value) => passes(value, outer));
  if (!('part' in inner) || !('part' in outer)) return false;
  switch (outer.is) {
    case 'startsWith':
      return inner.is === 'startsWith' && inner.part.startsWith(outer.part);
    case 'endsWith':
      return inner.is === 'endsWith' && inner.part.endsWith(outer.part);
    case 'contains':
      return inner.part.includes(outer.part);
  }
}

/** Values are compared as JSON, so that a number differs from a string. */
function passes(value: string, test: Test): boolean {
  if (test.is === 'one of') return test.values.has(value);
  const plain = JSON.parse(value) as unknown;
  if (typeof plain !== 'string' || !('part' in test)) return false;
  if (test.is === 'startsWith') return plain.startsWith(test.part);
  return test.is === 'endsWith' ? plain.endsWith(test.part) : plain.includes(test.part);
}

function isBoundWithin(inner: Test & { bound: number }, outer: Test & { bound: number }): boolean {
  if (inner.is.startsWith('>') !== outer.is.startsWith('>')) return false;
  const isEqualEnough = inner.is === outer.is || outer.is.length === 2;
  if (inner.bound === outer.bound) return isEqualEnough;
  return inner.is.startsWith('>') ? inner.bound > outer.bound : inner.bound < outer.bound;
}

function aboutOf(node: ASTNode): MembershipTest | undefined {
  return membership(node) ?? bound(node) ?? partOfText(node);
}

function membership(node: ASTNode): MembershipTest | undefined {
  if (node.op !== '==' && node.op !== 'in') return undefined;
  const [left, right] = node.args;
  const list = node.op === '==' ? [right] : right.op === 'list' ? right.args : undefined;
  const values = list?.map(valueOf);
  if (values?.every((value) => value !== undefined) !== true) return undefined;
  return { subject: textOf(left), test: { is: 'one of', values: new Set(values) } };
}

function bound(node: ASTNode): MembershipTest | undefined {
  if (node.op !== '<' && node.op !== '<=' && node.op !== '>' && node.op !== '>=') return undefined;
  const [left, right] = node.args;
  const value = right.op === 'value' && typeof right.args !== 'boolean' ? Number(right.args) : Number.NaN;
  return Number.isSafeInteger(value)
    ? { subject: textOf(left), test: { is: node.op, bound: value } }
    : undefined;
}

function partOfText(node: ASTNode): MembershipTest | undefined {
  if (node.op !== 'rcall') return undefined;
  const [name, subject, [part, ...more]] = node.args;
  if (name !== 'startsWith' && name !== 'endsWith' && name !== 'contains') return undefined;
  if (part?.op !== 'value' || typeof part.args !== 'string' || more.length > 0) return undefined;
  return { subject: textOf(subject), test: { is: name, part: part.args } };
}

function valueOf(node: ASTNode): string | undefined {
  if (node.op !== 'value') return undefined;
  if (typeof node.args === 'bigint') return JSON.stringify({ integer: String(node.args) });
  return typeof node.args === 'string' || typeof node.args === 'boolean'
    ? JSON.stringify(node.args)
    : undefined;
}

function textOf(node: ASTNode): string {
  return JSON.stringify([node.op, partsOf(node.args)]);
}

function partsOf(part: unknown): unknown {
  if (typeof part === 'bigint') return `${part}n`;
  if (Array.isArray(part)) return part.map(partsOf);
  if (typeof part !== 'object' || part === null) return part;
  if ('op' in part && 'args' in part) return [part.op, partsOf(part.args)];
  return part instanceof Uint8Array
    ? [...part]
    : Object.entries(part).map(([key, value]) => [key, partsOf(value)]);
}
