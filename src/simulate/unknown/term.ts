/**
 * Values that are not known. Where a request is not given, what it and its caller choose are variables, and what a policy
 * makes of them are calls; the same term has the same value wherever it stands, on both sides of a change.
 */
import type { Unknown } from '../../model/traffic/simulation.ts';
import type { Atom } from './atom.ts';

/** A value that is known, or a term; a list may have both. */
export type TermValue = unknown;

/** Answers a question about a term: true or false, the same for the same question in one way of a request. */
export type Ask = (atom: Atom) => boolean;

/** A value that is not known. */
export class Term {
  /**
   * The name of a variable, or of a function or an operator of `args`: `req.method`, `header x-user`, `lowerAscii`, `+`.
   * A name that begins with a word and a space belongs to a family: `header`, `query`, `cookie`.
   */
  readonly name: string;
  /** Undefined: a variable. */
  readonly args: readonly TermValue[] | undefined;
  /** The type of its value, as CEL names it; `any` if it is not known. */
  readonly type: string;
  readonly ask: Ask;
  readonly #key: string;
  /** It stands for the term where messages keep values. */
  readonly unknown: Unknown;

  constructor(
    ask: Ask,
    name: string,
    { args, type = 'any' }: { readonly args?: readonly TermValue[] | undefined; readonly type?: string } = {},
  ) {
    this.ask = ask;
    this.name = name;
    this.args = args;
    this.type = type;
    this.#key = args === undefined ? name : `${name}(${args.map(keyOfValue).join(', ')})`;
    this.unknown = { why: 'not-given', of: this.#key };
    termOfUnknown.set(this.unknown, this);
  }

  /** Terms with the same key have the same value. */
  get key(): string {
    return this.#key;
  }
}

const termOfUnknown = new WeakMap<Unknown, Term>();

/** The term for which an unknown value of a message stands. */
export function termOf(unknown: Unknown): Term | undefined {
  return termOfUnknown.get(unknown);
}

/** A text that tells values apart: terms by their key, others by type and value. */
export function keyOfValue(value: TermValue): string {
  if (value instanceof Term) return value.key;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return `${value}d`;
  if (Array.isArray(value)) return `[${value.map(keyOfValue).join(', ')}]`;
  if (value instanceof Map)
    return `{${[...(value as Map<unknown, unknown>)].map(([key, item]) => `${keyOfValue(key)}: ${keyOfValue(item)}`).join(', ')}}`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${keyOfValue(field)}`);
  return `${value.constructor.name} {${fields.join(', ')}}`;
}

/** Whether a value is known as a whole. */
export function isKnown(value: TermValue): boolean {
  if (value instanceof Term) return false;
  return !Array.isArray(value) || value.every(isKnown);
}
