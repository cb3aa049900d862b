/*
 * The shapes of the API's section 2 as a second set of tables: the fields of bodies and the read form of each module.
 * Nothing here comes from `src`: a mistake there must not be repeated here.
 */

export type FieldType =
  | 'string'
  | 'boolean'
  | 'uint32'
  | 'int64'
  | 'fraction'
  | 'strings'
  | 'map'
  | 'id'
  | 'ids'
  | 'provider';

export interface ModuleShape {
  /** The fields of the write form, without `enabled`. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** 2.8: the field that reads back as one Ref or a list of Ref under another name. */
  readonly reference?: { readonly written: string; readonly read: string };
  /** The path of the secret field inside the module. */
  readonly secret?: string;
  /** 2.6: whether `enabled` is true when not given; the user agent filter has no stated default. */
  readonly enabledByDefault: boolean;
}

const session = {
  options_passthrough: 'boolean',
  cookie_prefix: 'string',
  inactivity_timeout: 'uint32',
  maximum_duration: 'uint32',
} as const;

const shape = (
  fields: ModuleShape['fields'],
  more: Omit<Partial<ModuleShape>, 'fields'> = {},
): ModuleShape => ({
  fields,
  enabledByDefault: true,
  ...more,
});

const headers = shape({ add: 'map', remove: 'strings' });

export const moduleShapes: Readonly<Record<string, ModuleShape>> = {
  backend: shape({ backend_id: 'id' }, { reference: { written: 'backend_id', read: 'backend' } }),
  ip_restriction: shape(
    { ip_policy_ids: 'ids' },
    { reference: { written: 'ip_policy_ids', read: 'ip_policies' } },
  ),
  mutual_tls: shape(
    { certificate_authority_ids: 'ids' },
    { reference: { written: 'certificate_authority_ids', read: 'certificate_authorities' } },
  ),
  tls_termination: shape({ terminate_at: 'string', min_version: 'string' }),
  traffic_policy: shape({ value: 'string' }),
  circuit_breaker: shape({
    tripped_duration: 'uint32',
    rolling_window: 'uint32',
    num_buckets: 'uint32',
    volume_threshold: 'uint32',
    error_threshold_percentage: 'fraction',
  }),
  compression: shape({}),
  request_headers: headers,
  response_headers: headers,
  webhook_verification: shape({ provider: 'string', secret: 'string' }, { secret: 'secret' }),
  oauth: shape({ provider: 'provider', ...session, auth_check_interval: 'uint32' }),
  saml: shape({
    ...session,
    idp_metadata: 'string',
    force_authn: 'boolean',
    allow_idp_initiated: 'boolean',
    authorized_groups: 'strings',
    nameid_format: 'string',
  }),
  oidc: shape(
    { ...session, issuer: 'string', client_id: 'string', client_secret: 'string', scopes: 'strings' },
    { secret: 'client_secret' },
  ),
  websocket_tcp_converter: shape({}),
  user_agent_filter: shape({ allow: 'strings', deny: 'strings' }, { enabledByDefault: false }),
};

export const providers = [
  'github',
  'facebook',
  'microsoft',
  'google',
  'linkedin',
  'gitlab',
  'twitch',
  'amazon',
] as const;

const providerFields: Readonly<Record<string, FieldType>> = {
  client_id: 'string',
  client_secret: 'string',
  scopes: 'strings',
  email_addresses: 'strings',
  email_domains: 'strings',
};

/** 2.9: the fields of a provider; only github adds teams and organizations. */
export function fieldsOfProvider(name: string): Readonly<Record<string, FieldType>> {
  return name === 'github'
    ? { ...providerFields, teams: 'strings', organizations: 'strings' }
    : providerFields;
}

export type Kind = 'endpoint' | 'tls-edge' | 'https-route';

export interface KindShape {
  /** Plain fields that a create accepts. */
  readonly create: Readonly<Record<string, FieldType>>;
  /** Plain fields that an update accepts; undefined if there is no update (4.7). */
  readonly update: Readonly<Record<string, FieldType>> | undefined;
  readonly required: readonly string[];
  readonly modules: readonly string[];
  readonly maxBytes: Readonly<Record<string, number>>;
}

const texts = { description: 'string', metadata: 'string' } as const;
/** Section 8: the maximum lengths of texts of edges and routes. */
const textLimits = { description: 255, metadata: 4096 };
const endpointFields = {
  url: 'string',
  traffic_policy: 'string',
  ...texts,
  bindings: 'strings',
  pooling_enabled: 'boolean',
} as const;
const selector = { match_type: 'string', match: 'string', ...texts } as const;

export const kindShapes: Readonly<Record<Kind, KindShape>> = {
  endpoint: {
    create: { type: 'string', ...endpointFields },
    update: endpointFields,
    required: ['url'],
    modules: [],
    maxBytes: {},
  },
  'tls-edge': {
    create: { ...texts, hostports: 'strings' },
    update: undefined,
    required: [],
    modules: ['backend', 'ip_restriction', 'mutual_tls', 'tls_termination', 'traffic_policy'],
    maxBytes: textLimits,
  },
  'https-route': {
    create: selector,
    update: selector,
    required: ['match_type', 'match'],
    modules: [
      'backend',
      'ip_restriction',
      'circuit_breaker',
      'compression',
      'request_headers',
      'response_headers',
      'webhook_verification',
      'oauth',
      'saml',
      'oidc',
      'websocket_tcp_converter',
      'user_agent_filter',
      'traffic_policy',
    ],
    maxBytes: textLimits,
  },
};
