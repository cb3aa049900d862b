/** Questions about values that are not known, and their answers. */
import { keyOfValue, type Term } from './term.ts';

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
    default:
      return `${of} ${atom.is} ${JSON.stringify(atom.text)}`;
  }
}
