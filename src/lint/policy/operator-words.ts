import { nearNames } from '../../text/near-names.ts';
import { suggestions } from '../../text/suggest.ts';
import { notAField } from '../../text/words/mistake-words.ts';
import type { ExpressionProblem } from './expression-problem.ts';

const plain: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  uint: 'an unsigned number',
  double: 'a number',
  bool: 'a boolean',
  null: 'null',
  secret: 'a secret',
  'list<string>': 'a list of strings',
  bytes: 'bytes',
  type: 'a type',
};

/** An operator that is not defined for the types of its operands. */
export interface Operator {
  readonly left: string;
  readonly operator: string;
  readonly right: string;
}

/** Parses "string == int"; undefined for a unary operator. */
export function operatorIn(text: string): Operator | undefined {
  const [, left, operator = '', right] = /^(\S.*?) (==|!=|<=?|>=?|in|[-+*/%]) (.*)$/.exec(text) ?? [];
  return left === undefined || right === undefined ? undefined : { left, operator, right };
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

export const secretWords: ProblemWords = {
  message: 'a secret cannot be read or compared',
  help: 'write `has(…)` to check whether it is set',
};

export function readsSecret(types: string): boolean {
  return /\bsecret\b/.test(types);
}

/** Whether a comparison is wrong only because its operand types differ. */
export function isOfTypes({ left, operator, right }: Operator): boolean {
  return comparisons.has(operator) && ![left, right].some((type) => type === 'null' || readsSecret(type));
}

/** The message for an operator error such as "string == int" or "!string". */
export function operatorWords(text: string): ProblemWords {
  const found = operatorIn(text);
  if (found === undefined)
    return { message: `\`${text.slice(0, 1)}\` does not take ${typeWords(text.slice(1))}` };
  const { left, operator, right } = found;
  if (readsSecret(left) || readsSecret(right)) return secretWords;
  if (left === 'null' || right === 'null')
    return { message: 'a field is never null', help: 'write `has(…)` to check whether it is set' };
  if (!comparisons.has(operator))
    return { message: `\`${operator}\` does not take ${typeWords(left)} and ${typeWords(right)}` };
  const message = `${typeWords(left)} cannot be compared with ${typeWords(right)}`;
  const isText = left === 'string' || right === 'string';
  return isText ? { message, help: 'put strings in quotes, and numbers not' } : { message };
}

export function typeWords(type: string): string {
  const known = Object.hasOwn(plain, type) ? plain[type] : undefined;
  if (known !== undefined) return known;
  if (type.startsWith('list')) return 'a list';
  if (type.startsWith('map')) return 'a map';
  if (type.startsWith('optional')) return 'a value that may be missing';
  if (type === 'spec' || type.startsWith('spec_')) return 'an object';
  return type.startsWith('google.') ? 'a point or span of time' : 'a value of any type';
}

/** The words for an unknown field of an object: the similar name if there is one, else the valid names. */
export function unknownInExpression(
  name: string,
  owner: string,
  names: readonly string[],
): Pick<ExpressionProblem, 'message' | 'label' | 'help' | 'meant'> {
  const [meant] = suggestions(name, names);
  return {
    message: notAField(name, owner),
    label: 'unknown field',
    ...(meant === undefined ? { help: `the fields are ${nearNames(name, names)}` } : { meant }),
  };
}

/** The message of a mistake, without its place. */
export type ProblemWords = Omit<ExpressionProblem, 'start' | 'end' | 'parts'>;
