/**
 * Operators and functions of expressions on values that are not known: each gives an answer to a question, or a term.
 */
import { ipRange } from '../../text/ip-ranges.ts';
import { joinTexts } from '../scope-values.ts';
import { OpenMap } from './open-map.ts';
import { isConstant, Term, type TermValue } from './term.ts';

/** The first term in a value, or in the items of a list. */
export function termIn(value: TermValue): Term | undefined {
  if (value instanceof Term) return value;
  if (!Array.isArray(value)) return undefined;
  for (const item of value as readonly TermValue[]) {
    const found = termIn(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A call whose value is not known. */
export function callTerm(name: string, args: readonly TermValue[], type = 'any'): Term {
  const term = args.map(termIn).find((found) => found !== undefined);
  if (term === undefined) throw new Error(`${name} has no argument that is not known`);
  return new Term(term.ask, name, { args, type });
}

/** Whether a value that is a boolean is true. */
export function isTrueTerm(term: Term): boolean {
  return term.ask({ is: 'true', of: term });
}

/** Whether two values are equal, of which at least one is a term. */
export function equalTerms(a: TermValue, b: TermValue): boolean {
  const [term, other] = a instanceof Term ? [a, b] : [b, a];
  if (!(term instanceof Term)) throw new Error('neither is a term');
  if (other instanceof Term) {
    if (term.key === other.key) return true;
    const [first, second] = term.key < other.key ? [term, other] : [other, term];
    return isTrueTerm(callTerm('==', [first, second], 'bool'));
  }
  if (term.type !== 'any' && typeof other === 'string' && term.type !== 'string') return false;
  if (term.type === 'string' && typeof other !== 'string') return false;
  if (typeof other === 'boolean') return isTrueTerm(term) === other;
  return isConstant(other)
    ? term.ask({ is: 'in', of: term, values: [other] })
    : isTrueTerm(callTerm('==', [term, other], 'bool'));
}

type Order = '<' | '<=' | '>' | '>=';

const flipped: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** `a op b`, where at least one is a term. */
export function isOrderedTerm(op: Order, a: TermValue, b: TermValue): boolean {
  if (!(a instanceof Term)) return isOrderedTerm(flipped[op], b, a);
  // Whole numbers have a neighbour, so that one question stands for all four operators.
  if (typeof b === 'bigint') {
    const bound = Number(op === '<' || op === '>=' ? b - 1n : b);
    return a.ask({ is: 'at-most', of: a, bound }) === (op === '<' || op === '<=');
  }
  return isTrueTerm(callTerm(op, [a, b], 'bool'));
}

/** Whether a list has an item, where the list or the item is not known; undefined if each item is to be compared. */
export function isInTerm(item: TermValue, all: TermValue): boolean | undefined {
  if (all instanceof Term) return isTrueTerm(callTerm('in', [item, all], 'bool'));
  const isListed = Array.isArray(all) && all.length > 0 && all.every(isConstant) && item instanceof Term;
  if (!isListed) return undefined;
  return item.ask({ is: 'in', of: item, values: all as readonly unknown[] });
}

const questions = {
  startsWith: 'starting',
  endsWith: 'ending',
  contains: 'containing',
  matches: 'matching',
} as const;

/** A function or a method of arguments of which some are not known. `type`: that of its result. */
export function calledTerm(name: string, given: readonly TermValue[], type: string): TermValue {
  const args = given.map((arg) => (arg instanceof OpenMap ? arg.whole : arg));
  const [first, second] = args;
  if (isQuestion(name) && first instanceof Term && typeof second === 'string')
    return first.ask({ is: questions[name], of: first, text: second });
  if ((name === 'inCidrRange' || name === 'inCidrRanges') && first instanceof Term && isConstant(second))
    return isWithin(first, Array.isArray(second) ? (second as readonly unknown[]) : [second]);
  if (name === 'isPrivateIp' && first instanceof Term)
    return isWithin(first, ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);
  const separator = second ?? '';
  if (name === 'join' && Array.isArray(first) && typeof separator === 'string')
    return joinTexts(
      (first as (string | Term)[]).flatMap((item, at) => (at === 0 ? [item] : [separator, item])),
    );
  if (name === 'size' && Array.isArray(first)) return BigInt(first.length);
  if (name === 'dyn' || (name === 'string' && first instanceof Term && first.type === 'string')) return first;
  return callTerm(name, args, type);
}

function isQuestion(name: string): name is keyof typeof questions {
  return Object.hasOwn(questions, name);
}

/** In a network that cannot be read, and in an address without a length, is nothing. */
function isWithin(address: Term, networks: readonly unknown[]): boolean {
  const read = networks.filter(
    (network): network is string =>
      typeof network === 'string' && network.includes('/') && ipRange(network) !== undefined,
  );
  return read.length > 0 && address.ask({ is: 'within', of: address, networks: read });
}

/** Whether a member is there, of a value that is not known; what a message has by a name was asked before. */
export function isPresentTerm(term: Term): boolean {
  const isMember = term.args !== undefined && (term.name === '.' || term.name === '[]');
  return !isMember || term.ask({ is: 'present', of: term });
}

/** `owner.name` or `owner[key]` of a term. */
export function memberTerm(owner: Term, key: TermValue): Term {
  return callTerm(typeof key === 'string' ? '.' : '[]', [owner, key]);
}
