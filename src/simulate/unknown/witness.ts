/**
 * A request under which answers hold: found by trying values, and proven by the engine, which reads and computes them.
 * Questions that share no part of the request are answered one after the other, not in all combinations.
 */
import type { RequestFacts } from '../../model/traffic/request-facts.ts';
import type { Literal } from './term.ts';
import { leavesOf } from './term-relations.ts';
import { valueOfTerm } from './term-value.ts';
import { meets } from './value-conditions.ts';
import { candidatesFor } from './witness-candidates.ts';
import { choicesFor, partOfRequest, requestOfChoices, variablesOf, type Choices } from './witness-request.ts';

export interface Witness {
  readonly request: RequestFacts;
  /**
   * Literals that no request makes true: who vouches for the caller, counters, secrets, results of calls, and behaviour
   * that is not documented. The others hold for the request.
   */
  readonly beyond: readonly Literal[];
  /** The number of values that were tried. */
  readonly steps: number;
}

const mostSteps = 3000;

/**
 * A request to a URL without a path, such as `https://app.example.com`, under which all literals hold, but for those
 * beyond it. Undefined if none is found with 3,000 values.
 */
export function requestFor(
  literals: readonly Literal[],
  { base }: { readonly base: string },
): Witness | undefined {
  const questions = literals.map((literal) => ({ literal, names: namesOf(literal) }));
  const asked = questions.flatMap(({ literal, names }) => (names === undefined ? [] : [{ literal, names }]));
  const search: Search = { base, choices: new Map(), steps: 0 };
  for (const group of groupsOf(asked)) if (!canAnswer(group, search)) return undefined;
  return {
    request: requestOfChoices(base, search.choices),
    beyond: questions.flatMap(({ literal, names }) => (names === undefined ? [literal] : [])),
    steps: search.steps,
  };
}

/** A literal, and the variables that are chosen for it. */
interface Question {
  readonly literal: Literal;
  readonly names: readonly string[];
}

interface Search {
  readonly base: string;
  readonly choices: Map<string, unknown>;
  steps: number;
}

/** The variables that decide a literal; undefined if something else does. */
function namesOf({ atom }: Literal): readonly string[] | undefined {
  if (atom.is === 'behaviour') return undefined;
  const choices = leavesOf(atom.of).map(choicesFor);
  return choices.every((names) => names !== undefined) ? [...new Set(choices.flat())] : undefined;
}

/** Questions that have no part of the request in common with those of other groups. */
function groupsOf(questions: readonly Question[]): readonly (readonly Question[])[] {
  let groups: readonly (readonly Question[])[] = [];
  for (const question of questions) {
    const parts = new Set(question.names.map(partOfRequest));
    const isShared = (group: readonly Question[]): boolean =>
      group.some(({ names }) => names.some((name) => parts.has(partOfRequest(name))));
    const shared = groups.filter(isShared);
    groups = [...groups.filter((group) => !isShared(group)), [...shared.flat(), question]];
  }
  return groups;
}

/** Chooses the variables of a group; false if no choice is found. */
function canAnswer(group: readonly Question[], search: Search): boolean {
  const counts = new Map<string, number>();
  for (const { names } of group) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return canChoose(names, group, search);
}

function canChoose(names: readonly string[], group: readonly Question[], search: Search): boolean {
  const { base, choices } = search;
  const [name, ...rest] = names;
  const open = new Set(rest.map(partOfRequest));
  const ready = group.filter(
    (question) => !question.names.some((candidate) => open.has(partOfRequest(candidate))),
  );
  if (name === undefined) return doAllHold(ready, base, choices);
  const near = new Set(
    group.filter((question) => question.names.includes(name)).flatMap((candidate) => candidate.names),
  );
  const literals = group
    .filter((question) => question.names.every((other) => near.has(other)))
    .map(({ literal }) => literal);
  for (const value of candidatesFor(name, literals)) {
    if (++search.steps > mostSteps) return false;
    choices.set(name, value);
    if (doAllHold(ready, base, choices) && canChoose(rest, group, search)) return true;
  }
  choices.delete(name);
  return false;
}

function doAllHold(questions: readonly Question[], base: string, choices: Choices): boolean {
  const read = variablesOf(requestOfChoices(base, choices), base);
  return questions.every(({ literal }) => doesHold(literal, read));
}

/** Whether a literal holds for variables that are known. A value that is missing answers no question but `present`. */
export function doesHold({ atom, holds }: Literal, read: (name: string) => unknown): boolean {
  if (atom.is === 'behaviour') return false;
  try {
    if (atom.is === 'present' && atom.of.args === undefined)
      return (read(atom.of.name) !== undefined) === holds;
    const value = valueOfTerm(atom.of, ({ name, args }) => (args === undefined ? read(name) : undefined));
    return meets(atom, value) === holds;
  } catch {
    return false;
  }
}
