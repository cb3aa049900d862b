/** Compares the guards of traffic policies: a removed `deny` may have been the only protection of an endpoint. */
import { isSameButForSecrets } from '../../../derive/compare/secret-shape.ts';
import { actionsIn, type PolicyAction } from '../../../derive/policy/policy-actions.ts';
import {
  isKeeping,
  isPolicyUnreadable,
  stopsOf,
  type Guard,
  type Stops,
} from '../../../derive/policy/policy-guards.ts';
import { isLaxing, isUnswitched, type Switches } from '../../../derive/policy/policy-switches.ts';
import { actionOf } from '../../../kinds/policy/index.ts';
import type { TrafficAction } from '../../../kinds/policy/traffic-action.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Json, Spec } from '../../../model/value.ts';
import { distinct } from '../distinct.ts';
import { conditionIndex, workLimit, type WorkLimit } from './condition-index.ts';
import { conditionReader, type Condition, type ConditionReader } from './condition.ts';
import { isAsTight } from './policy-config.ts';
import { canonicalJson } from '../../../text/hash.ts';

/** The guards that block fewer or different requests after the change. */
export function lostGuards(before: Spec, after: Spec): readonly Guard[] {
  const old = stopsOf(before);
  const { isCovered } = comparison(old, stopsOf(after));
  return old.stops.filter((guard) => isKeeping(guard) && !isCovered(guard));
}

/** A fact for each guard that blocks fewer or different requests after the change. */
export function weakenedGuards(before: Spec, after: Spec): readonly ExposureLoss[] {
  const old = stopsOf(before);
  const kept = old.stops.filter(isKeeping);
  if (kept.length === 0) return [];
  const now = stopsOf(after);
  const { isCovered, isJudged } = comparison(old, now);
  const lost = kept.filter((guard) => !isCovered(guard));
  if (lost.length > 0 && isPolicyUnreadable(after)) {
    return [{ code: 'guards-unreadable', actions: [...new Set(lost.map(({ type }) => type))] }];
  }
  // With those that can no longer act.
  const left = new Set(actionsIn(after).map(placeOf));
  return distinct(
    lost.map((guard): ExposureLoss => {
      const { type: action, phase } = guard;
      if (!left.has(placeOf(guard))) return { code: 'guard-removed', action, phase };
      return { code: isJudged(guard) ? 'guard-changed' : 'guard-not-compared', action, phase };
    }),
  );
}

function placeOf({ phase, type }: PolicyAction): string {
  return `${phase} ${type}`;
}

/** Whether the policy rejects every request. */
export function refusesAll(spec: Spec): boolean {
  return stopsOf(spec).stops.some(
    ({ type, phase, expressions, switches, handedOn }) =>
      actionOf(type)?.onlyRefuses === true &&
      phase !== 'on_http_response' &&
      expressions.length === 0 &&
      isUnswitched({ switches }) &&
      handedOn === 0,
  );
}

interface GuardComparison {
  /** Whether the new policy covers a guard. Several stops may cover it together, as when one rule was split in two. */
  readonly isCovered: (guard: Guard) => boolean;
  /** False if the guard or the new policy is too large to tell. */
  readonly isJudged: (guard: Guard) => boolean;
}

function comparison(old: Stops, now: Stops): GuardComparison {
  const limit = workLimit();
  const read = conditionReader();
  const conditionOf = ({ expressions }: Guard): Condition => read(expressions);
  const index = conditionIndex({ items: now.stops, conditionOf, identityOf, limit });
  const isHandedOn = handedOnBefore(old.handedOn, now.handedOn, read, limit);
  const isShapedAlike = shapedAlike(old.shaped, now.shaped, limit);
  /** Whether `stop` lets through no more of the requests that it sees than `guard` does. */
  const isAsGood = (stop: Guard, guard: Guard): boolean =>
    isInTime(stop, guard) &&
    isForAll(stop.switches, guard.switches) &&
    (stop.isRefusal ||
      (stop.type === guard.type && (stop.ownEnd === 'always' || isTightened(stop, guard, limit)))) &&
    isHandedOn(stop.handedOn, guard.handedOn) &&
    isShapedAlike(stop, guard);
  return {
    isCovered: (guard) => index.covers(guard, (stop) => isAsGood(stop, guard)),
    isJudged: (guard) => conditionOf(guard).isSplit && !limit.isReached(),
  };
}

