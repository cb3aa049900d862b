/**
 * Requests that one resource keeps out, and another, or the same one after a change, lets through: the engine runs a
 * request that is not given through both, and each pair of ways that one request can take is compared.
 */
import type { SpecChange } from '../compare/spec-change.ts';
import type { Openings, Opening } from './opening.ts';
import { sidesAround, comparedWays, type ComparedWays } from './compared-ways.ts';
import type { Spec } from '../../model/value.ts';
import { rememberEach } from '../../text/remember-last.ts';
import type { ForwardSides } from './forward-sides.ts';
import { kinds } from '../../kinds/index.ts';
import { hasSecretReference } from '../../model/secret-reference.ts';
import { policyText } from '../../derive/policy/policy-text.ts';
import { openingOf } from './opening-of.ts';
import { type OpenWay, type OpenWays, secretTerms } from '../../simulate/unknown/ways.ts';
import type { Literal } from '../../simulate/unknown/term.ts';
import { actingRules } from '../../simulate/unknown/acting-rules.ts';
import { type Conjunction, withLiteral } from '../../simulate/unknown/theory.ts';

/** The openings of a change of one resource, whatever is live under its secrets. */
export function openings(change: SpecChange): Openings {
  const { before, after } = change;
  const around = sidesAround();
  const known = knownOf(around).get(before)?.get(after);
  if (known !== undefined) return known;
  const found = isSameForRequests(change) ? none : openingsBetween(comparedWays(change));
  const all = knownOf(around);
  const others = all.get(before) ?? new WeakMap<Spec, Openings>();
  all.set(before, others.set(after, found));
  return found;
}

/** Cache: one pair of objects meets in many spaces. */
const knownOf = rememberEach((_around: ForwardSides) => new WeakMap<Spec, WeakMap<Spec, Openings>>());

const none: Openings = { found: [], isComplete: true };

/** Whether all that a request meets is the same. */
export function isSameForRequests({ kind, before, after }: SpecChange): boolean {
  const [fieldsBefore, fieldsAfter] = [before, after].map((spec) =>
    Object.entries(spec).filter(([name]) => kinds[kind].fields[name]?.type === 'module' || met.has(name)),
  );
  return (
    JSON.stringify(fieldsBefore?.sort()) === JSON.stringify(fieldsAfter?.sort()) &&
    !hasSecretReference(policyText(after))
  );
}

const met: ReadonlySet<string> = new Set(['match', 'match_type', 'traffic_policy', 'url']);

const mostLiterals = 10_000;

function openingsBetween(compared: ComparedWays): Openings {
  const { old, now, always, isTooLarge } = compared;
  if (isTooLarge) return { found: [], isComplete: areEqualAsRead(compared) };
  const work = new Work();
  const found = new Map<string, Opening>();
  for (const willBe of now.ways) {
    for (const oldWay of old.ways) {
      const difference = openingOf(oldWay, willBe, old);
      if (difference === undefined) continue;
      const key = JSON.stringify([difference, oldWay.end, willBe.end, oldWay.at, willBe.at]);
      if (found.has(key) || !work.canBoth(willBe.conjunction, oldWay.when)) continue;
      found.set(key, { ...difference, when: allLiterals(oldWay, willBe), always, was: oldWay, willBe });
    }
  }
  if (work.isDone) return { found: [], isComplete: false };
  return { found: [...found.values(), ...shownSecrets(old, now, always)], isComplete: true };
}

/** All that holds of a request that takes two ways. */
export function allLiterals(oldWay: OpenWay, willBe: OpenWay): readonly Literal[] {
  const known = new Set(oldWay.when.map(({ key }) => key));
  return [...oldWay.when, ...willBe.when.filter(({ key }) => !known.has(key))];
}

/** Whether two sides are the same but for their layout and for what only observes. */
function areEqualAsRead({ before, after }: ComparedWays): boolean {
  const [rulesBefore, rulesAfter] = [actingRules(before.spec), actingRules(after.spec)];
  const withoutPolicy = ({ traffic_policy: _policy, ...rest }: Spec): Spec => rest;
  const isSame = isSameForRequests({
    kind: before.kind,
    before: withoutPolicy(before.spec),
    after: withoutPolicy(after.spec),
  });
  return rulesBefore !== undefined && rulesBefore === rulesAfter && isSame;
}

/** Secrets that clients, or other parties, get to see after a change and did not before. */
function shownSecrets(old: OpenWays, now: OpenWays, always: ReadonlySet<string>): readonly Opening[] {
  const oldLeaks = new Set(old.ways.flatMap((way) => leaksOf(way).map(keyOfLeak)));
  const found = new Map<string, Opening>();
  for (const way of now.ways)
    for (const secret of leaksOf(way))
      if (!oldLeaks.has(keyOfLeak(secret)))
        found.set(keyOfLeak(secret), {
          kind: 'secret',
          secret,
          when: way.when,
          always,
          was: way,
          willBe: way,
        });
  return [...found.values()];
}

type Leak = NonNullable<Opening['secret']>;

function leaksOf({ shown, calls }: OpenWay): readonly Leak[] {
  return [
    ...[...shown].map((name) => ({ name })),
    ...calls.flatMap(({ url, text }) => secretTerms(text).map((name) => ({ name, to: url }))),
  ];
}

function keyOfLeak({ name, to }: Leak): string {
  return JSON.stringify([name, to]);
}

/** Counts the literals that are put together: what takes more is not compared. */
export class Work {
  #left = mostLiterals;

  canBoth(conjunction: Conjunction, literals: readonly Literal[]): boolean {
    for (const { key, holds } of literals) {
      const known = conjunction.answers.get(key);
      if (known !== undefined && known !== holds) return false;
    }
    let all: Conjunction | undefined = conjunction;
    for (const literal of literals) {
      if (this.#left-- <= 0) return true;
      all = withLiteral(all, literal);
      if (all === undefined) return false;
    }
    return true;
  }

  get isDone(): boolean {
    return this.#left <= 0;
  }
}
