/** Conditions on one value: whether a value meets one, and whether there can be a value that meets all of them. */
import { commonRanges, ipRange, isInRange, rangesWithout, type IpRange } from '../../text/ip-ranges.ts';
import { matchesPattern } from '../../derive/expressions/linear-patterns.ts';
import { areEqual, compare, isNumber } from '../cel/cel-operators.ts';
import type { Atom, ValueCondition } from './term.ts';
import { choicesOfPattern } from './pattern-conditions.ts';
import { isConstant } from './term.ts';

/** Whether a value that is there meets a condition; undefined if the engine does not say. */
export function meets(atom: Atom, value: unknown): boolean | undefined {
  try {
    switch (atom.is) {
      case 'in':
        return isConstant(atom.values)
          ? atom.values.some((candidate) => areEqual(candidate, value))
          : undefined;
      case 'within':
        return typeof value === 'string' ? isWithinNetworks(value, atom.networks) : undefined;
      case 'at-most':
        return isNumber(value) ? (compare(value, atom.bound) ?? 1) <= 0 : undefined;
      case 'present':
        return true;
      case 'true':
        return typeof value === 'boolean' ? value : undefined;
      case 'behaviour':
        return undefined;
      case 'starting':
      case 'ending':
      case 'containing':
      case 'matching':
        return typeof value === 'string' ? isTextMet(atom, value) : undefined;
    }
  } catch {
    return undefined;
  }
}

function isWithinNetworks(address: string, networks: readonly string[]): boolean {
  return !address.includes('/') && networks.some((network) => isInRange(address, network));
}

type TextAtom = Extract<Atom, { readonly text: string }>;

function isTextMet({ is: part, text }: TextAtom, value: string): boolean {
  switch (part) {
    case 'starting':
      return value.startsWith(text);
    case 'ending':
      return value.endsWith(text);
    case 'containing':
      return value.includes(text);
    case 'matching':
      return matchesPattern(value, text);
  }
}

/** Knowledge of the value that conditions are about. */
export interface ValueKnowledge {
  /** Conditions that it meets if it is there. */
  readonly implied: readonly ValueCondition[];
  /** As CEL names it. */
  readonly type: string;
  /** It is the text of an address. */
  readonly isAddress: boolean;
  /** It is one of these. */
  readonly values?: readonly unknown[] | undefined;
  /** Whether it may be this value, as far as others depend on it. */
  readonly accepts: (value: unknown) => boolean;
}

/** False only with a proof that no value meets all conditions. */
export function canBeMet(asked: readonly ValueCondition[], known: ValueKnowledge): boolean {
  if (asked.some(({ atom, holds }) => atom.is === 'present' && !holds)) return false;
  const all = [...asked, ...known.implied];
  const values = valuesMeeting(all, known);
  if (values !== undefined) return values.some(known.accepts);
  const isText = known.type === 'string' || all.some(({ atom, holds }) => holds && 'text' in atom);
  return (!isText || areTextsMet(all)) && areBoundsMet(all, known.type) && areNetworksMet(all, known);
}

/** The values that are left where only some come into question; undefined if no condition names them. */
export function valuesMeeting(
  conditions: readonly ValueCondition[],
  { values, type }: Pick<ValueKnowledge, 'values' | 'type'>,
): readonly unknown[] | undefined {
  const named = conditions.flatMap(({ atom, holds }) =>
    holds && atom.is === 'in' && isConstant(atom.values) ? [atom.values] : [],
  );
  const some = values ?? named[0] ?? wholeNumbers(conditions, type);
  return some?.filter((value) =>
    conditions.every(({ atom, holds }) => (meets(atom, value) ?? holds) === holds),
  );
}

const mostNumbers = 16;

