/**
 * The effects of modules on a request. Assumed: they apply in the order of these tables. API 2 names no order, and it
 * decides only which of two refusals a client sees, and what a policy sees of the headers.
 */
import { isTree } from '../derive/forms/tree.ts';
import { matchesPattern } from '../derive/expressions/linear-patterns.ts';
import { SecretReference } from '../model/secret-reference.ts';
import { isUnknownValue, type Knowable, type Unknown } from '../model/traffic/unknown.ts';
import type { Spec, Value } from '../model/value.ts';
import { textsOf } from '../text/json/texts-of.ts';
import { allowLists, asksForLogin } from '../routing/protecting-modules.ts';
import { decideAddress, isInPolicies } from './effects/address-effects.ts';
import { checkCertificate, checkSignature, speaksAdmittedVersion } from './effects/credential-effects.ts';
import { errorStatus, passed, withStandIns, type EffectInput, type TrafficEffect } from './effects/effect.ts';
import { isBroken } from './effects/limit-effects.ts';
import { answerOfService, isMember, loginAt } from './effects/login-effects.ts';
import { compressEffect } from './effects/message-effects.ts';
import { type Message, withoutHeader, headerValue, withHeader } from './messages.ts';

/** The effect of a module that is enabled. */
export type ModuleFunction = (module: Spec, input: EffectInput) => TrafficEffect;

/** The modules of one moment, in the order in which they apply. */
export type ModuleTable = Readonly<Record<string, ModuleFunction>>;

/** Before the traffic policy. */
export const guardingModules: ModuleTable = {
  ip_restriction: ({ ip_policy_ids: ids }, input) =>
    decideAddress(isInPolicies(textsOf(ids), input), 'ip_restriction', input)
      ? passed
      : { does: 'refused', status: 403 },
  mutual_tls: ({ certificate_authority_ids: ids }, input) =>
    checkCertificate(textsOf(ids), 'require-and-verify', input) ? passed : { does: 'closed' },
  tls_termination: ({ min_version: least }, input) =>
    speaksAdmittedVersion([{ written: least ?? undefined }], input) ? passed : { does: 'closed' },
  user_agent_filter: agentEffect,
  webhook_verification: ({ provider, secret }, input) =>
    checkSignature(provider, () => withStandIns(textIn(secret ?? ''), input.facts), input)
      ? passed
      : { does: 'refused', status: 403 },
  oauth: (module, input) => {
    const providers = isTree(module['provider']) ? Object.keys(module['provider']) : [];
    return loginEffect(module, input, { by: 'oauth', providers }, (name) => {
      const settings = isTree(module['provider']) ? module['provider'][name] : undefined;
      return !isTree(settings) || isAllowedUser(settings, input);
    });
  },
  saml: (module, input) =>
    loginEffect(module, input, { by: 'saml', providers: ['saml'] }, () => {
      const groups = textsOf(module['authorized_groups']);
      const { login } = input.facts.given;
      const has = login === undefined || login === 'none' ? undefined : login.groups;
      return groups.length === 0 || isMember(groups, has, 'groups', input);
    }),
  oidc: (module, input) => {
    const { issuer } = module;
    const providers = [typeof issuer === 'string' ? issuer : 'oidc'];
    return loginEffect(module, input, { by: 'oidc', providers }, () => true);
  },
};

/** Between the traffic policy and the backend. */
export const upstreamModules: ModuleTable = {
  circuit_breaker: (module, input) => (isBroken(module, input) ? { does: 'refused', status: 503 } : passed),
  request_headers: (module, input) => ({
    does: 'changed',
    request: withHeaders(input.request, module, input),
  }),
  websocket_tcp_converter: () => passed,
};

/** On the way back, after the response phase of the traffic policy. */
export const responseModules: ModuleTable = {
  compression: (_module, input) => compressEffect(undefined, input),
  response_headers: (module, input) =>
    input.response === undefined
      ? passed
      : { does: 'changed', response: withHeaders(input.response, module, input) },
};

/**
 * Removes first, so that a header that is in both lists has the added value (assumed). Whether an added value replaces
 * one that is there is not documented.
 */
