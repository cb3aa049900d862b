/** The values of terms where those of their parts are known: by the functions and operators of the engine itself. */
import type { VariableScope } from '../cel/cel-evaluation.ts';
import {
  areEqual,
  compare,
  compute,
  isIn,
  isNumber,
  numericValue,
  type Arithmetic,
} from '../cel/cel-operators.ts';
import { celMember, itemAt } from '../cel/members.ts';
import { callFunction, callMethod, isDocumented } from '../call-function.ts';
import { asText, fail, UnknownFact } from '../scope-values.ts';
import { Term, type TermValue } from './term.ts';
import { Uint } from '../cel/expression-values.ts';

/**
 * The value of a term. `given` returns the value of a part of it, or undefined where the part is to be computed. Throws
 * as an expression does: `UnknownFact` where a value is missing, `ExpressionFailure` where there is none.
 */
export function valueOfTerm(of: TermValue, given: (part: Term) => unknown): unknown {
  if (Array.isArray(of)) return of.map((item) => valueOfTerm(item, given));
  if (of instanceof Map)
    return new Map([...(of as Map<unknown, unknown>)].map(([key, item]) => [key, valueOfTerm(item, given)]));
  if (!(of instanceof Term)) return of;
  const value = given(of);
  if (value !== undefined) return value;
  if (!isComputed(of)) throw new UnknownFact(of.unknown);
  if (of.name === '?:') return choice(of, given);
  return called(
    of.name,
    of.args.map((arg) => valueOfTerm(arg, given)),
  );
}

/** Whether the engine computes the value of a term from those of its parts. */
export function isComputed(term: Term): term is Term & { readonly args: readonly TermValue[] } {
  if (term.args === undefined) return false;
  if (Object.hasOwn(operators, term.name) || term.name === '?:' || term.name === 'text') return true;
  return isDocumented(term.name, 'function') || isDocumented(term.name, 'method');
}

/** Whether a term has no value where one of its parts has none. */
export function needsAllParts(term: Term): boolean {
  return isComputed(term) && term.name !== '?:' && term.name !== 'text';
}

/**
 * The value with which to compute where only a value that is equal to it is known: numbers of all types are equal, and
 * 5 / 2 is not the same in all. Undefined where the type does not tell.
 */
export function exactValue(value: unknown, type: string): unknown {
  if (!isNumber(value)) return typeof value === 'object' && !isTextList(value) ? undefined : value;
  const number = numericValue(value);
  if (type === 'double') return Number(number);
  if (!Number.isSafeInteger(Number(number))) return undefined;
  if (type === 'uint') return new Uint(BigInt(number));
  return type === 'int' ? BigInt(number) : undefined;
}

/** A constant as the text that an expression makes of it: `5s`, `{"a":1}`. */
export function constantText(value: unknown): string {
  return asText(value);
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function called(name: string, args: readonly unknown[]): unknown {
  if (name === 'text') return args.map(asText).join('');
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (operator !== undefined) return operator(args[0], args[1]);
  return isDocumented(name, 'function') ? callFunction(name, args, nothingGiven) : callMethod(name, args);
}

function choice({ args = [] }: Term, given: (part: Term) => unknown): unknown {
  const condition = valueOfTerm(args[0], given);
  if (typeof condition !== 'boolean') return fail('`? :` does not take it');
  return valueOfTerm(args[condition ? 1 : 2], given);
}

const nothingGiven: VariableScope = {
  read: (of) => {
    throw new UnknownFact({ why: 'not-given', of });
  },
};

const arithmetic = (op: Arithmetic) => (left: unknown, right: unknown) => compute(op, left, right);

/** `Number.NaN` stands for values without an order, of which no comparison is true. */
const order = (left: unknown, right: unknown): number => compare(left, right) ?? Number.NaN;

const operators: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '+': arithmetic('+'),
  '-': arithmetic('-'),
  '*': arithmetic('*'),
  '/': arithmetic('/'),
  '%': arithmetic('%'),
  '==': areEqual,
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
  in: isIn,
  '[]': (owner, key) => itemAt(owner, key, 'it'),
  '.': (owner, name) => (typeof name === 'string' ? celMember(owner, name, 'it') : fail('no member')),
};
