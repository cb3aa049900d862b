/** Whether the address of a client is admitted: by networks of a policy, or by IP policies. */
import { isInRange } from '../../text/ip-ranges.ts';
import { decisions } from '../../kinds/policy/shared-settings.ts';
import { isUnknownValue, type Knowable, type Unknown } from '../../model/traffic/unknown.ts';
import type { Json } from '../../model/value.ts';
import { jsonItems } from '../../text/json/json-access.ts';
import type { ProgramAction } from '../policy-program.ts';
import { clientIp } from '../scope.ts';
import { checked, filled, textList, type EffectInput, type TrafficEffect } from './effect.ts';

export function addressEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { type } = action;
  const { allow, deny, ip_policies } = action.config;
  const denied = rangeOf(deny, input);
  const allowed = rangeOf(allow, input);
  const policies = textList(ip_policies);
  const isAdmitted = ((): Knowable<boolean> => {
    if (isUnknownValue(denied)) return denied;
    if (denied !== undefined) return false;
    if (isUnknownValue(allowed)) return allowed;
    if (allowed !== undefined) return true;
    if (policies.length > 0) return isInPolicies(policies, input);
    if (jsonItems(allow).length > 0) return false;
    // Denied networks alone, or empty lists: whether all other clients pass is not documented.
    return { unknown: { why: 'undocumented', of: type, give: 'given.ip_restriction' } };
  })();
  const range = [denied, allowed].find((network) => typeof network === 'string');
  const isRight = decideAddress(isAdmitted, type, input);
  const results = {
    action: isRight ? decisions.admitted : decisions.refused,
    matched_cidr: range ?? { unknown: { why: 'undocumented', of: 'matched_cidr' } },
  } as const;
  return checked(action, { isRight, results });
}

/** The first network of a list that has the address; undefined if none has. */
function rangeOf(ranges: Json | undefined, input: EffectInput): Knowable<string> | undefined {
  const ip = clientIp(input.facts.from);
  let unknown: Unknown | undefined;
  for (const item of jsonItems(ranges)) {
    const range = filled(item, input);
    if (isUnknownValue(range)) unknown ??= range.unknown;
    else if (isUnknownValue(ip)) unknown ??= { ...ip.unknown, give: 'given.ip_restriction' };
    else if (isInRange(ip, range)) return range;
  }
  return unknown === undefined ? undefined : { unknown };
}

/** Whether IP policies admit the client. What an empty list admits is not documented. */
export function isInPolicies(policies: readonly string[], { facts, nameOf }: EffectInput): Knowable<boolean> {
  if (policies.length === 0)
    return {
      unknown: { why: 'undocumented', of: 'an empty list of IP policies', give: 'given.ip_restriction' },
    };
  const given = new Map(
    Object.entries(facts.given.ip_policies ?? {}).map(([name, ranges]) => [policyName(nameOf(name)), ranges]),
  );
  const ip = clientIp(facts.from);
  if (isUnknownValue(ip)) return { unknown: { ...ip.unknown, give: 'given.ip_restriction' } };
  const admits = policies.map((id) =>
    given.get(policyName(nameOf(id)))?.some((range) => isInRange(ip, range)),
  );
  // Assumed: one that admits is enough.
  if (admits.includes(true)) return true;
  const missing = policies[admits.indexOf(undefined)];
  if (missing === undefined) return false;
  const name = nameOf(missing);
  // Beside networks of other policies, the whole fact is not the one that is missing.
  const give = given.size === 0 ? 'given.ip_policies' : (`given.ip_policies.${name}` as const);
  return { unknown: { why: 'not-given', of: name, give } };
}

/** A test may leave out the kind. */
function policyName(name: string): string {
  return name.replace(/^ip-policy\//, '');
}

/** The verdict that a test gives counts only where nothing else decides. */
export function decideAddress(isAdmitted: Knowable<boolean>, by: string, input: EffectInput): boolean {
  const given = input.facts.given.ip_restriction;
  if (!isUnknownValue(isAdmitted)) {
    const verdict = isAdmitted ? 'allowed' : 'refused';
    if (given !== undefined && given !== verdict)
      input.contradict({ code: 'decided', give: 'given.ip_restriction', by, is: verdict });
    return isAdmitted;
  }
  if (given !== undefined) return given === 'allowed';
  return input.decide(isAdmitted.unknown, `${addressOf(input)} in ${isAdmitted.unknown.of}`);
}

function addressOf({ facts: { from } }: EffectInput): string {
  const ip = clientIp(from);
  return isUnknownValue(ip) ? ip.unknown.of : ip;
}
