import fc, { type Arbitrary } from 'fast-check';
import { secretlessProviders } from '../../src/kinds/webhook-providers.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';

type Members = Readonly<Record<string, Arbitrary<Json>>>;

/** Applies API rules that the tables do not contain: those between the fields of one module or object (API 2.9). */
export function lawfulModule(name: string, value: JsonObject, members: Members): Arbitrary<JsonObject> {
  if ('client_id' in members && 'email_domains' in members) return fc.constant(lawfulApp(value));
  switch (name) {
    case 'oauth':
      return withAll(value, members, ['provider']);
    case 'oidc':
      return withAll(value, members, ['issuer', 'client_id', 'client_secret']);
    case 'saml':
      return withAll(value, members, ['idp_metadata']);
    case 'webhook_verification':
      return withAll(value, members, ['provider', 'secret']).map(lawfulWebhook);
    case 'tls_termination':
      return fc.boolean().map((isNull) => lawfulTermination(value, isNull));
    case 'request_headers':
    case 'response_headers':
      return fc.constant(lawfulHeaders(value));
    default:
      return fc.constant(value);
  }
}

function withAll(value: JsonObject, members: Members, names: readonly string[]): Arbitrary<JsonObject> {
  const all = Object.fromEntries(names.map((name) => [name, members[name] ?? fc.constant(null)]));
  return fc.record(all).map((filled) => ({ ...filled, ...value }));
}

/** An own app has an id and a secret; scopes only go with an own app. */
function lawfulApp(value: JsonObject): JsonObject {
  const { client_id, client_secret, scopes, ...rest } = value;
  if (client_id === undefined || client_secret === undefined) return rest;
  return { client_id, client_secret, ...(scopes === undefined ? {} : { scopes }), ...rest };
}

/** Every provider but one requires a secret. */
function lawfulWebhook({ secret, ...rest }: JsonObject): JsonObject {
  const isExempt = secretlessProviders.includes(rest['provider'] as string);
  return isExempt || secret === undefined ? rest : { ...rest, secret };
}

/** `min_version` is null or absent when the upstream terminates. */
function lawfulTermination({ min_version, ...rest }: JsonObject, isNull: boolean): JsonObject {
  if (rest['terminate_at'] === 'upstream') return isNull ? { ...rest, min_version: null } : rest;
  return min_version === undefined ? rest : { ...rest, min_version };
}

/** Does not remove added headers as well, since the API does not define which comes first. */
function lawfulHeaders({ remove, ...rest }: JsonObject): JsonObject {
  const added = new Set(Object.keys((rest['add'] ?? {}) as JsonObject).map((header) => header.toLowerCase()));
  const kept = ((remove ?? []) as readonly string[]).filter((header) => !added.has(header.toLowerCase()));
  return kept.length === 0 ? rest : { ...rest, remove: kept };
}

/** Applies the API rules between the modules of one resource. */
export function lawfulSpec(spec: JsonObject): JsonObject {
  const termination = spec['tls_termination'] as JsonObject | undefined;
  const isPassedThrough = termination?.['terminate_at'] === 'upstream' && termination['enabled'] !== false;
  const logins = ['oauth', 'saml', 'oidc'].filter((name) => name in spec);
  const { url } = spec;
  // The generated policies are about requests.
  const isConnection = 'hostports' in spec || (typeof url === 'string' && /^(?:tcp|tls):/.test(url));
  const dropped = new Set([...logins.slice(1), ...(isPassedThrough ? ['mutual_tls', 'traffic_policy'] : [])]);
  return Object.fromEntries(
    Object.entries(spec)
      .filter(([name]) => !dropped.has(name))
      .map(([name, value]) => [
        name,
        isConnection && name === 'traffic_policy' ? onConnections(value) : value,
      ]),
  );
}

/**
 * A policy of connections, written as the given one of requests is: as text, as a mapping, or as a module of either.
 */
function onConnections(policy: Json): Json {
  const rules = { on_tcp_connect: [{ actions: [{ type: 'deny' }] }] };
  if (typeof policy === 'string') return JSON.stringify(rules);
  const { value, ...rest } = policy as JsonObject;
  if ('on_http_request' in rest) return rules;
  return value === undefined ? rest : { ...rest, value: onConnections(value) };
}
