import { isUnknownValue, type Unknown } from '../../model/traffic/simulation.ts';
import { headerValue } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import {
  checked,
  filled,
  passed,
  textList,
  type ActionFunction,
  type EffectInput,
  type TrafficEffect,
} from './effect.ts';

/** Terminates TLS, and may ask for a certificate. */
export const certificateEffect: ActionFunction = ({ config }, input) => {
  if (config['mutual_tls_certificate_authorities'] === undefined) return passed;
  const strategy = config['mutual_tls_verification_strategy'] ?? 'require-and-verify';
  if (strategy === 'request') return passed;
  return checkCertificate(input) ? passed : { does: 'closed' };
};

/** Whether the client has a certificate that is accepted. */
export function checkCertificate({ facts: { given } }: EffectInput): boolean {
  const certificate = given.client_certificate ?? 'none';
  return certificate !== 'none' && certificate['valid'] !== false;
}

export function checkSignature({ facts: { given }, decide }: EffectInput): boolean {
  if (given.signature !== undefined) return given.signature === 'valid';
  return decide({ why: 'not-given', of: 'signature', give: 'given.signature' }, 'signature');
}

export function passwordEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { facts, request, decide } = input;
  const header = headerValue(request.headers, 'authorization');
  const sent = isUnknownValue(header) ? undefined : /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
  const presented = sent !== undefined || facts.given.basic_auth === 'valid';
  const text = sent === undefined ? undefined : Buffer.from(sent, 'base64').toString();
  const username = text?.slice(0, text.indexOf(':')) ?? '';
  const isRight = (): boolean => {
    if (text === undefined) return presented;
    let unknown: Unknown | undefined;
    for (const item of textList(action.config['credentials'])) {
      const credential = filled(item, input);
      if (credential === text) return true;
      const isOther = /^[^:$]*:/.test(item) && !item.startsWith(`${username}:`);
      if (isUnknownValue(credential) && !isOther) unknown = credential.unknown;
    }
    if (unknown === undefined) return false;
    if (facts.given.basic_auth !== undefined) return facts.given.basic_auth === 'valid';
    return decide({ why: 'not-given', of: action.type, give: 'given.basic_auth' }, action.type);
  };
  const authorized = isRight();
  return checked(action, authorized, () => ({
    credentials: new Map<string, unknown>([
      ['presented', presented],
      ['username', username],
      ['authorized', authorized],
    ]),
  }));
}
