/**
 * The facts of the API that the model of this folder needs (sections 2.2 to 2.9, 4.4, 4.10, and observed defaults),
 * declared a second time: the model must not read the tables that the planner reads.
 */
import type { Json, JsonObject } from '../../src/model/value.ts';

export type Kind = 'endpoint' | 'https-route' | 'tls-edge';
export const kindNames: readonly Kind[] = ['endpoint', 'https-route', 'tls-edge'];

interface Facts {
  readonly canUpdate: boolean;
  readonly canDelete: boolean;
  readonly modules: readonly string[];
  /** The modules that decide who may pass. */
  readonly protecting: readonly string[];
  /** Fields outside modules, in any order; by name the value that means "none", if the API has one. */
  readonly plain: Readonly<Record<string, Json | undefined>>;
  /** The values that histories draw from. */
  readonly values: Readonly<Record<string, readonly Json[]>>;
}

export const secretText = 'the value of the login secret';
export const secretName = '$(secret:LOGIN)';

const refusing = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
const open = '{"on_http_request":[{"actions":[{"type":"custom-response","config":{"status_code":200}}]}]}';
const oidc = { issuer: 'https://login.example.com', client_secret: secretName };
const texts = ['one', 'two', 'three'];
const backends = [
  { backend_id: 'bkdhr_1' },
  { backend_id: 'bkdhr_2' },
  { enabled: false, backend_id: 'bkdhr_1' },
];

export const facts: Readonly<Record<Kind, Facts>> = {
  endpoint: {
    canUpdate: true,
    canDelete: true,
    modules: [],
    protecting: [],
    plain: {
      url: undefined,
      description: '',
      traffic_policy: '',
      bindings: undefined,
      pooling_enabled: false,
    },
    values: {
      description: texts,
      traffic_policy: [refusing, open],
      bindings: [['internal'], ['public', 'internal']],
      pooling_enabled: [true, false],
    },
  },
  'https-route': {
    canUpdate: true,
    canDelete: false,
    modules: [
      'backend',
      'ip_restriction',
      'circuit_breaker',
      'compression',
      'response_headers',
      'oauth',
      'oidc',
      'traffic_policy',
    ],
    protecting: ['ip_restriction', 'oauth', 'oidc'],
    plain: { match: undefined, match_type: undefined, description: '' },
    values: {
      match_type: ['exact_path', 'path_prefix'],
      description: texts,
      backend: backends,
      ip_restriction: [
        { ip_policy_ids: ['ipp_1'] },
        { ip_policy_ids: ['ipp_1', 'ipp_2'] },
        { enabled: false, ip_policy_ids: ['ipp_2'] },
      ],
      circuit_breaker: [
        { num_buckets: 10 },
        { num_buckets: 10, rolling_window: 60 },
        { num_buckets: 20, rolling_window: 60 },
        { enabled: false, rolling_window: 30 },
      ],
      compression: [{}, { enabled: true }, { enabled: false }],
      response_headers: [
        { add: { 'x-a': '1' } },
        { add: { 'x-a': '1', 'x-b': '2' }, remove: ['server'] },
        { remove: ['server', 'via'] },
        { add: { 'x-b': '3' } },
      ],
      oauth: [
        { provider: { github: { organizations: ['acme'] } } },
        { provider: { github: { organizations: ['acme'] } }, maximum_duration: 60 },
        { provider: { github: { organizations: ['acme', 'umbrella'] } }, maximum_duration: 90 },
        { provider: { github: { email_domains: ['example.com'] } }, maximum_duration: 60 },
      ],
      oidc: [
        { ...oidc, client_id: 'a', scopes: ['openid'] },
        { ...oidc, client_id: 'b', scopes: ['openid'] },
        { ...oidc, client_id: 'a', maximum_duration: 60 },
      ],
      traffic_policy: [{ value: refusing }, { value: open }],
    },
  },
  'tls-edge': {
    canUpdate: false,
    canDelete: false,
    modules: ['backend', 'mutual_tls', 'tls_termination'],
    protecting: ['mutual_tls'],
    plain: { hostports: undefined, description: undefined },
    values: {
      description: texts,
      backend: backends,
      mutual_tls: [{ certificate_authority_ids: ['ca_1'] }, { certificate_authority_ids: ['ca_1', 'ca_2'] }],
      tls_termination: [{ terminate_at: 'edge' }, { terminate_at: 'edge', min_version: '1.2' }],
    },
  },
};

const session = { options_passthrough: false, inactivity_timeout: 0, maximum_duration: 0 };

/** The values that the local API returns for unset fields. */
const filledIn: Readonly<Record<string, JsonObject>> = {
  circuit_breaker: {
    tripped_duration: 0,
    rolling_window: 0,
    num_buckets: 0,
    volume_threshold: 0,
    error_threshold_percentage: 0,
  },
  oauth: { ...session, auth_check_interval: 0, cookie_prefix: 'edge.' },
  oidc: session,
  tls_termination: { terminate_at: 'edge' },
};

/** A stored object as the local API returns it. */
export function answered(kind: Kind, stored: JsonObject): JsonObject {
  const fields = Object.entries(stored).map(([name, value]): [string, Json] => {
    const isModule = facts[kind].modules.includes(name);
    return [name, isModule ? { ...filledIn[name], ...(value as JsonObject) } : value];
  });
  return {
    ...(kind === 'endpoint' ? { bindings: ['public'], pooling_enabled: false } : {}),
    ...Object.fromEntries(fields),
  };
}
