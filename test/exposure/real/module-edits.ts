import type { JsonObject } from '../../../src/model/value.ts';
import type { SpecEdit } from './policy-edits.ts';

/** Modules of a route, each as it was and as it will be. */
const edits: readonly (readonly [name: string, before: JsonObject, after: JsonObject])[] = [
  ['fewer IP policies', ips('ipp_1', 'ipp_2'), ips('ipp_2')],
  ['IP policies in another order', ips('ipp_1', 'ipp_2'), ips('ipp_2', 'ipp_1')],
  ['an IP restriction', {}, ips('ipp_1')],
  ['an IP restriction that is on', off(ips('ipp_1')), ips('ipp_1')],
  [
    'one that is said to be on',
    ips('ipp_1'),
    { ip_restriction: { enabled: true, ip_policy_ids: ['ipp_1'] } },
  ],
  [
    'fewer domains',
    google({ email_domains: ['a.example', 'b.example'] }),
    google({ email_domains: ['a.example'] }),
  ],
  [
    'domains in another order',
    google({ email_domains: ['a.example', 'b.example'] }),
    google({ email_domains: ['b.example', 'a.example'] }),
  ],
  ['a list of domains', google({}), google({ email_domains: ['a.example'] })],
  [
    'an address of the domain',
    google({ email_domains: ['a.example'] }),
    google({ email_addresses: ['x@a.example'] }),
  ],
  [
    'fewer addresses',
    google({ email_addresses: ['x@a.example', 'y@a.example'] }),
    google({ email_addresses: ['y@a.example'] }),
  ],
  [
    'no addresses beside the domain',
    google({ email_domains: ['a.example'], email_addresses: ['x@b.example'] }),
    google({ email_domains: ['a.example'] }),
  ],
  ['a team of the organization', github({ organizations: ['acme'] }), github({ teams: ['acme/platform'] })],
  ['fewer teams', github({ teams: ['acme/a', 'acme/b'] }), github({ teams: ['acme/b'] })],
  [
    'fewer organizations',
    github({ organizations: ['acme', 'umbrella'] }),
    github({ organizations: ['acme'] }),
  ],
  [
    'shorter sessions',
    { oauth: { provider: { google: {} }, maximum_duration: 3600 } },
    { oauth: { provider: { google: {} }, maximum_duration: 900 } },
  ],
  [
    'a shorter inactivity',
    { oauth: { provider: { google: {} }, inactivity_timeout: 3600 } },
    { oauth: { provider: { google: {} }, inactivity_timeout: 900 } },
  ],
  [
    'sessions that are checked more often',
    { oauth: { provider: { google: {} }, auth_check_interval: 3600 } },
    { oauth: { provider: { google: {} }, auth_check_interval: 600 } },
  ],
  [
    'sessions with an end',
    { oauth: { provider: { google: {} } } },
    { oauth: { provider: { google: {} }, maximum_duration: 900 } },
  ],
  [
    'no passing of preflight requests',
    { oauth: { provider: { google: {} }, options_passthrough: true } },
    { oauth: { provider: { google: {} }, options_passthrough: false } },
  ],
  ['fewer authorities', authorities('ca_1', 'ca_2'), authorities('ca_2')],
  ['a certificate', {}, authorities('ca_1')],
  ['a newer TLS', { tls_termination: { min_version: '1.2' } }, { tls_termination: { min_version: '1.3' } }],
  ['a signature', {}, { webhook_verification: { provider: 'github', secret: 'x' } }],
  [
    'the provider in capitals',
    { webhook_verification: { provider: 'github', secret: 'x' } },
    { webhook_verification: { provider: 'GITHUB', secret: 'x' } },
  ],
  ['one more denied agent', agents({ deny: ['bot'] }), agents({ deny: ['bot', 'spider'] })],
  ['fewer allowed agents', agents({ allow: ['curl', 'wget'] }), agents({ allow: ['curl'] })],
  [
    'one more removed header',
    { request_headers: { remove: ['x-user'] } },
    { request_headers: { remove: ['x-user', 'x-groups'] } },
  ],
  [
    'the header in capitals',
    { request_headers: { remove: ['x-user'] } },
    { request_headers: { remove: ['X-User'] } },
  ],
  ['a deny in the policy', google({}), { ...google({}), ...policy("req.method == 'TRACE'") }],
];

function ips(...ids: readonly string[]): JsonObject {
  return { ip_restriction: { ip_policy_ids: [...ids] } };
}

function off(modules: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(modules).map(([name, module]) => [name, { ...(module as JsonObject), enabled: false }]),
  );
}

function google(lists: JsonObject): JsonObject {
  return { oauth: { provider: { google: lists } } };
}

function github(lists: JsonObject): JsonObject {
  return { oauth: { provider: { github: lists } } };
}

function authorities(...ids: readonly string[]): JsonObject {
  return { mutual_tls: { certificate_authority_ids: [...ids] } };
}

function agents(lists: JsonObject): JsonObject {
  return { user_agent_filter: lists };
}

function policy(condition: string): JsonObject {
  const rules = [{ expressions: [condition], actions: [{ type: 'deny' }] }];
  return { traffic_policy: { value: JSON.stringify({ on_http_request: rules }) } };
}

const route = {
  edge_id: 'edghts_1',
  match_type: 'path_prefix',
  match: '/',
  backend: { backend_id: 'bkdhr_1' },
};

export function moduleEdits(): readonly SpecEdit[] {
  return edits.map(([name, before, after]) => ({
    name,
    kind: 'https-route',
    before: { ...route, ...before },
    after: { ...route, ...after },
  }));
}
