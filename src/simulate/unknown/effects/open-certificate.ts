import type { ProgramAction } from '../../policy-program.ts';
import { type EffectInput, type TrafficEffect, passed, textList } from '../../effects/effect.ts';
import { asText } from '../../scope-values.ts';
import { variable, askOf, behaves, isTrue } from './questions.ts';

export function openCertificate({ config }: ProgramAction, input: EffectInput): TrafficEffect {
  if (!speaksVersion(config['min_version'], config['max_version'], input)) return { does: 'closed' };
  const strategy = asText(config['mutual_tls_verification_strategy'] ?? 'require-and-verify');
  const authorities = config['mutual_tls_certificate_authorities'];
  if (authorities === undefined || strategy === 'request') return passed;
  return hasCertificate(textList(authorities), strategy, input) ? passed : { does: 'closed' };
}

/** Whether the client speaks a version of TLS that is new enough, and old enough. */
export function speaksVersion(least: unknown, most: unknown, input: EffectInput): boolean {
  const version = variable(input, tenthsOfTlsVersion);
  const isAtMost = (bound: number): boolean => askOf(input)({ is: 'at-most', of: version, bound });
  const tenths = (value: unknown): number => Math.round(Number(value) * 10);
  if (least !== undefined && isAtMost(tenths(least) - 1)) return false;
  return most === undefined || isAtMost(tenths(most));
}

export function hasCertificate(
  authorities: readonly string[],
  strategy: string,
  input: EffectInput,
): boolean {
  if (authorities.length === 0) return behaves(input, 'an empty list of certificate authorities accepts all');
  return authorities.some((authority) =>
    isTrue(input, `certificate of ${input.nameOf(authority)} ${strategy}`),
  );
}

/** A whole number has a neighbor, which a version such as 1.2 has not. */
export const tenthsOfTlsVersion = 'tenths of the TLS version';
