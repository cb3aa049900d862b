/** The operators of CEL between two values, whatever their types turn out to be. */
import { worthier } from './cel-evaluation.ts';
import { fail, joinTexts, knownValue, SecretText, typeName, UnknownFact } from '../scope-values.ts';
import { Term } from '../unknown/term.ts';
import { OpenList, OpenMap } from '../unknown/open-map.ts';
import { callTerm, equalTerms, isInTerm, isOrderedTerm } from '../unknown/term-operations.ts';
import { DurationValue, PartialMap, TimeValue, TypeValue, Uint } from './expression-values.ts';
import { checkedInt, checkedUint, checkedTime, checkedDuration } from './checked-range.ts';

/** Numbers of all types are equal if they have the same value; values of other types are not. */
export function areEqual(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left === right;
  const [a, b] = [left, right].map((value) => (value instanceof OpenMap ? value.whole : knownValue(value)));
  if (a instanceof Term || b instanceof Term) return equalTerms(a, b);
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) === 0;
  if (a instanceof SecretText || b instanceof SecretText) return isSameSecret(a, b);
  if (a instanceof PartialMap || b instanceof PartialMap)
    throw new UnknownFact((a instanceof PartialMap ? a : (b as PartialMap)).rest);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && everyEqual(a.map((item, at) => [item, b[at] as unknown]));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (a instanceof TimeValue && b instanceof TimeValue) return a.nanos === b.nanos;
  if (a instanceof DurationValue && b instanceof DurationValue) return a.nanos === b.nanos;
  if (a instanceof TypeValue && b instanceof TypeValue) return a.name === b.name;
  if (typeName(a) === 'map' && typeName(b) === 'map') return areEqualMaps(a, b);
  return a === b;
}

function isSameSecret(a: unknown, b: unknown): boolean {
  const secret = a instanceof SecretText ? a : b;
  const other = secret === a ? b : a;
  if (!(secret instanceof SecretText) || typeName(other) !== 'string') return false;
  if (other instanceof SecretText && other.parts === secret.parts) return true;
  if (other === '' && secret.unknown.isSomeText === true) return false;
  throw new UnknownFact(secret.unknown);
}

/** One pair that differs decides, whatever is unknown of the others. */
function everyEqual(pairs: readonly (readonly [unknown, unknown])[]): boolean {
  let problem: Error | undefined;
  for (const [a, b] of pairs) {
    try {
      if (!areEqual(a, b)) return false;
    } catch (error) {
      problem = worthier(problem, error);
    }
  }
  if (problem !== undefined) throw problem;
  return true;
}

function areEqualMaps(a: unknown, b: unknown): boolean {
  const [left, right] = [mapEntries(a), mapEntries(b)];
  if (left.length !== right.length) return false;
  const pairs = left.map(([key, value]) => {
    const other = right.find(([name]) => areEqual(name, key));
    return other === undefined ? undefined : ([value, other[1]] as const);
  });
  return pairs.every((pair) => pair !== undefined) && everyEqual(pairs);
}

/** The entries of a map, or the members of an object. */
export function mapEntries(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (value instanceof PartialMap) throw new UnknownFact(value.rest);
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
  if (typeof value !== 'object' || value === null) return [];
  // A member of an object is read when its value is needed.
  return Object.keys(value).map((key) => [key, (value as Record<string, unknown>)[key]]);
}

type CelNumber = bigint | number | Uint;

export function isNumber(value: unknown): value is CelNumber {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;
}

export function numericValue(value: CelNumber): bigint | number {
  return value instanceof Uint ? value.value : value;
}

/** `left op right`; a NaN is in no order. */
export function isOrdered(op: '<' | '<=' | '>' | '>=', left: unknown, right: unknown): boolean {
  const [a, b] = [knownValue(left), knownValue(right)];
  if (a instanceof Term || b instanceof Term) return isOrderedTerm(op, a, b);
  const order = compare(a, b);
  if (order === undefined) return false;
  if (op === '<') return order < 0;
  if (op === '<=') return order <= 0;
  return op === '>' ? order > 0 : order >= 0;
}

/** Negative, zero or positive; undefined for a NaN, which is in no order. */
export function compare(left: unknown, right: unknown): number | undefined {
  const [a, b] = [knownValue(left), knownValue(right)];
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  for (const value of [a, b]) if (value instanceof SecretText) throw new UnknownFact(value.unknown);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return order(Number(a), Number(b));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (a instanceof TimeValue && b instanceof TimeValue) return order(a.nanos, b.nanos);
  if (a instanceof DurationValue && b instanceof DurationValue) return order(a.nanos, b.nanos);
  return fail(`${typeName(a)} and ${typeName(b)} have no order`);
}

