import type { ProgramAction } from '../../policy-program.ts';
import {
  type EffectInput,
  type TrafficEffect,
  textList,
  isEnforced,
  refusalBy,
  filled,
} from '../../effects/effect.ts';
import { jsonItems } from '../../../text/json/json-access.ts';
import { behaves, variable, knownOrTerm, isTrue } from './questions.ts';
import { decisions } from '../../../kinds/policy/shared-settings.ts';
import type { Json } from '../../../model/value.ts';
import { ipRange } from '../../../text/ip-ranges.ts';
import { calledTerm } from '../term-operations.ts';

export function openAddress(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { allow, deny } = action.config;
  const policies = textList(action.config['ip_policies']);
  const isAdmitted = ((): boolean => {
    if (isInNetworks(deny, input)) return false;
    if (isInNetworks(allow, input)) return true;
    if (isInIpPolicies(policies, input)) return true;
    if (jsonItems(allow).length > 0 || policies.length > 0) return false;
    return behaves(input, `${action.type} without networks that are allowed admits all others`);
  })();
  const results = {
    action: isAdmitted ? decisions.admitted : decisions.refused,
    matched_cidr: variable(input, 'matched_cidr', 'string'),
  };
  return isAdmitted || !isEnforced(action) ? { does: 'passed', results } : refusalBy(action);
}

function isInNetworks(networks: Json | undefined, input: EffectInput): boolean {
  const values = jsonItems(networks).map((item) => knownOrTerm(filled(item, input)));
  const address = variable(input, 'conn.client_ip', 'string');
  const texts = values.filter((value) => typeof value === 'string');
  const known = texts.filter((text) => ipRange(text) !== undefined);
  const isAddress = (text: string): string =>
    text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  return (
    (known.length > 0 && calledTerm('inCidrRanges', [address, known.map(isAddress)], 'bool') === true) ||
    values.some(
      (value) => !known.includes(String(value)) && isTrue(input, 'in the network', [address, value]),
    )
  );
}

/** Of several IP policies, one that admits is enough (assumed). */
export function isInIpPolicies(policies: readonly string[], input: EffectInput): boolean {
  return policies.some((id) => isTrue(input, `in ${input.nameOf(id)}`, [variable(input, 'conn.client_ip')]));
}
