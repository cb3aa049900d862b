/** Conditions that a term meets by the way it is made, and by those of its parts. */
import { lowerAscii, sizeOfText, trim, upperAscii } from '../functions/texts.ts';
import { Term, type TermValue, type ValueCondition } from './term.ts';
import { isComputed, needsAllParts } from './term-value.ts';

/** The terms that a term is made of, itself among them, by key; `needed` are those without which it has no value. */
interface Parts {
  readonly all: ReadonlySet<string>;
  readonly needed: ReadonlySet<string>;
}

const known = new WeakMap<Term, Parts>();

export function partsOf(term: Term): Parts {
  const found = known.get(term) ?? collectParts(term);
  known.set(term, found);
  return found;
}

function collectParts(term: Term): Parts {
  const parts = termsIn(term.args).map(partsOf);
  const needed = needsAllParts(term) ? parts.flatMap((part) => [...part.needed]) : [];
  return {
    all: new Set([term.key, ...parts.flatMap(({ all }) => [...all])]),
    needed: new Set([term.key, ...needed]),
  };
}

/**
 * The parts of a term that are not computed from others: variables, and calls of which only the world knows the result.
 */
export function leavesOf(term: Term): readonly Term[] {
  return isComputed(term) ? termsIn(term.args).flatMap(leavesOf) : [term];
}

function termsIn(value: TermValue): readonly Term[] {
  if (value instanceof Term) return [value];
  if (value instanceof Map) return [...(value as Map<unknown, unknown>).values()].flatMap(termsIn);
  return Array.isArray(value) ? value.flatMap(termsIn) : [];
}

/** The conditions that are asked of the term with a key. */
export type AskedOf = (key: string) => readonly ValueCondition[];

/** Conditions that a term meets if it has a value. */
export function impliedConditions(term: Term, askedOf: AskedOf): readonly ValueCondition[] {
  return [
    ...(term.name === 'req.url.path' ? [textCondition(term, 'starting', '/')] : []),
    ...piecesConditions(term),
    ...changedConditions(term, askedOf),
    ...sizeConditions(term, askedOf),
    ...emptyConditions(term, askedOf),
  ];
}

type TextPart = 'starting' | 'ending' | 'containing';

function textCondition(of: Term, part: TextPart, text: string): ValueCondition {
  return { atom: { is: part, of, text }, holds: true };
}

/** The texts that are written in a template, or added to others, are in the result. */
function piecesConditions(term: Term): readonly ValueCondition[] {
  const pieces = piecesOf(term);
  const before = pieces.findIndex((piece) => piece === undefined);
  const after = pieces.findLastIndex((piece) => piece === undefined);
  return [
    textCondition(term, 'starting', pieces.slice(0, Math.max(before, 0)).join('')),
    textCondition(term, 'ending', pieces.slice(after + 1).join('')),
    ...pieces.flatMap((piece) => (piece === undefined ? [] : [textCondition(term, 'containing', piece)])),
  ].filter(({ atom }) => 'text' in atom && atom.text !== '');
}

/** The texts that are joined in order, undefined where one is not known; empty for a term that joins none. */
function piecesOf(term: Term): readonly (string | undefined)[] {
  const { name, args = [] } = term;
  const isJoined = name === 'text' || (name === '+' && args.some((arg) => typeof arg === 'string'));
  if (!isJoined) return [];
  return args.flatMap((arg) => {
    if (typeof arg === 'string') return [arg];
    const inner = arg instanceof Term ? piecesOf(arg) : [];
    return inner.length > 0 ? inner : [undefined];
  });
}

interface TextChange {
  readonly change: (text: string) => string;
  /** A part that it changes is nowhere in a result. */
  readonly isByCharacter: boolean;
}

/** Functions that make of each part of a text a part of the result. */
const changes: Readonly<Record<string, TextChange>> = {
  lowerAscii: { change: lowerAscii, isByCharacter: true },
  upperAscii: { change: upperAscii, isByCharacter: true },
  trim: { change: trim, isByCharacter: false },
};

