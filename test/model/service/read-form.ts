import type { Stored } from './objects.ts';
import type { Switches } from './switches.ts';
import { fieldsOfProvider, kindShapes, moduleShapes, type FieldType } from './tables.ts';
import { isMap, isTexts, type Json, type JsonMap } from './values.ts';

/** An object as reads return it (2.2, 2.4, 2.5, 2.7), depending on the switches. */
export function readForm(object: Stored, origin: string, switches: Switches): JsonMap {
  const { kind, id, edgeId, spec } = object;
  const paths = {
    endpoint: `/endpoints/${id}`,
    'tls-edge': `/edges/tls/${id}`,
    'https-route': `/edges/https/${edgeId ?? ''}/routes/${id}`,
  };
  const shared = { id, uri: origin + paths[kind], created_at: '2026-01-02T03:04:05Z' };
  const form =
    kind === 'endpoint'
      ? { ...shared, ...endpointForm(object, switches) }
      : {
          ...shared,
          ...(edgeId === undefined ? {} : { edge_id: edgeId }),
          ...plainForm(object, switches),
          ...Object.fromEntries(
            kindShapes[kind].modules.flatMap((name) => moduleForm(name, spec[name], switches, id)),
          ),
        };
  return switches.order === 'kept' ? form : (reordered(form, switches.order) as JsonMap);
}

const emptyOf: Readonly<Record<FieldType, Json>> = {
  string: '',
  boolean: false,
  uint32: 0,
  int64: 0,
  fraction: 0,
  strings: [],
  map: {},
  id: null,
  ids: [],
  provider: {},
};

/** The default values of such services, where they are not the empty value. */
const serviceDefaults: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  circuit_breaker: { tripped_duration: 10, rolling_window: 10, num_buckets: 10, volume_threshold: 20 },
  oauth: { cookie_prefix: 'service.', maximum_duration: 86400 },
  oidc: { cookie_prefix: 'service.', maximum_duration: 86400 },
  saml: {
    cookie_prefix: 'service.',
    maximum_duration: 86400,
    nameid_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  },
};

function plainForm({ kind, spec }: Stored, { defaults }: Switches): JsonMap {
  return Object.fromEntries(
    Object.entries(kindShapes[kind].create).flatMap(([name, type]) => {
      const value = spec[name] ?? undefined;
      if (value !== undefined) return [[name, value]];
      return defaults === 'none' ? [] : [[name, emptyOf[type]]];
    }),
  );
}

function endpointForm(object: Stored, switches: Switches): JsonMap {
  const { type = 'cloud', spec, id } = object;
  const given = plainForm(object, switches);
  const url = shownUrl(spec['url'] as string, switches.urls);
  const policy = spec['traffic_policy'];
  const { protocol, hostname, port } = new URL(spec['url'] as string);
  return {
    ...given,
    ...(given['bindings'] === undefined || (given['bindings'] as readonly Json[]).length > 0
      ? {}
      : { bindings: ['public'] }),
    type,
    url,
    public_url: url,
    proto: protocol.slice(0, -1),
    hostport: `${hostname}:${port === '' ? '443' : port}`,
    ...(typeof policy === 'string' && policy !== '' ? { traffic_policy: shownPolicy(policy, switches) } : {}),
    ...(type === 'edge' ? { edge: { id: spec['edge'] ?? null, uri: `/edges/https/${id}` } } : {}),
  };
}

function shownUrl(text: string, urls: Switches['urls']): string {
  const lower = text.replace(/^[a-z]+:\/\/[^/]*/i, (found) => found.toLowerCase());
  const usual = lower.startsWith('https:') || lower.startsWith('tls:') ? ':443' : ':80';
  switch (urls) {
    case 'kept':
      return text;
    case 'lower':
      return lower;
    case 'no-port':
      return lower.endsWith(usual) ? lower.slice(0, -usual.length) : lower;
    case 'with-port':
      return /:\d+$/.test(lower) ? lower : lower + usual;
  }
}

function shownPolicy(text: string, { policies }: Switches): string {
  if (policies === 'kept') return text;
  try {
    return JSON.stringify(JSON.parse(text) as Json, undefined, 2);
  } catch {
    return text;
  }
}

