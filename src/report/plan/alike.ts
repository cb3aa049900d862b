import type { Remedy } from '../../model/facts/remedy.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Json } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { inertLine } from '../text/inert.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { isRisky } from './plan-groups.ts';
import { isKept } from './step-view.ts';
import { ofEach, remedyWay } from './words/remedy-words.ts';
import { alikeChange, leastSame, sameChange } from '../../derive/compare/alike-change.ts';

/** Two consecutive names are no longer than a run. */
const leastRun = 3;

/** Sorts by the numbers in names, equally in every locale. */
const collator = new Intl.Collator('en', { numeric: true });

interface HasStep {
  readonly step: Step;
}

/** Steps that change the same fields of different resources of one kind, each in the form of a page. */
export interface Alike<One extends HasStep> {
  /** The step that is shown in full. */
  readonly first: One;
  readonly others: readonly One[];
  /** Whether all steps have the same values. */
  readonly hasSameValues: boolean;
}

/** Minimum number of steps with the same fields but different values to fold, in a long plan. */
const leastAlike = 5;

/** Folds similar steps into the first one. Steps with different values are folded only in a `long` plan. */
export function foldAlike<One extends HasStep>(
  all: readonly One[],
  plan: 'short' | 'long',
): readonly Alike<One>[] {
  const groupOf = new Map<One, readonly One[]>();
  const group = (some: readonly One[], keyOf: (step: Step) => string, least: number): void => {
    for (const found of groupBy(some, ({ step }) => keyOf(step)).values())
      if (found.length >= least) for (const item of found) groupOf.set(item, found);
  };
  group(all, sameness, leastSame);
  const same = new Set(groupOf.keys());
  const left = (): readonly One[] => all.filter((item) => !groupOf.has(item));
  group(left(), alikeWithValues, leastSame);
  if (plan === 'long') group(left(), fieldsOf, leastAlike);
  return all.flatMap((item): readonly Alike<One>[] => {
    const [first, ...others] = groupOf.get(item) ?? [item];
    return first === item ? [{ first, others, hasSameValues: same.has(item) }] : [];
  });
}

function sameness(step: Step): string {
  const { action, exposure, possibleExposure } = step;
  const isAlone = ['delete', 'retire', 'drift', 'blocked'].includes(action);
  return isAlone || (possibleExposure !== undefined && exposure === undefined)
    ? alone(step)
    : `${sameChange(step)}${outcomesKey(step)}`;
}

/** Those that one approval covers, or one flag, which name the values of each; and adoptions, which name the ids. */
function alikeWithValues(step: Step): string {
  if (isPlainAdoption(step)) return sameChange({ ...step, reason: { ...step.reason, id: '' } });
  const isOne = step.exposure !== undefined || isPlainKept(step);
  return (isOne ? alikeChange(step) : undefined) ?? alone(step);
}

/** Whether a step takes an object under management as it is, and nothing else. */
function isPlainAdoption(step: Step): step is Step & { readonly reason: { readonly code: 'adopted' } } {
  const { action, reason, changes, exposure, possibleExposure, outcomes } = step;
  const isBare = [exposure, possibleExposure, outcomes].every((aspect) => aspect === undefined);
  return action === 'adopt' && reason.code === 'adopted' && changes.length === 0 && isBare;
}

/**
 * Whether a change outside Edgewright took no protection away, or a step is blocked by its change, and not by something
 * that only its own command settles.
 */
function isPlainKept(step: Step): boolean {
  if (step.changes.length === 0 || step.weakened !== undefined) return false;
  if (step.action === 'drift') return true;
  return (
    step.action === 'blocked' &&
    step.unknown === undefined &&
    step.remedies.every((remedy) => isForAll(remedy, step.address))
  );
}

/** Whether a remedy of one step is that of each step that is alike: `forAll` in `remedy-words.ts` says it of them. */
function isForAll(remedy: Remedy, address: Address): boolean {
  const { command, asks, lead } = remedyWay(remedy);
  const isNamed = lead.replace(ofEach(address), '').includes(address);
  return command === undefined && asks === undefined && !isNamed;
}

/** A sample whose requests get other outcomes does not stand for others. Those that are refused share an approval. */
function outcomesKey({ exposure, outcomes }: Step): string {
  if (exposure !== undefined || outcomes === undefined) return '';
  const codes = outcomes.is === 'changed' ? outcomes.changes.map(({ code }) => code) : [];
  return ` ${outcomes.is} ${[...new Set(codes)].join(' ')}`;
}

/**
 * A key that folds a step with no other. It has the action, since one resource can have two steps: drift, and an update
 * of other fields.
 */
function alone({ action, address }: Step): string {
  return `alone ${action} ${address}`;
}

function fieldsOf(step: Step): string {
  const { action, kind, changes, formerly, attribution, drifted, isProtected } = step;
  if (isRisky(step) || formerly !== undefined || changes.length === 0) return alone(step);
  const fields = changes.map(({ path, cause }) => [path, cause]);
  // A sample with a login must not stand for a route without one.
  const isOpen = action === 'create' && step.protection?.after.length === 0;
  return JSON.stringify([
    ...[action, kind, fields, attribution, drifted, isProtected, isOpen],
    outcomesKey(step),
  ]);
}

