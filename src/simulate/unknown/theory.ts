/**
 * Whether answers can all hold together. It takes the conditions of one value at a time, and what one term says of
 * another. A solver for such theories would know more, and is too large and too slow for a command line; what is not
 * understood here counts as possible, and then a request is looked for in vain. What is called impossible has a proof.
 */
import { ExpressionFailure } from '../scope-values.ts';
import { conditionsOfPattern } from './pattern-conditions.ts';
import {
  countConditions,
  countInSeconds,
  impliedConditions,
  isAlwaysThere,
  isResultOf,
  partsOf,
  takesAllTexts,
} from './term-relations.ts';
import {
  isConstant,
  keyOfAtom,
  keyOfValue,
  Term,
  type Atom,
  type Literal,
  type TermValue,
  type ValueCondition,
} from './term.ts';
import { exactValue, isComputed, valueOfTerm } from './term-value.ts';
import { canBeMet, meets, valuesMeeting } from './value-conditions.ts';

/** Literals of which no proof says that they cannot all hold. */
export interface Conjunction {
  /** The answers by the keys of their atoms. */
  readonly answers: ReadonlyMap<string, boolean>;
  /** The terms that are asked about, by key. */
  readonly subjects: ReadonlyMap<string, Subject>;
  /** The subjects with a part, by the key of the part; a term is a part of itself. */
  readonly users: ReadonlyMap<string, readonly string[]>;
  /** The two sides of each equality that holds. */
  readonly equalities: readonly (readonly [TermValue, TermValue])[];
}

interface Subject {
  readonly term: Term;
  /** Literals, and conditions that are the same as a pattern. */
  readonly asked: readonly ValueCondition[];
}

export const emptyConjunction: Conjunction = {
  answers: new Map(),
  subjects: new Map(),
  users: new Map(),
  equalities: [],
};

/** False only with a proof that the literals cannot all hold. */
export function areCompatible(literals: readonly Literal[]): boolean {
  let all: Conjunction | undefined = emptyConjunction;
  for (const literal of literals) {
    all = withLiteral(all, literal);
    if (all === undefined) return false;
  }
  return true;
}

/** The conjunctions with either answer to a question; undefined where it is impossible. */
export interface Branches {
  readonly yes: Conjunction | undefined;
  readonly no: Conjunction | undefined;
}

export function branchesOf(conjunction: Conjunction, atom: Atom): Branches {
  const key = keyOfAtom(atom);
  return {
    yes: withLiteral(conjunction, { atom, key, holds: true }),
    no: withLiteral(conjunction, { atom, key, holds: false }),
  };
}

/** The only answer to a question that the other literals leave; undefined if it may be either. */
export function decided(conjunction: Conjunction, atom: Atom): boolean | undefined {
  const { yes, no } = branchesOf(conjunction, atom);
  return yes !== undefined && no !== undefined ? undefined : yes !== undefined;
}

/** One literal more; undefined, with a proof, if it cannot hold together with the others. */
export function withLiteral(conjunction: Conjunction, literal: Literal): Conjunction | undefined {
  const { atom, key, holds } = literal;
  const answer = conjunction.answers.get(key);
  if (answer !== undefined) return answer === holds ? conjunction : undefined;
  const answers = new Map(conjunction.answers).set(key, holds);
  if (atom.is === 'behaviour') return { ...conjunction, answers };
  const next = { ...conjunction, ...withSubject(conjunction, atom.of, literal), answers };
  return relatedTo(atom.of, next).every((subject) => isPossible(subject, next)) ? next : undefined;
}

function withSubject(
  { subjects, users, equalities }: Conjunction,
  term: Term,
  literal: Literal,
): Omit<Conjunction, 'answers'> {
  const found = subjects.get(term.key);
  const asked = [...(found?.asked ?? []), literal, ...conditionsOfPattern(literal)];
  const isEqual = term.name === '==' && literal.atom.is === 'true' && literal.holds;
  const next = {
    subjects: new Map(subjects).set(term.key, { term, asked }),
    equalities: isEqual ? [...equalities, [term.args?.[0], term.args?.[1]] as const] : equalities,
  };
  if (found !== undefined) return { ...next, users };
  const parts = new Map(users);
  for (const part of partsOf(term).all) parts.set(part, [...(parts.get(part) ?? []), term.key]);
  return { ...next, users: parts };
}

