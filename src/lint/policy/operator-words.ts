import type { ProblemWords } from './expression-problem.ts';
import { typeWords } from './type-words.ts';

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
