import { isInRange } from '../../domain/ip-ranges.ts';
import { decisions } from '../../kinds/policy/shared-settings.ts';
import { isUnknownValue } from '../../model/traffic/simulation.ts';
import type { Json } from '../../model/value.ts';
import { jsonItems } from '../../text/json/json-access.ts';
import type { ProgramAction } from '../policy-program.ts';
import { defaultClientIp } from '../scope.ts';
import { asText } from '../scope-values.ts';
import { checked, filled, textList, type EffectInput, type TrafficEffect } from './effect.ts';

export function addressEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { type } = action;
  const { allow, deny, ip_policies } = action.config;
  const ip = input.facts.from.ip ?? defaultClientIp;
  let matched: string | undefined;
  const inAny = (ranges: Json | undefined): boolean =>
    jsonItems(ranges).some((item) => {
      const range = filled(item, input);
      if (isUnknownValue(range)) return input.decide(range.unknown, `${ip} in ${asText(item)}`);
      const isIn = isInRange(ip, range);
      if (isIn) matched = range;
      return isIn;
    });
  const isAdmitted = (): boolean => {
    if (inAny(deny)) return false;
    if (inAny(allow)) return true;
    const policies = textList(ip_policies);
    if (policies.length > 0) return checkAddress(policies, input);
    if (jsonItems(allow).length > 0) return false;
    // Denied networks alone: whether all other clients pass is not documented.
    return input.decide({ why: 'undocumented', of: type, give: 'given.ip_restriction' }, type);
  };
  const verdict = input.facts.given.ip_restriction;
  const admitted = verdict === undefined ? isAdmitted() : verdict === 'allowed';
  return checked(action, admitted, (isRight) => ({
    action: isRight ? decisions.admitted : decisions.refused,
    matched_cidr: matched ?? { unknown: { why: 'undocumented', of: 'matched_cidr' } },
  }));
}

/** Whether IP policies admit the client. */
export function checkAddress(
  policies: readonly string[],
  { facts: { from, given }, decide }: EffectInput,
  nameOf: (id: string) => string = (id) => id,
): boolean {
  if (given.ip_restriction !== undefined) return given.ip_restriction === 'allowed';
  const ip = from.ip ?? defaultClientIp;
  let missing: string | undefined;
  for (const id of policies) {
    const name = nameOf(id);
    const ranges =
      given.ip_policies?.[name] ??
      given.ip_policies?.[id] ??
      given.ip_policies?.[name.replace(/^ip-policy\//, '')];
    if (ranges === undefined) missing ??= name;
    else if (ranges.some((range) => isInRange(ip, range))) return true;
  }
  if (missing === undefined) return false;
  return decide({ why: 'not-given', of: missing, give: 'given.ip_policies' }, `${ip} in ${missing}`);
}