/** The subjects that share a part with a term, or with one that does. */
function relatedTo(term: Term, { subjects, users }: Conjunction): readonly Term[] {
  const { all } = partsOf(term);
  if (all.size === 1 && users.get(term.key)?.length === 1) return [term];
  const found = new Map<string, Term>();
  const parts = new Set(all);
  // Items that are added to a set while it is gone through come last.
  for (const part of parts)
    for (const key of users.get(part) ?? []) {
      const user = subjects.get(key)?.term;
      if (user === undefined || found.has(key)) continue;
      found.set(key, user);
      for (const other of partsOf(user).all) parts.add(other);
    }
  return [...found.values()];
}

function isPossible(term: Term, conjunction: Conjunction): boolean {
  const asked = askedOf(term.key, conjunction);
  const { values, isThere } = computedOf(term, conjunction);
  // Without a value, the answer to all questions is no.
  if (!isThere && !asked.some(({ holds }) => holds)) return true;
  return canBeMet(asked, {
    ...knowledgeOf(term, conjunction),
    values,
    isAddress: term.name === 'conn.client_ip',
    accepts: (value) => isAccepted(term, value, conjunction),
  });
}

function knowledgeOf(term: Term, conjunction: Conjunction) {
  const { others } = equalTo(term.key, conjunction);
  const asked = (key: string): readonly ValueCondition[] => askedOf(key, conjunction);
  const conditionsOf = (same: Term): readonly ValueCondition[] => [
    ...impliedConditions(same, asked),
    ...(same.name === countInSeconds ? countConditions(same, relatedTo(same, conjunction), asked) : []),
  ];
  return {
    implied: others.length === 0 ? conditionsOf(term) : [term, ...others].flatMap(conditionsOf),
    type: term.name === 'size' ? 'int' : term.type,
  };
}

/** The conditions of a term and of those that are equal to it. */
function askedOf(key: string, conjunction: Conjunction): readonly ValueCondition[] {
  const asked = conjunction.subjects.get(key)?.asked ?? [];
  if (conjunction.equalities.length === 0) return asked;
  const { others, values } = equalTo(key, conjunction);
  return [
    ...asked,
    ...others.flatMap((other) => conjunction.subjects.get(other.key)?.asked ?? []),
    ...values,
  ];
}

interface Equals {
  /** Without the term itself. */
  readonly others: readonly Term[];
  /** Conditions that it is a known value. */
  readonly values: readonly ValueCondition[];
}

const nothing: Equals = { others: [], values: [] };

/** The values that are equal to a term, if all literals hold. */
function equalTo(key: string, { equalities }: Conjunction): Equals {
  if (equalities.length === 0) return nothing;
  const others = new Map<string, Term>();
  const values: ValueCondition[] = [];
  const keys = new Set([key]);
  const sides = equalities.flatMap(([left, right]) => [[left, right] as const, [right, left] as const]);
  // Items that are added to a set while it is gone through come last.
  for (const candidate of keys)
    for (const [side, other] of sides) {
      if (!(side instanceof Term) || side.key !== candidate) continue;
      if (other instanceof Term) {
        if (!keys.has(other.key)) others.set(other.key, other);
        keys.add(other.key);
      } else if (isConstant(other))
        values.push({ atom: { is: 'in', of: side, values: [other] }, holds: true });
    }
  return { others: [...others.values()], values };
}

/** Whether a term has to have a value because another one has. */
function isNeeded({ key }: Term, { users, subjects }: Conjunction): boolean {
  return (users.get(key) ?? []).some((user) => {
    const subject = subjects.get(user);
    return subject?.asked.some(({ holds }) => holds) === true && partsOf(subject.term).needed.has(key);
  });
}

