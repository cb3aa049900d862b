/**
 * The effects of modules on a request that is not given. They ask the same questions as the actions of policies that do
 * the same, so that a guard may move from one to the other.
 */
import { canonicalString } from '../../derive/compare/canonical.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { Secret } from '../../model/secret.ts';
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import type { Spec, Value } from '../../model/value.ts';
import { allowLists, asksForLogin } from '../../routing/protecting-modules.ts';
import { textsOf } from '../../text/json/texts-of.ts';
import { hashOf } from '../../text/hash.ts';
import { passed, type EffectInput, type TrafficEffect } from '../effects/effect.ts';
import { type Message, withoutHeader, headerValue, withHeader } from '../messages.ts';
import type { ModuleFunction } from '../modules.ts';
import { calledTerm } from './term-operations.ts';
import { Term, termOf } from './term.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import { behaves, isTrue, variable } from './effects/questions.ts';
import { hasCertificate, speaksVersion } from './effects/open-certificate.ts';
import { isInIpPolicies } from './effects/open-address.ts';

const refused: TrafficEffect = { does: 'refused', status: 403 };

/** Those that need more than the request. */
export const openModules: Readonly<Partial<Record<string, ModuleFunction>>> = {
  // It protects the upstream, and keeps no one out for who they are.
  circuit_breaker: () => passed,
  compression: () => passed,
  ip_restriction: ({ ip_policy_ids: ids }, input) => {
    const policies = textsOf(ids);
    const isAdmitted =
      policies.length === 0
        ? behaves(input, 'an empty list of IP policies admits all')
        : isInIpPolicies(policies, input);
    return isAdmitted ? passed : refused;
  },
  mutual_tls: ({ certificate_authority_ids: ids }, input) =>
    hasCertificate(textsOf(ids), 'require-and-verify', input) ? passed : { does: 'closed' },
  oauth: (module, input) => loginEffect('oauth', module, input, isAdmittedByProvider),
  oidc: (module, input) =>
    loginEffect('oidc', module, input, () =>
      module['issuer'] === undefined
        ? behaves(input, 'a login without an issuer admits all')
        : isTrue(input, loggedIn('oidc', module)),
    ),
  request_headers: (module, input) => ({
    does: 'changed',
    request: withHeaders(input.request, module, input),
  }),
  response_headers: (module, input) =>
    input.response === undefined
      ? passed
      : { does: 'changed', response: withHeaders(input.response, module, input) },
  saml: (module, input) => loginEffect('saml', module, input, isAdmittedBySaml),
  tls_termination: (module, input) =>
    module['terminate_at'] === 'upstream' ||
    speaksVersion(module['min_version'] ?? undefined, undefined, input)
      ? passed
      : { does: 'closed' },
  user_agent_filter: agentEffect,
  webhook_verification: (module, input) =>
    isTrue(input, `signed ${settingsText(only(module, 'provider'))}`, [input.request.body])
      ? passed
      : refused,
};

/** Removes first. Whether an added value replaces that of the client, or is added behind it, is not documented. */
function withHeaders<One extends Message>(message: One, { add, remove }: Spec, input: EffectInput): One {
  const rest = textsOf(remove).reduce(withoutHeader, message);
  const added = isTree(add) ? Object.entries(add) : [];
  if (added.length === 0) return rest;
  const how = behaves(input, 'an added header replaces that of the client') ? 'set' : 'append';
  return added.reduce((changed, [name, value]) => withHeader(changed, name, textIn(value), how), rest);
}

function textIn(value: Value): Knowable<string> {
  if (typeof value === 'string') return value;
  const names = value instanceof SecretReference ? value.names : ['of the service'];
  const of = names.map((name) => `secret ${name}`).join(' ');
  return { unknown: { why: 'not-given', of } };
}

const bounds = ['auth_check_interval', 'maximum_duration', 'inactivity_timeout'] as const;

/** The settings of a login that say who vouches for a user. */
const deciders = ['issuer', 'client_id', 'idp_metadata'] as const;

/** The settings of modules that decide the ways of requests; what the others do to a request is not computed. */
const settingsOfWays: Readonly<Record<string, readonly string[] | 'all'>> = {
  backend: ['backend_id'],
  ip_restriction: ['ip_policy_ids'],
  mutual_tls: ['certificate_authority_ids'],
  oauth: ['options_passthrough', 'provider', ...bounds],
  oidc: ['options_passthrough', 'issuer', 'client_id', ...bounds],
  request_headers: ['add', 'remove'],
  response_headers: ['add', 'remove'],
  saml: [
    'options_passthrough',
    'idp_metadata',
    'force_authn',
    'allow_idp_initiated',
    'authorized_groups',
    ...bounds,
  ],
  tls_termination: ['min_version'],
  traffic_policy: ['value'],
  user_agent_filter: 'all',
  webhook_verification: ['provider'],
};

/** Whether a setting of a module decides the ways of requests: `oauth`, `provider`, `google`, `client_id`. */
export function isOfWays([module = '', setting, , ofProvider]: readonly string[]): boolean {
  const settings = settingsOfWays[module];
  if (settings === undefined) return false;
  if (setting === undefined || setting === 'enabled') return true;
  if (settings !== 'all' && !settings.includes(setting)) return false;
  const isListed = (names: readonly string[]): boolean =>
    ofProvider === undefined || names.includes(ofProvider);
  return setting !== 'provider' || isListed([...deciders, ...allowLists]);
}