/** The integers between two bounds that are near to each other. */
function wholeNumbers(conditions: readonly ValueCondition[], type: string): readonly bigint[] | undefined {
  if (!isWhole(type)) return undefined;
  const { least, most } = boundsOf(conditions, type);
  const isSmall = Number.isSafeInteger(least) && Number.isSafeInteger(most) && most - least < mostNumbers;
  if (!isSmall) return undefined;
  return Array.from({ length: Math.max(most - least + 1, 0) }, (_, at) => BigInt(least + at));
}

function isWhole(type: string): boolean {
  return type === 'int' || type === 'uint';
}

function boundsOf(conditions: readonly ValueCondition[], type: string) {
  const bounds = (wanted: boolean): readonly number[] =>
    conditions.flatMap(({ atom, holds }) =>
      atom.is === 'at-most' && holds === wanted ? [isWhole(type) ? Math.floor(atom.bound) : atom.bound] : [],
    );
  const above = Math.max(...bounds(false));
  return { most: Math.min(...bounds(true)), above, least: isWhole(type) ? above + 1 : above };
}

function areBoundsMet(conditions: readonly ValueCondition[], type: string): boolean {
  // Without a bound above, a number that is in no order is not at most anything.
  if (!conditions.some(({ atom, holds }) => atom.is === 'at-most' && holds)) return true;
  const { most, above, least } = boundsOf(conditions, type);
  return above < most && least <= most;
}

function areTextsMet(conditions: readonly ValueCondition[]): boolean {
  const texts = conditions.filter((condition): condition is TextCondition => 'text' in condition.atom);
  if (texts.length === 0) return true;
  if (!areStartsMet(texts)) return false;
  return texts.every(({ atom, holds }) => {
    const choices = atom.is === 'matching' && holds ? choicesOfPattern(atom.text, atom.of) : undefined;
    const isOpen = (choice: Atom): boolean =>
      !('text' in choice) || areStartsMet([...texts, { atom: choice, holds: true }]);
    return choices?.some(isOpen) ?? true;
  });
}

/** Whether the texts that a value begins with, ends with and has in it leave room for each other. */
function areStartsMet(texts: readonly TextCondition[]): boolean {
  const some = (part: TextAtom['is'], wanted: boolean): readonly string[] =>
    texts.flatMap(({ atom, holds }) => (atom.is === part && holds === wanted ? [atom.text] : []));
  const starts = longestFirst([...some('starting', true), '']);
  const ends = longestFirst([...some('ending', true), '']);
  const [start = '', end = ''] = [starts[0], ends[0]];
  const parts = [start, end, ...some('containing', true)];
  return (
    starts.every((text) => start.startsWith(text)) &&
    ends.every((text) => end.endsWith(text)) &&
    !some('starting', false).some((text) => start.startsWith(text)) &&
    !some('ending', false).some((text) => end.endsWith(text)) &&
    !some('containing', false).some((text) => parts.some((part) => part.includes(text)))
  );
}

interface TextCondition {
  readonly atom: TextAtom;
  readonly holds: boolean;
}

function longestFirst(texts: readonly string[]): readonly string[] {
  return [...texts].sort((a, b) => b.length - a.length);
}

const allAddresses: readonly IpRange[] = ['0.0.0.0/0', '::/0'].flatMap(rangesOf);

function rangesOf(network: string): readonly IpRange[] {
  const range = ipRange(network);
  return range === undefined ? [] : [range];
}

function areNetworksMet(conditions: readonly ValueCondition[], { isAddress }: ValueKnowledge): boolean {
  const all = conditions.flatMap(({ atom, holds }) =>
    atom.is === 'within' ? [{ ranges: atom.networks.flatMap(rangesOf), holds }] : [],
  );
  // A text that is not an address is in none of the networks.
  if (all.length === 0 || (!isAddress && !all.some(({ holds }) => holds))) return true;
  const left = all.reduce(
    (rest, { ranges, holds }) => (holds ? commonRanges(rest, ranges) : rangesWithout(rest, ranges)),
    allAddresses,
  );
  return left.length > 0;
}
