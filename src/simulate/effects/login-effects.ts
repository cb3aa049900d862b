/** Logins of policies, and what all logins ask about a user. */
import { loginPaths } from '../../kinds/policy/shared-settings.ts';
import type { LoginFacts } from '../../model/traffic/request-facts.ts';
import { urlParts } from '../../routing/request-url.ts';
import type { ProgramAction } from '../policy-program.ts';
import { errorStatus, passed, textList, type EffectInput, type TrafficEffect } from './effect.ts';
import { isUnknownValue, type Unknown } from '../../model/traffic/unknown.ts';

export function loginAction({ config, type, action }: ProgramAction, input: EffectInput): TrafficEffect {
  const { provider, issuer_url: issuer } = config;
  const named = [provider, issuer].filter((name) => typeof name === 'string');
  const providers = named.length === 0 ? [type] : named;
  const passes = config['allow_cors_preflight'] === true && input.request.method === 'OPTIONS';
  if (passes) return passed;
  const answer = answerOfService(input);
  if (answer !== undefined) return answer;
  const login = loginAt(providers, type, input);
  if (login === undefined) return { does: 'asked', providers };
  const groups = textList(config['authorized_groups']);
  if (groups.length > 0 && !isMember(groups, login.groups, 'groups', input))
    return { does: 'refused', status: errorStatus(input.facts, type) };
  return { does: 'passed', results: { identity: { members: identityOf(login, action) } } };
}

/** The service answers some paths behind a login itself; how, is not documented. */
export function answerOfService({ request: { url }, decide }: EffectInput): TrafficEffect | undefined {
  const path = isUnknownValue(url) ? '' : urlParts(url).path;
  const unknown: Unknown = { why: 'undocumented', of: `${path} behind a login` };
  if (!loginPaths.test(path) || !decide(unknown, unknown.of)) return undefined;
  return { does: 'responded', response: { status: { unknown }, headers: new Map(), body: { unknown } } };
}

/**
 * The user, if logged in at one of the providers. A test names a provider, the module or action that asks, or none for
 * the one that is asked.
 */
export function loginAt(
  providers: readonly string[],
  by: string,
  { facts: { given }, contradict }: EffectInput,
): LoginFacts | undefined {
  const { login } = given;
  if (login === undefined || login === 'none') return undefined;
  const { provider } = login;
  const isOne = [...providers, by].some((name) => name.toLowerCase() === provider?.toLowerCase());
  if (provider === undefined || isOne) return login;
  contradict({ code: 'other-provider', give: 'given.login', provider, providers });
  return undefined;
}

/**
 * The members of a user that a policy reads: those that the test gives, and the documented members, which are not known
 * otherwise.
 */
function identityOf(login: LoginFacts, action: ProgramAction['action']): Readonly<Record<string, unknown>> {
  const members = action?.results?.members['identity']?.type;
  const names = typeof members === 'object' && 'members' in members ? Object.keys(members.members) : [];
  const { provider: _provider, ...given } = login;
  const unknown = names.map((name): [string, unknown] => [
    name,
    { unknown: { why: 'not-given', of: `identity.${name}`, give: `given.login.${name}` } },
  ]);
  return { ...Object.fromEntries(unknown), ...given };
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