/** Whether the terms that are computed from a value have, with this one, values that meet their conditions. */
function isAccepted(term: Term, value: unknown, conjunction: Conjunction): boolean {
  const { users, subjects } = conjunction;
  const { others } = equalTo(term.key, conjunction);
  return [term, ...others].every((same) => {
    if (!isResultOf(same, value)) return false;
    // A number of another type is equal, and computes otherwise.
    const exact = same === term || typeof value === 'string' ? exactValue(value, term.type) : undefined;
    return (users.get(same.key) ?? []).every((user) => {
      const subject = subjects.get(user);
      return exact === undefined || subject === undefined || isMetWith(subject, same.key, exact);
    });
  });
}

function isMetWith({ term, asked }: Subject, key: string, exact: unknown): boolean {
  try {
    const value = valueOfTerm(term, (part) => (part.key === key ? exact : undefined));
    return asked.every(({ atom, holds }) => (meets(atom, value) ?? holds) === holds);
  } catch (error) {
    // Without a value, no question about it has the answer yes.
    return !(error instanceof ExpressionFailure) || !asked.some(({ holds }) => holds);
  }
}

const mostValues = 64;

interface ComputedValue {
  /** All values that it may have, where its parts have few. */
  readonly values: readonly unknown[] | undefined;
  /** It has a value, if all literals hold. */
  readonly isThere: boolean;
}

/** The values of a term as its parts give them. */
function computedOf(term: Term, conjunction: Conjunction): ComputedValue {
  if (term.args === undefined)
    return { values: undefined, isThere: isAlwaysThere(term) || isNeeded(term, conjunction) };
  const parts = new Map(term.args.filter((arg) => arg instanceof Term).map((arg) => [arg.key, arg]));
  const exact = [...parts.values()].map((part) => ({ part, ...exactOf(part, conjunction) }));
  const arePartsThere = exact.every(({ isThere }) => isThere);
  const results = isComputed(term) && term.name !== '?:' ? resultsOf(term, choicesOf(exact)) : undefined;
  const isTotal =
    results?.isTotal === true || (takesAllTexts(term) && exact.every(({ part }) => part.type === 'string'));
  return {
    values: results?.values,
    isThere: isAlwaysThere(term) || isNeeded(term, conjunction) || (arePartsThere && isTotal),
  };
}

/** The values of a part, if they are few and their types are known. */
function exactOf(part: Term, conjunction: Conjunction): ComputedValue {
  const { values, isThere } = computedOf(part, conjunction);
  const { implied, type } = knowledgeOf(part, conjunction);
  const found = valuesMeeting([...askedOf(part.key, conjunction), ...implied], { type, values });
  const exact = found?.map((value) => exactValue(value, part.type));
  return { values: exact?.includes(undefined) === true ? undefined : exact, isThere };
}

type Choice = ReadonlyMap<string, unknown>;

/** Each value of each part with each of the others; undefined if they are many. */
function choicesOf(
  parts: readonly { readonly part: Term; readonly values: readonly unknown[] | undefined }[],
): readonly Choice[] | undefined {
  let choices: readonly Choice[] = [new Map()];
  for (const { part, values } of parts) {
    if (values === undefined || choices.length * values.length > mostValues) return undefined;
    choices = choices.flatMap((choice) => values.map((value) => new Map(choice).set(part.key, value)));
  }
  return choices;
}

/** The values of a term for some values of its parts; total if it has one for each. */
function resultsOf(term: Term, choices: readonly Choice[] | undefined) {
  if (choices === undefined) return undefined;
  const values = new Map<string, unknown>();
  let isTotal = true;
  for (const choice of choices) {
    try {
      const value = valueOfTerm(term, ({ key }) => choice.get(key));
      values.set(keyOfValue(value), value);
    } catch (error) {
      if (!(error instanceof ExpressionFailure)) return undefined;
      isTotal = false;
    }
  }
  return { values: [...values.values()], isTotal };
}
