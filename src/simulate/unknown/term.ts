/**
 * Values that are not known. Where a request is not given, what it and its caller choose are variables, and what a
 * policy makes of them are calls; the same term has the same value wherever it is, on both sides of a change.
 */
import type { Unknown } from '../../model/traffic/unknown.ts';

/** A value that is known, or a term; a list may have both. */
export type TermValue = unknown;

/** Answers a question about a term: true or false, the same for the same question in one way of a request. */
export type Ask = (atom: Atom) => boolean;

/** A value that is not known. */
export class Term {
  /**
   * The name of a variable, or of a function or an operator of `args`: `req.method`, `header x-user`, `lowerAscii`,
   * `+`. A name that begins with a word and a space belongs to a family: `header`, `query`, `cookie`.
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
  if (value === undefined) return 'nothing';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${keyOfValue(field)}`);
  return `${value.constructor.name} {${fields.join(', ')}}`;
}

/** Whether a value is known as a whole. */
export function isConstant(value: TermValue): boolean {
  if (value instanceof Term) return false;
  return !Array.isArray(value) || value.every(isConstant);
}

/** A question whose answer is true or false. */
export type Atom =
  /** The value is one of these. */
  | { readonly is: 'in'; readonly of: Term; readonly values: readonly unknown[] }
  | {
      readonly is: 'starting' | 'ending' | 'containing' | 'matching';
      readonly of: Term;
      /** A text; of `matching`, a pattern (RE2). */
      readonly text: string;
    }
  /** The address is in one of these networks. */
  | { readonly is: 'within'; readonly of: Term; readonly networks: readonly string[] }
  /** The number is this or less. */
  | { readonly is: 'at-most'; readonly of: Term; readonly bound: number }
  /** There is such a header, parameter or cookie. */
  | { readonly is: 'present'; readonly of: Term }
  /** The term is true: for what no other question asks, such as who vouches for a caller. */
  | { readonly is: 'true'; readonly of: Term }
  /** Nothing documents whether the service behaves so; if it does, on both sides. */
  | { readonly is: 'behaviour'; readonly of: string };

/** An answer. */
export interface Literal {
  readonly atom: Atom;
  readonly key: string;
  readonly holds: boolean;
}

/** A question about a value, with its answer. */
export type ValueCondition = Pick<Literal, 'atom' | 'holds'>;

/** Atoms with the same key have the same answer. */
export function keyOfAtom(atom: Atom): string {
  if (atom.is === 'behaviour') return `behaviour ${atom.of}`;
  const of = atom.of.key;
  switch (atom.is) {
    case 'in':
      return `${of} in ${atom.values.map(keyOfValue).sort().join(' ')}`;
    case 'within':
      return `${of} within ${[...atom.networks].sort().join(' ')}`;
    case 'at-most':
      return `${of} at-most ${atom.bound}`;
    case 'present':
    case 'true':
      return `${of} ${atom.is}`;
    case 'starting':
    case 'ending':
    case 'containing':
    case 'matching':
      return `${of} ${atom.is} ${JSON.stringify(atom.text)}`;
  }
}