function only(settings: Spec, ...names: readonly string[]): Spec {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}

/** Settings as text; a value of a secret is compared by what was applied (plan/exposure/access). */
function settingsText(value: Value): string {
  if (value instanceof SecretReference || value instanceof Secret) return 'a secret';
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(settingsText).sort().join(', ')}]`;
  if (!isTree(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, item]) => `${name}: ${fieldText(name, item)}`);
  return `{${entries.sort().join(', ')}}`;
}

function fieldText(name: string, value: Value): string {
  if (typeof value !== 'string') return settingsText(value);
  if (name === 'idp_metadata') return metadataText(canonicalString('saml-metadata', value));
  return JSON.stringify(name === 'provider' ? canonicalString('webhook-provider', value) : value);
}

/** Metadata has many lines: its provider is what people know of it, and the hash is of all. */
function metadataText(text: string): string {
  const [, provider = ''] = /\bentityID\s*=\s*["']([^"']*)/.exec(text) ?? [];
  return JSON.stringify(`${provider} (sha256 ${hashOf(text).slice(0, 16)})`);
}

function loggedIn(by: string, party: Spec): string {
  return `logged in with ${by} ${settingsText(only(party, ...deciders))}`;
}

type IsAdmitted = (module: Spec, input: EffectInput) => boolean;

function loginEffect(by: string, module: Spec, input: EffectInput, isAdmitted: IsAdmitted): TrafficEffect {
  const method = variable(input, 'req.method', 'string');
  const isPreflight =
    !asksForLogin(module, { method: 'OPTIONS' }) && method.ask({ is: 'in', of: method, values: ['OPTIONS'] });
  if (isPreflight) return passed;
  const asked: TrafficEffect = { does: 'asked', providers: [by] };
  if (!isAdmitted(module, input)) return asked;
  for (const name of bounds) {
    const bound = module[name];
    if (typeof bound !== 'number' || bound === 0) continue;
    const of = variable(input, `${name} of a login`);
    if (!of.ask({ is: 'at-most', of, bound })) return asked;
  }
  return passed;
}

const isAdmittedByProvider: IsAdmitted = ({ provider }, input) => {
  const providers = isTree(provider) ? Object.entries(provider) : [];
  if (providers.length === 0) return behaves(input, 'a login without a provider admits all');
  return providers.some(([name, settings]) => isTree(settings) && isAllowedUser(name, settings, input));
};

/** Membership in any list is enough, and without any all may pass. */
function isAllowedUser(provider: string, settings: Spec, input: EffectInput): boolean {
  const party = loggedIn(provider, settings);
  if (!isTrue(input, party)) return false;
  const lists = allowLists.filter((name) => textsOf(settings[name]).length > 0);
  if (lists.length === 0) return true;
  const email = variable(input, `email of who is ${party}`);
  return lists.some((name) => {
    const items = textsOf(settings[name]).map((item) => item.toLowerCase());
    if (name === 'email_addresses') return email.ask({ is: 'in', of: email, values: items });
    if (name === 'email_domains')
      return items.some((domain) => email.ask({ is: 'ending', of: email, text: `@${domain}` }));
    // A team belongs to an organization, so that its members are members of both.
    return items.some((item) => {
      const [organization = ''] = item.split('/');
      const isMember = isTrue(input, `${party}, of the organization ${organization}`);
      return isMember && (name === 'organizations' || isTrue(input, `${party}, of the team ${item}`));
    });
  });
}

const isAdmittedBySaml: IsAdmitted = (module, input) => {
  const party = loggedIn('saml', module);
  if (!isTrue(input, party)) return false;
  if (module['force_authn'] === true && isTrue(input, `${party}, without giving credentials again`))
    return false;
  const mayBegin = module['allow_idp_initiated'];
  const isForbidden =
    mayBegin === false || (mayBegin !== true && !behaves(input, 'a provider may begin a login'));
  if (isForbidden && isTrue(input, `${party}, which began the login`)) return false;
  const groups = textsOf(module['authorized_groups']);
  return groups.length === 0 || groups.some((group) => isTrue(input, `${party}, in the group ${group}`));
};

/** A request that has no user agent is not documented. */
function agentEffect({ allow, deny }: Spec, input: EffectInput): TrafficEffect {
  const header = headerValue(input.request.headers, 'user-agent');
  const agent = isUnknownValue(header) ? termOf(header.unknown) : header;
  if (agent === undefined) {
    return behaves(input, 'a request without a user agent passes a filter') ? passed : refused;
  }
  const matches = (patterns: Value | undefined): boolean =>
    textsOf(patterns).some((pattern) =>
      agent instanceof Term
        ? agent.ask({ is: 'matching', of: agent, text: pattern })
        : calledTerm('matches', [variable(input, `user agent ${agent}`, 'string'), pattern], 'bool') === true,
    );
  if (matches(deny)) return refused;
  return textsOf(allow).length === 0 || matches(allow) ? passed : refused;
}