function withHeaders<One extends Message>(message: One, { add, remove }: Spec, { facts }: EffectInput): One {
  const rest = textsOf(remove).reduce(withoutHeader, message);
  const added = isTree(add) ? Object.entries(add) : [];
  return added.reduce((changed, [name, value]) => {
    const key = name.toLowerCase();
    const isThere = message.headers.has(key);
    const isRemoved = textsOf(remove).some((removedName) => removedName.toLowerCase() === key);
    const unclear: Unknown = isRemoved
      ? { why: 'undocumented', of: `${name}, which is removed and added` }
      : { why: 'undocumented', of: `${name}, which is there already` };
    return withHeader(
      changed,
      name,
      isThere || isRemoved ? { unknown: unclear } : withStandIns(textIn(value), facts),
      'set',
    );
  }, rest);
}

function textIn(value: Value): Knowable<string> {
  if (typeof value === 'string') return value;
  if (value instanceof SecretReference) return value.written;
  return { unknown: { why: 'unreadable', of: 'a secret' } };
}

function loginEffect(
  module: Spec,
  input: EffectInput,
  { by, providers }: { readonly by: string; readonly providers: readonly string[] },
  isAllowed: (provider: string) => boolean,
): TrafficEffect {
  const { facts, request } = input;
  if (!asksForLogin(module, request)) return passed;
  const answer = answerOfService(input);
  if (answer !== undefined) return answer;
  const login = loginAt(providers, by, input);
  if (login === undefined) return { does: 'asked', providers };
  return isAllowed(providerOf(login.provider, providers, input))
    ? passed
    : { does: 'refused', status: errorStatus(facts, 'a user who is not allowed') };
}

/** The provider of a login; of several, the test names it. */
function providerOf(
  named: string | undefined,
  providers: readonly string[],
  { decide }: EffectInput,
): string {
  const lower = named?.toLowerCase();
  const found = providers.find((provider) => provider.toLowerCase() === lower);
  if (found !== undefined) return found;
  const unknown: Unknown = { why: 'not-given', of: 'the provider', give: 'given.login.provider' };
  const other = providers.slice(1).find((provider) => decide(unknown, `the provider ${provider}`));
  return other ?? providers[0] ?? '';
}

/**
 * Whether the allow lists of a provider admit a user: membership in any one is enough, and without any all may pass.
 */
function isAllowedUser(settings: Spec, input: EffectInput): boolean {
  const { login } = input.facts.given;
  const user = login === undefined || login === 'none' ? {} : login;
  const lists = allowLists.filter((name) => textsOf(settings[name]).length > 0);
  if (lists.length === 0) return true;
  const { email } = user;
  const facts: Readonly<Record<(typeof allowLists)[number], readonly string[] | undefined>> = {
    email_addresses: email === undefined ? undefined : [email],
    email_domains: email === undefined ? undefined : [email.slice(email.indexOf('@') + 1)],
    teams: user.teams,
    organizations: user.organizations,
  };
  // A list that certainly admits decides without the facts of the others.
  const sorted = lists.toSorted((a, b) => Number(facts[a] === undefined) - Number(facts[b] === undefined));
  return sorted.some((name) => {
    const fact = name.startsWith('email') ? 'email' : name;
    return isMember(textsOf(settings[name]), facts[name], fact, input);
  });
}

/** A request that both lists match, or that has no user agent, is not documented. */
function agentEffect({ allow, deny }: Spec, { request, decide, facts }: EffectInput): TrafficEffect {
  const agent = headerValue(request.headers, 'user-agent');
  const about = 'user_agent_filter';
  const unknown: Unknown = isUnknownValue(agent)
    ? agent.unknown
    : {
        ...(agent === undefined
          ? { why: 'not-given', give: 'request.headers.user-agent' }
          : { why: 'undocumented' }),
        of: about,
      };
  const matches = (patterns: readonly string[]): boolean =>
    typeof agent === 'string' && patterns.some((pattern) => isMatch(pattern, agent));
  const [allowed, denied] = [textsOf(allow), textsOf(deny)];
  const isUndecided = typeof agent !== 'string' || (matches(allowed) && matches(denied));
  const isAdmitted = isUndecided
    ? decide(unknown, about)
    : !matches(denied) && (allowed.length === 0 || matches(allowed));
  return isAdmitted ? passed : { does: 'refused', status: errorStatus(facts, about) };
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return matchesPattern(text, pattern);
  } catch {
    return false;
  }
}
