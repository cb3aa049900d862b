import type { ProgramAction } from '../policy-program.ts';
import { errorStatus, passed, textList, type EffectInput, type TrafficEffect } from './effect.ts';

export function loginAction({ config, type, action }: ProgramAction, input: EffectInput): TrafficEffect {
  const { provider, issuer_url: issuer } = config;
  const providers = [provider, issuer].filter((name) => typeof name === 'string');
  const passes = config['allow_cors_preflight'] === true && input.request.method === 'OPTIONS';
  if (passes) return passed;
  const { login } = input.facts.given;
  if (login === undefined || login === 'none')
    return { does: 'asked', providers: providers.length === 0 ? [type] : providers };
  const groups = textList(config['authorized_groups']);
  if (groups.length > 0 && !isMember(groups, login.groups, 'groups', input))
    return { does: 'refused', status: errorStatus(input.facts, type) };
  const members = action?.results?.members['identity']?.type;
  const names = typeof members === 'object' && 'members' in members ? Object.keys(members.members) : [];
  const facts = new Map<string, unknown>(Object.entries(login));
  const identity: Record<string, unknown> = {};
  for (const name of names) {
    const value = facts.get(name);
    identity[name] = value ?? {
      unknown: { why: 'not-given', of: `identity.${name}`, give: `given.login.${name}` },
    };
  }
  return { does: 'passed', results: { identity: { members: identity } } };
}

/** Whether one of the names that a user has is in a list. */
export function isMember(
  allowed: readonly string[],
  has: readonly string[] | undefined,
  fact: string,
  { decide }: EffectInput,
): boolean {
  if (has !== undefined) return has.some((name) => allowed.includes(name));
  const give = `given.login.${fact}`;
  return decide({ why: 'not-given', of: give, give }, `${fact} in ${allowed.join(' ')}`);
}