/** An integer is compared with a double as a double. */
function compareNumbers(left: CelNumber, right: CelNumber): number | undefined {
  const [a, b] = [numericValue(left), numericValue(right)];
  return typeof a === typeof b ? order(a, b) : order(Number(a), Number(b));
}

function order(a: bigint | number, b: bigint | number): number | undefined {
  if (a < b) return -1;
  if (a > b) return 1;
  return a == b ? 0 : undefined;
}

/** By code points, not by the UTF-16 units of JavaScript. */
function compareTexts(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  // A pair of surrogates is one character, even if only its second half differs.
  if (at > 0 && isHighSurrogate(a.charCodeAt(at - 1))) at--;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** `left in right`: a list has the item, or a map the key. */
export function isIn(left: unknown, right: unknown): boolean {
  const item = knownValue(left);
  const all = right instanceof OpenList ? right : knownValue(right);
  const open = item instanceof Term || all instanceof Term ? isInTerm(item, all) : undefined;
  if (open !== undefined) return open;
  if (all instanceof OpenMap) return typeof item === 'string' && all.has(item);
  if (all instanceof PartialMap) {
    if (typeof item === 'string' && all.known.has(item)) return true;
    throw new UnknownFact(all.rest);
  }
  const isList = Array.isArray(all) || all instanceof OpenList;
  if (!isList && typeName(all) !== 'map') fail(`\`in\` takes a list or a map, not ${typeName(all)}`);
  const candidates: Iterable<unknown> = isList
    ? all
    : all instanceof Map
      ? [...(all as Map<unknown, unknown>).keys()]
      : Object.keys(all as object);
  let problem: Error | undefined;
  for (const candidate of candidates) {
    try {
      if (areEqual(candidate, item)) return true;
    } catch (error) {
      problem = worthier(problem, error);
    }
  }
  if (problem !== undefined) throw problem;
  return false;
}

export type Arithmetic = '+' | '-' | '*' | '/' | '%';

export function compute(op: Arithmetic, left: unknown, right: unknown): unknown {
  const [a, b] = [knownValue(left), knownValue(right)];
  if (a instanceof Term || b instanceof Term) return computedTerm(op, a, b);
  if (typeof a === 'bigint' && typeof b === 'bigint') return checkedInt(whole(op, a, b));
  if (a instanceof Uint && b instanceof Uint) return checkedUint(whole(op, a.value, b.value));
  if (typeof a === 'number' && typeof b === 'number' && op !== '%') return real(op, a, b);
  return (op === '+' ? sum(a, b) : op === '-' ? difference(a, b) : undefined) ?? mismatch(op, a, b);
}

function computedTerm(op: Arithmetic, a: unknown, b: unknown): unknown {
  const isTexts = op === '+' && (typeName(a) === 'string' || typeName(b) === 'string');
  return isTexts
    ? joinTexts([a, b] as (string | Term)[])
    : callTerm(op, [a, b], typeName(a instanceof Term ? b : a));
}

function mismatch(op: string, a: unknown, b: unknown): never {
  return fail(`\`${op}\` does not take ${typeName(a)} and ${typeName(b)}`);
}

function whole(op: Arithmetic, a: bigint, b: bigint): bigint {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? fail('a division by zero') : a / b;
    case '%':
      return b === 0n ? fail('a division by zero') : a % b;
  }
}

function real(op: Exclude<Arithmetic, '%'>, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
  }
}

function sum(a: unknown, b: unknown): unknown {
  if (isText(a) && isText(b)) return joinTexts([a, b]);
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])];
  if (a instanceof Uint8Array && b instanceof Uint8Array) return new Uint8Array([...a, ...b]);
  if (a instanceof TimeValue && b instanceof DurationValue) return checkedTime(a.nanos + b.nanos);
  if (a instanceof DurationValue && b instanceof TimeValue) return checkedTime(a.nanos + b.nanos);
  if (a instanceof DurationValue && b instanceof DurationValue) return checkedDuration(a.nanos + b.nanos);
  return undefined;
}

function difference(a: unknown, b: unknown): unknown {
  if (a instanceof TimeValue && b instanceof DurationValue) return checkedTime(a.nanos - b.nanos);
  if (a instanceof TimeValue && b instanceof TimeValue) return checkedDuration(a.nanos - b.nanos);
  if (a instanceof DurationValue && b instanceof DurationValue) return checkedDuration(a.nanos - b.nanos);
  return undefined;
}

function isText(value: unknown): value is string | SecretText {
  return typeof value === 'string' || value instanceof SecretText;
}

export function negate(operand: unknown): unknown {
  const value = knownValue(operand);
  if (value instanceof Term) return callTerm('-', [value], value.type);
  if (typeof value === 'bigint') return checkedInt(-value);
  if (typeof value === 'number') return -value;
  return fail(`\`-\` does not take ${typeName(value)}`);
}
