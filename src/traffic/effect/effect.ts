import { isTree } from '../../derive/forms/tree.ts';
import type { Login } from '../../model/facts/trace.ts';
import type { TraceRequest } from '../../model/traffic/trace.ts';
import type { Spec, Value } from '../../model/value.ts';
import type { Asked, Effect } from './asked.ts';
import { textsOf } from '../../routing/holder.ts';
import { policyEffect } from './policy-effect.ts';
import { userAgentEffect } from './user-agent-effect.ts';

/** The effect of an enabled module on the request. */
export function effectOf(name: string, module: Spec, asked: Asked): Effect {
  return effects[name]?.(module, asked) ?? { does: 'acts', fact: { code: 'applied' } };
}

/** Whether a login module requires a login for this request. */
export function asksForLogin(module: Spec, { method }: Pick<TraceRequest, 'method'>): boolean {
  return !(method === 'OPTIONS' && module['options_passthrough'] === true);
}

const effects: Readonly<Record<string, (module: Spec, asked: Asked) => Effect>> = {
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

function loginEffect(module: Spec, { request }: Asked, by: Login): Effect {
  if (!asksForLogin(module, request)) return { does: 'idle', fact: { code: 'options-pass' } };
  const isOptionsExempt = module['options_passthrough'] === true;
  return { does: 'guards', fact: { code: 'asks-login', by, isOptionsExempt } };
}

function providersOf(provider: Value | undefined): readonly string[] {
  return isTree(provider) ? Object.keys(provider) : [];
}
