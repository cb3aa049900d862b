/** Compares the guards of traffic policies: a removed `deny` may have been the only protection of an endpoint. */
import {
  isPolicyUnreadable,
  isKeeping,
  isRefusal,
  refusing,
  stopsOf,
  type Guard,
} from '../../../derive/policy/policy-guards.ts';
import type { PolicyAction } from '../../../derive/policy/policy-actions.ts';
import { isLaxing, isUnswitched, type Switches } from '../../../derive/policy/policy-switches.ts';
import { isSameButForSecrets } from '../../../derive/compare/same-but-for-secrets.ts';
import type { ExposureLoss } from '../../../model/facts/exposure.ts';
import type { Spec } from '../../../model/value.ts';
import { conditionOf, impliesExpressions, isWithinAny, type Condition } from './condition.ts';
import { distinct } from '../distinct.ts';
import { isAsTight } from './policy-config.ts';

/** A fact for each guard that blocks fewer or different requests after the change. */
export function weakenedGuards(before: Spec, after: Spec): readonly ExposureLoss[] {
  const old = stopsOf(before).filter(isKeeping);
  if (old.length === 0) return [];
  const now = stopsOf(after);
  const lost = old.filter((guard) => !isCovered(guard, now));
  if (lost.length > 0 && isPolicyUnreadable(after)) {
    return [{ code: 'guards-unreadable', actions: [...new Set(lost.map(({ type }) => type))] }];
  }
  return distinct(lost.map((guard) => lossOf(guard, now)));
}

/** Whether the policy rejects every request. */
export function refusesAll(spec: Spec): boolean {
  return stopsOf(spec).some(
    ({ type, phase, expressions, switches, handedOn }) =>
      refusing.slice(0, 2).includes(type) &&
      phase !== 'on_http_response' &&
      expressions.length === 0 &&
      isUnswitched({ switches }) &&
      handedOn.length === 0,
  );
}

/** Whether the guards in `now` cover the old one. Several may cover it together, as when one rule was split in two. */
function isCovered(guard: Guard, now: readonly Guard[]): boolean {
  const fitting = now.filter((stop) => isAsGood(stop, guard));
  if (fitting.some((stop) => impliesExpressions(guard.expressions, stop.expressions))) return true;
  return isWithinAny(conditionOf(guard.expressions), fitting.map(conditionsOf));
}

function conditionsOf({ expressions }: Guard): Condition {
  return conditionOf(expressions);
}

/** Whether `stop` lets through no more of the requests that it sees than `guard` does. */
function isAsGood(stop: Guard, guard: Guard): boolean {
  return (
    isInTime(stop, guard) &&
    isForAll(stop.switches, guard.switches) &&
    (isRefusal(stop) || (stop.type === guard.type && isAsTight(stop.type, guard.config, stop.config))) &&
    stop.handedOn.every((more) => guard.handedOn.some((known) => impliesExpressions(more, known))) &&
    isShapedAlike(stop, guard)
  );
}

/** Whether `stop` acts in the phase of `guard`, or earlier, at connect, without reading request data. */
function isInTime(stop: Guard, guard: Guard): boolean {
  if (stop.phase === guard.phase) return true;
  const isEarlier = stop.phase === 'on_tcp_connect' && guard.phase === 'on_http_request';
  return isEarlier && !stop.expressions.some((one) => /\breq\b/.test(one));
}

function isForAll(now: Switches, before: Switches): boolean {
  const isKnown = ([key, value]: [string, Switches[string]]): boolean =>
    before[key] !== undefined && isSameButForSecrets(before[key], value);
  return (
    Object.entries(now).every(isKnown) &&
    Object.entries(before).every(([key, value]) => now[key] !== undefined || isLaxing(key, value))
  );
}

/** Whether the same preceding actions shape the data that the guard's expressions read. */
function isShapedAlike(stop: Guard, guard: Guard): boolean {
  const [now, before] = [stop, guard].map(({ shaped }) =>
    shaped
      .filter((action) => mayChange(action, stop))
      .map(({ type, expressions, config }) => ({ type, expressions: [...expressions], config })),
  );
  return isSameButForSecrets(now ?? [], before ?? []);
}

const looksAt: Readonly<Record<string, RegExp>> = {
  'set-vars': /\bvars\b/,
  'url-rewrite': /\b(?:url|uri|path)\b/i,
  'http-request': /\bactions\b/,
};

function mayChange({ type, config }: PolicyAction, { expressions, config: own }: Guard): boolean {
  const seen = [...expressions, JSON.stringify(own)].join('\n');
  const pattern = looksAt[type];
  if (pattern !== undefined) return pattern.test(seen);
  // Headers are matched by name, unless an expression reads all of them.
  return (
    headerNames(config).some((name) => seen.toLowerCase().includes(name)) ||
    /headers(?!\[)/i.test(expressions.join())
  );
}

function headerNames(config: PolicyAction['config']): readonly string[] {
  const headers =
    typeof config === 'object' && config !== null && 'headers' in config ? config['headers'] : {};
  const names = Array.isArray(headers)
    ? (headers as readonly unknown[]).map(String)
    : Object.keys(headers ?? {});
  return names.map((name) => name.toLowerCase());
}

function lossOf({ phase, type }: Guard, now: readonly Guard[]): ExposureLoss {
  const isStillThere = now.some((guard) => guard.phase === phase && guard.type === type);
  return { code: isStillThere ? 'guard-changed' : 'guard-removed', action: type, phase };
}
