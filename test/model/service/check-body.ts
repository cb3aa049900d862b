import {
  fieldsOfProvider,
  kindShapes,
  moduleShapes,
  providers,
  type FieldType,
  type Kind,
} from './tables.ts';
import { isMap, isTexts, type Json, type JsonMap } from './values.ts';

export interface Checking {
  readonly method: 'create' | 'update';
  /** Whether an OIDC module without its client secret is refused, as some services do. */
  readonly needsOidcSecret: boolean;
}

/** The first problem of a body; undefined if it is valid. */
export function bodyProblem(kind: Kind, body: Json | undefined, checking: Checking): string | undefined {
  if (!isMap(body)) return 'the body is not an object';
  const { create, update, required, modules, maxBytes } = kindShapes[kind];
  const plain = checking.method === 'create' ? create : (update ?? {});
  // Path parameters may be repeated in a body.
  const known = new Set([...Object.keys(plain), ...modules, 'id', 'edge_id']);
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) return `${unknown}: unknown field`;
  const absent = required.find((name) => body[name] === undefined || body[name] === null);
  if (checking.method === 'create' && absent !== undefined) return `${absent}: required`;
  for (const [name, type] of Object.entries(plain)) {
    const problem = valueProblem(body[name], type);
    if (problem !== undefined) return `${name}: ${problem}`;
    const limit = maxBytes[name];
    const text = body[name];
    if (limit !== undefined && typeof text === 'string' && Buffer.byteLength(text) > limit) {
      return `${name}: longer than ${limit} bytes`;
    }
  }
  if (kind === 'endpoint' && (body['type'] ?? 'cloud') !== 'cloud') return 'type: only cloud is supported';
  if (
    kind === 'https-route' &&
    !['exact_path', 'path_prefix'].includes((body['match_type'] ?? 'exact_path') as string)
  ) {
    return 'match_type: not exact_path or path_prefix';
  }
  for (const name of modules) {
    const problem = moduleProblem(name, body[name], checking);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return kind === 'tls-edge' ? terminationProblem(body) : undefined;
}

function moduleProblem(
  name: string,
  value: Json | undefined,
  { needsOidcSecret }: Checking,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isMap(value)) return 'not an object';
  const { fields } = moduleShapes[name]!;
  const wrong = mapProblem(value, { enabled: 'boolean', ...fields });
  if (wrong !== undefined) return wrong;
  if (name === 'circuit_breaker' && ((value['num_buckets'] ?? 0) as number) > 128)
    return 'num_buckets: more than 128';
  if (name === 'webhook_verification') return webhookProblem(value);
  if (name === 'oauth') return oauthProblem(value);
  if (name === 'oidc' && needsOidcSecret && !value['client_secret']) return 'client_secret: required';
  return undefined;
}

/** 2.9: all providers except one cloud notification service require a secret. */
function webhookProblem({ provider, secret }: JsonMap): string | undefined {
  return provider !== 'sns' && (secret === undefined || secret === null || secret === '')
    ? 'secret: required'
    : undefined;
}

function oauthProblem({ provider }: JsonMap): string | undefined {
  if (!isMap(provider)) return undefined;
  for (const [name, config] of Object.entries(provider)) {
    if (!isMap(config)) continue;
    const { client_id: id, client_secret: secret, scopes } = config;
    if (id && !secret) return `provider.${name}.client_secret: required with client_id`;
    if (isTexts(scopes) && scopes.length > 0 && !(id && secret))
      return `provider.${name}.scopes: need client_id and client_secret`;
  }
  return undefined;
}

/** 2.9: `upstream` passes TLS through, so no module that needs the handshake is allowed. */
function terminationProblem({
  tls_termination: termination,
  mutual_tls: mutual,
}: JsonMap): string | undefined {
  if (!isMap(termination)) return undefined;
  const at = termination['terminate_at'] ?? 'edge';
  if (at !== 'edge' && at !== 'upstream') return 'terminate_at: not edge or upstream';
  const version = termination['min_version'] ?? null;
  if (at === 'upstream' && version !== null) return 'min_version: must be null';
  return at === 'upstream' && isMap(mutual) ? 'mutual_tls: not with upstream termination' : undefined;
}

function mapProblem(value: JsonMap, fields: Readonly<Record<string, FieldType>>): string | undefined {
  for (const [name, item] of Object.entries(value)) {
    const type = fields[name];
    if (type === undefined) return `${name}: unknown field`;
    const problem = valueProblem(item, type);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return undefined;
}

function valueProblem(value: Json | undefined, type: FieldType): string | undefined {
  if (value === undefined || value === null) return undefined;
  switch (type) {
    case 'string':
      return typeof value === 'string' ? undefined : 'not a string';
    case 'id':
      return typeof value === 'string' && /^[A-Za-z0-9_-]{1,128}$/.test(value) ? undefined : 'not an id';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'not a boolean';
    case 'uint32':
      return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32
        ? undefined
        : 'not a uint32';
    case 'int64':
      return Number.isInteger(value) ? undefined : 'not an int64';
    case 'fraction':
      return typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'not between 0 and 1.0';
    case 'strings':
      return isTexts(value) ? undefined : 'not a list of strings';
    case 'ids':
      return isTexts(value) && value.every((id) => /^[A-Za-z0-9_-]{1,128}$/.test(id))
        ? undefined
        : 'not a list of ids';
    case 'map':
      return isMap(value) && isTexts(Object.values(value)) ? undefined : 'not a map of strings';
    case 'provider':
      return providerProblem(value);
  }
}

function providerProblem(value: Json): string | undefined {
  if (!isMap(value)) return 'not an object';
  for (const [name, config] of Object.entries(value)) {
    if (!(providers as readonly string[]).includes(name)) return `${name}: unknown provider`;
    if (config === null) continue;
    if (!isMap(config)) return `${name}: not an object`;
    const problem = mapProblem(config, fieldsOfProvider(name));
    if (problem !== undefined) return `${name}.${problem}`;
  }
  return undefined;
}