function isTightened(stop: Guard, guard: Guard, { spend }: WorkLimit): boolean {
  const size = JSON.stringify([stop.config, guard.config]).length;
  return spend(Math.ceil(size / 32)) && isAsTight(stop.type, guard.config, stop.config);
}

function identityOf({ phase, type, expressions, config, switches }: Guard): string {
  return canonicalJson({ phase, type, expressions: [...expressions], config, switches });
}

/** Whether `stop` acts in the phase of `guard`, or earlier, at connect, without reading request data. */
function isInTime(stop: Guard, guard: Guard): boolean {
  if (stop.phase === guard.phase) return true;
  const isEarlier = stop.phase === 'on_tcp_connect' && guard.phase === 'on_http_request';
  return isEarlier && !stop.expressions.some((one) => /\breq\b/.test(one));
}

function isForAll(now: Switches, before: Switches): boolean {
  const isConstant = ([key, value]: [string, Switches[string]]): boolean =>
    before[key] !== undefined && isSameButForSecrets(before[key], value);
  return (
    Object.entries(now).every(isConstant) &&
    Object.entries(before).every(([key, value]) => now[key] !== undefined || isLaxing(key, value))
  );
}

/** Whether the same preceding actions shape the data that the expressions of both read. */
function shapedAlike(
  old: Stops['shaped'],
  now: Stops['shaped'],
  { spend }: WorkLimit,
): (stop: Guard, guard: Guard) => boolean {
  const facts = ({ type, expressions, config }: PolicyAction): Json => [type, [...expressions], config];
  const differing = now.findIndex((action, at) => {
    const was = old[at];
    return was === undefined || !isSameButForSecrets(facts(action), facts(was));
  });
  const alike = differing === -1 ? now.length : differing;
  return (stop, guard) => {
    const start = Math.min(alike, stop.shaped, guard.shaped);
    if (!spend(stop.shaped + guard.shaped - 2 * start)) return false;
    const mayChange = changing(stop);
    const [is, was] = [now.slice(start, stop.shaped), old.slice(start, guard.shaped)].map((actions) =>
      actions.filter(mayChange).map(facts),
    );
    return isSameButForSecrets(is ?? [], was ?? []);
  };
}

/** Expressions that see a change; headers are looked up by name. */
const looksAt: Readonly<Record<Exclude<TrafficAction['changes'], undefined | 'headers'>, RegExp>> = {
  variables: /\bvars\b/,
  url: /\b(?:url|uri|path)\b/i,
  results: /\bactions\b/,
};

/** Tells whether an action may change data that a stop reads. */
function changing({ expressions, config: own }: Guard): (action: PolicyAction) => boolean {
  const seen = [...expressions, JSON.stringify(own)].join('\n');
  const names = seen.toLowerCase();
  // Headers are matched by name, unless an expression reads all of them.
  const readsAll = /headers(?!\[)/i.test(expressions.join());
  return ({ type, config }) => {
    const changes = actionOf(type)?.changes ?? 'headers';
    if (changes !== 'headers') return looksAt[changes].test(seen);
    return readsAll || headerNames(config).some((name) => names.includes(name));
  };
}

function headerNames(config: PolicyAction['config']): readonly string[] {
  const headers =
    typeof config === 'object' && config !== null && 'headers' in config ? config['headers'] : {};
  const names = Array.isArray(headers)
    ? (headers as readonly unknown[]).map(String)
    : Object.keys(headers ?? {});
  return names.map((name) => name.toLowerCase());
}

type Rules = readonly (readonly string[])[];

interface Rule {
  readonly expressions: readonly string[];
  readonly place: number;
}

/**
 * Compares the rules of two policies that hand requests on to another endpoint, given by their expressions: whether the
 * first `count` rules of `now` hand on no requests but those of the first `before` rules of `old`.
 */
export function handedOnBefore(
  old: Rules,
  now: Rules,
  read: ConditionReader,
  limit: WorkLimit,
): (count: number, before: number) => boolean {
  const { around } = conditionIndex<Rule>({
    items: old.map((expressions, place) => ({ expressions, place })),
    conditionOf: ({ expressions }) => read(expressions),
    identityOf: ({ expressions }) => JSON.stringify(expressions),
    limit,
  });
  let last = -1;
  // By rule: the last of the old ones that are needed to hand on what all rules up to this one do.
  const needed = now.map((expressions, place) => {
    for (const found of around({ expressions, place }))
      last = Math.max(
        last,
        found.reduce((first, rule) => Math.min(first, rule.place), Infinity),
      );
    return last;
  });
  return (count, before) => (needed[count - 1] ?? -1) < before;
}
