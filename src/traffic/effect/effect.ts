import { isTree } from '../../derive/forms/tree.ts';
import { quoted } from '../../model/problem.ts';
import type { TraceRequest } from '../../model/traffic/trace.ts';
import type { Spec, Value } from '../../model/value.ts';
import type { Asked, Effect } from './asked.ts';
import { textsOf } from '../../domain/holder.ts';
import { policyEffect } from './policy-effect.ts';
import { userAgentEffect } from './user-agent-effect.ts';

/** What a module that is not disabled means for the request. */
export function effectOf(name: string, module: Spec, asked: Asked): Effect {
  return effects[name]?.(module, asked) ?? { does: 'acts', text: 'is applied' };
}

/** Whether a login module asks this very request for a login. */
export function asksForLogin(module: Spec, { method }: Pick<TraceRequest, 'method'>): boolean {
  return !(method === 'OPTIONS' && module['options_passthrough'] === true);
}

const effects: Readonly<Record<string, (module: Spec, asked: Asked) => Effect>> = {
  backend: ({ backend_id: id }, { nameOf }) => ({
    does: 'acts',
    text: typeof id === 'string' ? `forwards to \`${nameOf(id)}\`` : 'forwards to no backend: it names none',
  }),
  ip_restriction: ({ ip_policy_ids: ids }, { nameOf }) => ({
    does: 'guards',
    text: `lets in only the sources that ${quotedList(textsOf(ids).map(nameOf))} allow`,
  }),
  mutual_tls: ({ certificate_authority_ids: ids }, { nameOf }) => ({
    does: 'guards',
    text: `asks for a client certificate of ${quotedList(textsOf(ids).map(nameOf))}`,
  }),
  tls_termination: ({ terminate_at: at, min_version: version }) => ({
    does: 'acts',
    text:
      at === 'upstream'
        ? 'passes TLS through to the upstream'
        : `ends TLS here${typeof version === 'string' ? `, from version ${version} on` : ''}`,
  }),
  circuit_breaker: ({ error_threshold_percentage: threshold }) => ({
    does: 'acts',
    text: `answers itself while it is open${
      typeof threshold === 'number' ? `; opens at ${Math.round(threshold * 1000) / 10} % of errors` : ''
    }`,
  }),
  compression: (_module, { request }) => {
    const accepted = request.headers.get('accept-encoding');
    return accepted !== undefined && /^(?:\s*identity\s*)?$/i.test(accepted)
      ? { does: 'idle', text: 'the request accepts no compressed answer' }
      : { does: 'acts', text: 'may compress the answer' };
  },
  request_headers: (module) => headersEffect(module, 'of the request'),
  response_headers: (module) => headersEffect(module, 'of the answer'),
  webhook_verification: ({ provider }) => ({
    does: 'guards',
    text: `refuses what ${typeof provider === 'string' ? quoted(provider) : 'its provider'} has not signed`,
  }),
  oauth: (module, asked) =>
    loginEffect(module, asked, ` with ${quotedList(providersOf(module['provider']))}`),
  saml: (module, asked) => loginEffect(module, asked, ' by SAML'),
  oidc: (module, asked) => {
    const { issuer } = module;
    return loginEffect(module, asked, typeof issuer === 'string' ? ` at \`${issuer}\`` : '');
  },
  websocket_tcp_converter: (_module, { request }) =>
    request.headers.get('upgrade')?.toLowerCase() === 'websocket'
      ? { does: 'acts', text: 'carries the websocket connection on as TCP' }
      : { does: 'idle', text: 'only for websocket connections (ask with --header "upgrade: websocket")' },
  user_agent_filter: userAgentEffect,
  traffic_policy: policyEffect,
};

function headersEffect({ add, remove }: Spec, whose: string): Effect {
  const added = isTree(add) ? Object.keys(add) : [];
  const words = [
    ...(added.length === 0 ? [] : [`adds ${quotedList(added)}`]),
    ...(textsOf(remove).length === 0 ? [] : [`removes ${quotedList(textsOf(remove))}`]),
  ];
  if (words.length === 0) return { does: 'idle', text: `leaves the headers ${whose} as they are` };
  return { does: 'acts', text: `${words.join(', ')} among the headers ${whose}` };
}

function loginEffect(module: Spec, { request }: Asked, how: string): Effect {
  if (!asksForLogin(module, request)) {
    return { does: 'idle', text: 'asks for no login: `options_passthrough` lets OPTIONS pass' };
  }
  const unless = module['options_passthrough'] === true ? ', unless the method is OPTIONS' : '';
  return { does: 'guards', text: `asks for a login${how}${unless}` };
}

function providersOf(provider: Value | undefined): readonly string[] {
  return isTree(provider) ? Object.keys(provider) : [];
}

/** `a`, `b`; what a list of nothing is called, too. */
export function quotedList(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.map(quoted).join(', ');
}