/**
 * `and 49 more with the same change`, and `docs`, `shop-1 to shop-48`: names without their kind, which is the sample's.
 * At most `mostNamed` names; a run of numbered names counts as one. Those that one approval covers are all named, with
 * their values where these differ.
 */
export function othersText(
  { first, others, hasSameValues }: Alike<HasStep>,
  mostNamed: number,
): {
  readonly words: string;
  readonly names: readonly string[];
  /** The number of unnamed steps. */
  readonly rest: number;
} {
  const prefix = `${first.step.kind}/`;
  const nameOf = ({ step }: HasStep): string => step.address.slice(prefix.length);
  const count = `and ${others.length} more`;
  const values = hasSameValues
    ? new Set<string>()
    : new Set([first, ...others].map(({ step }) => changeText(step)));
  if (values.size > 1 && (first.step.exposure !== undefined || isPlainKept(first.step))) {
    const changes = new Map(others.map((other) => [nameOf(other), changeText(other.step)]));
    return {
      words: `${count} with the same change, each with its own values`,
      names: changedRuns(changes),
      rest: 0,
    };
  }
  if (isPlainAdoption(first.step)) {
    const named = (step: Step): string => (isPlainAdoption(step) ? ` (${step.reason.id})` : '');
    const names = others.map((other) => `${nameOf(other)}${named(other.step)}`);
    return { words: `${count} adopted as they are`, names, rest: 0 };
  }
  const isSame = hasSameValues || values.size === 1;
  const how = isSame ? 'with the same change' : 'in the same fields, each with its own values';
  const runs = nameRuns(others.map(nameOf));
  // Naming one more takes no more room than counting it.
  const shown = runs.slice(0, runs.length === mostNamed + 1 ? mostNamed + 1 : mostNamed);
  return {
    words: `${count} ${how}`,
    names: shown.map(({ first: from, last }) => (last === undefined ? from : `${from} to ${last}`)),
    rest: runs.slice(shown.length).reduce((sum, run) => sum + run.count, 0),
  };
}

/** `/a -> /b`, or `live /a, files /b` of drift, with the names of the fields where there are several. */
function changeText({ action, changes }: Step): string {
  const told = changes.filter(({ before, after }) =>
    [before, after].some((side) => typeof side === 'string'),
  );
  const sideText = (value: Json | undefined): string =>
    value === undefined ? '(none)' : inertLine(typeof value === 'string' ? value : JSON.stringify(value));
  return told
    .map(({ path, before, after }) => {
      const [oldText, newText] = [sideText(before), sideText(after)];
      const sides = isKept({ action }) ? `live ${oldText}, files ${newText}` : `${oldText} -> ${newText}`;
      return told.length === 1 ? sides : `${path}: ${sides}`;
    })
    .join('; ');
}

/** Names with consecutive numbers, `shop-1` to `shop-48`, or a single name. */
interface NameRun {
  readonly first: string;
  /** Absent for a single name. */
  readonly last?: string;
  /** Number of names. */
  readonly count: number;
}

/** The sorted names, consecutive ones as runs; each name is in exactly one run. */
export function nameRuns(
  names: readonly string[],
  isLike = ([name, next]: readonly [string, string]): boolean => isNext(name, next),
): readonly NameRun[] {
  const ordered = names.toSorted((a, b) => collator.compare(a, b));
  const groups: string[][] = [];
  for (const name of ordered) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && isLike([last, name])) group.push(name);
    else groups.push([name]);
  }
  return groups.flatMap((group): NameRun[] => {
    const [first = ''] = group;
    const last = group.at(-1);
    return group.length >= leastRun && last !== undefined
      ? [{ first, last, count: group.length }]
      : group.map((name) => ({ first: name, count: 1 }));
  });
}

/**
 * Names with their changes: `shop-1 (/a-1 -> /b-1) to shop-48 (/a-48 -> /b-48)`, where each change has the number of
 * its name alone, or every name by itself.
 */
function changedRuns(changes: ReadonlyMap<string, string>): readonly string[] {
  const isLike = ([name, next]: readonly [string, string]): boolean =>
    isNext(name, next) && withoutNumber(name, changes) === withoutNumber(next, changes);
  const told = (name: string): string => `${name} (${changes.get(name) ?? ''})`;
  return nameRuns([...changes.keys()], isLike).flatMap(({ first, last }) =>
    last === undefined ? [told(first)] : [`${told(first)} to ${told(last)}`],
  );
}

/** The change of a name with a mark for each of its numbers that is also that of the name. */
function withoutNumber(name: string, changes: ReadonlyMap<string, string>): string {
  const [number = ''] = /\d+$/.exec(name) ?? [];
  return (changes.get(name) ?? '').replaceAll(/\d+/g, (found) => (found === number ? '\0' : found));
}

function isNext(name: string, next: string): boolean {
  const [, stem, number = ''] = /^(.*?)(\d{1,15})$/.exec(name) ?? [];
  return stem !== undefined && next === stem + String(Number(number) + 1).padStart(number.length, '0');
}
