import { isTree } from '../../../derive/forms/tree.ts';
import { guardsOf } from '../../../derive/policy/policy-guards.ts';
import { parsePolicy } from '../../../derive/policy/traffic-policy.ts';
import type { EffectFact, Login } from '../../../model/facts/trace.ts';
import { SecretReference } from '../../../model/secret.ts';
import type { ModuleEffect, TraceRequest } from '../../../model/traffic/trace.ts';
import type { Spec, Value } from '../../../model/value.ts';
import { textsOf } from '../../traffic-server.ts';

/** The effect of an enabled module on the request. */
export function effectOf(name: string, module: Spec, asked: EffectContext): Effect {
  return effects[name]?.(module, asked) ?? { does: 'acts', fact: { code: 'applied' } };
}

/** Whether a login module requires a login for this request. */
export function asksForLogin(module: Spec, { method }: Pick<TraceRequest, 'method'>): boolean {
  return !(method === 'OPTIONS' && module['options_passthrough'] === true);
}

const effects: Readonly<Record<string, (module: Spec, asked: EffectContext) => Effect>> = {
  backend: ({ backend_id: id }, { nameOf }) => ({
    does: 'acts',
    fact: { code: 'forwards', ...(typeof id === 'string' ? { backend: nameOf(id) } : {}) },
  }),
  ip_restriction: ({ ip_policy_ids: ids }, { nameOf }) => ({
    does: 'guards',
    fact: { code: 'admits-sources', ids: textsOf(ids).map(nameOf) },
  }),
  mutual_tls: ({ certificate_authority_ids: ids }, { nameOf }) => ({
    does: 'guards',
    fact: { code: 'asks-certificate', ids: textsOf(ids).map(nameOf) },
  }),
  tls_termination: ({ terminate_at: at, min_version: version }) => ({
    does: 'acts',
    fact:
      at === 'upstream'
        ? { code: 'tls-passed' }
        : { code: 'tls-ended', ...(typeof version === 'string' ? { version } : {}) },
  }),
  circuit_breaker: ({ error_threshold_percentage: share }) => ({
    does: 'acts',
    fact: { code: 'breaks', ...(typeof share === 'number' ? { share } : {}) },
  }),
  compression: (_module, { request }) => {
    const accepted = request.headers.get('accept-encoding');
    return accepted !== undefined && /^(?:\s*identity\s*)?$/i.test(accepted)
      ? { does: 'idle', fact: { code: 'not-compressed' } }
      : { does: 'acts', fact: { code: 'may-compress' } };
  },
  request_headers: (module) => headersEffect(module, 'request'),
  response_headers: (module) => headersEffect(module, 'response'),
  webhook_verification: ({ provider }) => ({
    does: 'guards',
    fact: { code: 'verifies', ...(typeof provider === 'string' ? { provider } : {}) },
  }),
  oauth: (module, asked) =>
    loginEffect(module, asked, { with: 'providers', names: providersOf(module['provider']) }),
  saml: (module, asked) => loginEffect(module, asked, { with: 'saml' }),
  oidc: (module, asked) => {
    const { issuer } = module;
    return loginEffect(module, asked, {
      with: 'issuer',
      ...(typeof issuer === 'string' ? { issuer } : {}),
    });
  },
  websocket_tcp_converter: (_module, { request }) =>
    request.headers.get('upgrade')?.toLowerCase() === 'websocket'
      ? { does: 'acts', fact: { code: 'websocket' } }
      : { does: 'idle', fact: { code: 'no-websocket' } },
  user_agent_filter: userAgentEffect,
  traffic_policy: policyEffect,
};

function headersEffect({ add, remove }: Spec, of: 'request' | 'response'): Effect {
  const adds = isTree(add) ? Object.keys(add) : [];
  const removes = textsOf(remove);
  const isIdle = adds.length + removes.length === 0;
  return { does: isIdle ? 'idle' : 'acts', fact: { code: 'headers', of, adds, removes } };
}

function loginEffect(module: Spec, { request }: EffectContext, by: Login): Effect {
  if (!asksForLogin(module, request)) return { does: 'idle', fact: { code: 'options-pass' } };
  const isOptionsExempt = module['options_passthrough'] === true;
  return { does: 'guards', fact: { code: 'asks-login', by, isOptionsExempt } };
}

function providersOf(provider: Value | undefined): readonly string[] {
  return isTree(provider) ? Object.keys(provider) : [];
}

/**
 * The effect of the filter on a user agent. Assumed: a request is blocked if an allow list does not match, or if a deny
 * list does. The API does not define which list wins if both match, so that is reported as such.
 */
function userAgentEffect({ allow, deny }: Spec, asked: EffectContext): Effect {
  return { does: 'guards', fact: agentFact(textsOf(allow), textsOf(deny), asked) };
}

function agentFact(
  allow: readonly string[],
  deny: readonly string[],
  { request, matches }: EffectContext,
): EffectFact {
  const agent = request.headers.get('user-agent');
  if (agent === undefined) return { code: 'agent-unknown' };
  const find = (patterns: readonly string[]): string | undefined =>
    patterns.find((pattern) => matches(pattern, agent) === true);
  const [allowed, denied] = [find(allow), find(deny)];
  if (allowed !== undefined && denied !== undefined) return { code: 'agent-both', allowed, denied };
  if (denied !== undefined) return { code: 'agent-denied', pattern: denied };
  if (allowed !== undefined) return { code: 'agent-allowed', pattern: allowed };
  return { code: allow.length > 0 ? 'agent-not-allowed' : 'agent-not-denied' };
}

/** Rules are counted, not evaluated: some of them answer the request themselves. */
function policyEffect({ value }: Spec): Effect {
  if (value === undefined || value === '') return { does: 'idle', fact: { code: 'no-rules' } };
  const text = value instanceof SecretReference ? value.template : value;
  const parsed = typeof text === 'string' ? parsePolicy(text) : undefined;
  if (parsed === undefined) return { does: 'acts', fact: { code: 'rules-secret' } };
  if ('problem' in parsed || !isTree(parsed.tree))
    return { does: 'acts', fact: { code: 'rules-unreadable' } };
  const phases = Object.entries(parsed.tree).map(
    ([phase, rules]) => [phase, Array.isArray(rules) ? rules.length : 1] as const,
  );
  if (phases.length === 0) return { does: 'idle', fact: { code: 'no-rules' } };
  const guards = [...new Set(guardsOf({ traffic_policy: value }).map(({ type }) => type))];
  return { does: guards.length === 0 ? 'acts' : 'guards', fact: { code: 'rules', phases, guards } };
}

/** Context for computing the effect of a module. */
export interface EffectContext {
  readonly request: Pick<TraceRequest, 'method' | 'headers'>;
  /** The name of an id in `ids`, or the id itself. */
  readonly nameOf: (id: string) => string;
  /** Whether a pattern (RE2) matches; undefined if it is not valid. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
}

export type Effect = Pick<ModuleEffect, 'does' | 'fact'>;