function moduleForm(
  name: string,
  value: Json | undefined,
  switches: Switches,
  routeId: string,
): readonly (readonly [string, Json])[] {
  if (!isMap(value)) return switches.unsetModules === 'null' ? [[name, null]] : [];
  const { fields, reference, secret, enabledByDefault } = moduleShapes[name]!;
  const shown: Record<string, Json> = { enabled: value['enabled'] ?? enabledByDefault };
  for (const [field, type] of Object.entries(fields)) {
    const given = value[field] ?? filledIn(name, field, type, switches);
    if (field === reference?.written) {
      if (given !== undefined) shown[reference.read] = referencesOf(given, type, switches);
    } else if (field === secret) {
      Object.assign(shown, hiddenSecret(field, given, switches));
    } else if (type === 'provider' && isMap(given)) {
      shown[field] = providerForm(given, switches);
    } else if (given !== undefined) {
      shown[field] =
        type === 'map'
          ? shownHeaders(given, switches)
          : field === 'value'
            ? shownPolicy(given as string, switches)
            : given;
    }
  }
  if (name.endsWith('_headers') && isTexts(shown['remove'])) {
    shown['remove'] = shown['remove'].map((header) => shownHeader(header, switches));
  }
  return [[name, name === 'saml' ? { ...shown, ...samlAnswers(routeId) } : shown]];
}

function filledIn(name: string, field: string, type: FieldType, { defaults }: Switches): Json | undefined {
  if (type === 'id' || defaults === 'none') return undefined;
  const usual = field === 'min_version' ? null : emptyOf[type];
  return serviceDefault(name, field, defaults) ?? usual;
}

/** The default of an unset field of a module, if reads show it. */
export function serviceDefault(
  module: string,
  field: string,
  defaults: Switches['defaults'],
): Json | undefined {
  return defaults === 'service' ? serviceDefaults[module]?.[field] : undefined;
}

function referencesOf(given: Json, type: FieldType, { references }: Switches): Json {
  const refOf = (id: string): JsonMap => ({ id, uri: `/references/${id}` });
  if (type === 'id') return given === null ? null : refOf(given as string);
  const all: readonly JsonMap[] = (given as readonly string[]).map(refOf);
  return references === 'single' && all.length === 1 ? (all[0] ?? null) : all;
}

function providerForm(given: JsonMap, switches: Switches): JsonMap {
  return Object.fromEntries(
    Object.entries(given).map(([name, config]): readonly [string, Json] => {
      if (!isMap(config)) return [name, config];
      const empties =
        switches.defaults === 'none'
          ? {}
          : Object.fromEntries(
              Object.entries(fieldsOfProvider(name)).map(([field, type]) => [field, emptyOf[type]]),
            );
      const { client_secret: secret, ...others } = { ...empties, ...config };
      return [name, { ...others, ...hiddenSecret('client_secret', secret, switches) }];
    }),
  );
}

function hiddenSecret(field: string, value: Json | undefined, { secrets }: Switches): JsonMap {
  if (value === undefined || value === null || value === '')
    return value === undefined ? {} : { [field]: value };
  switch (secrets) {
    case 'clear':
      return { [field]: value };
    case 'null':
      return { [field]: null };
    case 'absent':
      return {};
    case 'empty':
      return { [field]: '' };
    case 'stars':
      return { [field]: '***' };
    case 'bullets':
      return { [field]: '••••••••' };
    case 'prefix':
      return { [field]: `${(value as string).slice(0, 4)}****` };
  }
}

function shownHeaders(given: Json, switches: Switches): Json {
  return Object.fromEntries(
    Object.entries(given as JsonMap).map(([name, value]) => [shownHeader(name, switches), value]),
  );
}

function shownHeader(name: string, { headers }: Switches): string {
  if (headers === 'kept') return name;
  const lower = name.toLowerCase();
  return headers === 'lower' ? lower : lower.replace(/(^|-)[a-z]/g, (found) => found.toUpperCase());
}

function samlAnswers(id: string): JsonMap {
  const base = `https://service.example/saml/${id}`;
  return {
    entity_id: base,
    metadata_url: base,
    assertion_consumer_service_url: `${base}/acs`,
    single_logout_url: `${base}/slo`,
    request_signing_certificate_pem: '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n',
  };
}

function reordered(value: Json, order: 'reversed' | 'sorted'): Json {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => reordered(item, order));
    return order === 'reversed'
      ? items.reverse()
      : items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, reordered(item, order)] as const);
  return Object.fromEntries(
    order === 'reversed' ? entries.reverse() : entries.sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