function changedConditions(term: Term, askedOf: AskedOf): readonly ValueCondition[] {
  const found = Object.hasOwn(changes, term.name) ? changes[term.name] : undefined;
  const part = term.args?.[0];
  if (found === undefined || !(part instanceof Term)) return [];
  const { change, isByCharacter } = found;
  return [
    ...textsOf(part, askedOf).map(({ is: textPart, text }) => textCondition(term, textPart, change(text))),
    ...requiredTexts(askedOf(term.key)).flatMap(({ text }) =>
      isByCharacter && change(text) !== text
        ? [{ ...textCondition(term, 'containing', text), holds: false }]
        : [],
    ),
  ];
}

/** The texts with which a term starts or ends, or that it contains. */
function textsOf(term: Term, askedOf: AskedOf) {
  return requiredTexts([...askedOf(term.key), ...impliedConditions(term, askedOf)]);
}

function requiredTexts(conditions: readonly ValueCondition[]) {
  return conditions.flatMap(({ atom, holds }) =>
    holds && 'text' in atom && atom.is !== 'matching' ? [{ is: atom.is, text: atom.text }] : [],
  );
}

/** A text is not shorter than its parts, and no size is negative. */
function sizeConditions(term: Term, askedOf: AskedOf): readonly ValueCondition[] {
  if (term.name !== 'size') return [];
  const [part] = term.args ?? [];
  const sizes = part instanceof Term ? textsOf(part, askedOf).map(({ text }) => sizeOfText(text)) : [];
  return [{ atom: { is: 'at-most', of: term, bound: Math.max(0, ...sizes) - 1 }, holds: false }];
}

/** The number of requests (the first argument) in the last seconds (the second). */
export const countInSeconds = 'count';

/** In a longer time there are no fewer requests. `others`: terms that share a part with it. */
export function countConditions(
  { args: [requests, seconds] = [] }: Term,
  others: readonly Term[],
  askedOf: AskedOf,
): readonly ValueCondition[] {
  if (typeof seconds !== 'number' || !(requests instanceof Term)) return [];
  return others.flatMap(({ args: [same, other] = [], key }) => {
    if (typeof other !== 'number' || !(same instanceof Term) || same.key !== requests.key) return [];
    return askedOf(key).filter(
      ({ atom, holds }) => atom.is === 'at-most' && (holds ? other >= seconds : other <= seconds),
    );
  });
}

/** A text without characters is empty. */
function emptyConditions(term: Term, askedOf: AskedOf): readonly ValueCondition[] {
  const isEmpty = askedOf(`size(${term.key})`).some(
    ({ atom, holds }) =>
      holds &&
      ((atom.is === 'at-most' && atom.bound < 1) ||
        (atom.is === 'in' && atom.values.every((value) => value === 0n))),
  );
  return isEmpty && term.type === 'string'
    ? [{ atom: { is: 'in', of: term, values: [''] }, holds: true }]
    : [];
}

/** Whether a result of a function that changes nothing twice can be this value. */
export function isResultOf({ name }: Term, value: unknown): boolean {
  const found = Object.hasOwn(changes, name) ? changes[name] : undefined;
  return found === undefined || typeof value !== 'string' || found.change(value) === value;
}

/** Whether a term has a value whatever texts its parts are. */
export function takesAllTexts(term: Term): boolean {
  const { name, args = [] } = term;
  return (
    Object.hasOwn(changes, name) || (name === 'size' && args[0] instanceof Term) || piecesOf(term).length > 0
  );
}

/** Whether every request and every caller has it. */
export function isAlwaysThere({ name, args }: Term): boolean {
  return args === undefined && /^(?:req\.method|req\.url\.path|req\.url\.query|conn\.client_ip)$/.test(name);
}
