import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Json, Spec } from '../../model/value.ts';
import { canonical } from '../compare/canonical.ts';
import type { Field } from '../../kinds/field.ts';
import { splitMatch } from './normal-match.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { normalHost } from './host-name.ts';

/**
 * The keys by which the service identifies an object, normalized: a route by edge, match type and match, an endpoint by
 * its url, a TLS edge by each of its hostports. Empty if a part is
 * missing.
 */
export function identityKeys(kind: KindName, spec: Spec): readonly string[] {
  const { fields, identity } = kinds[kind];
  const values = identity.fields.map((name) => identifying(fields[name], spec[name] as Json | undefined));
  if (identity.match === 'any') {
    return values
      .flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : []))
      .map(canonicalJson);
  }
  const isWhole = identity.fields.every((name) => typeof spec[name] === 'string');
  return isWhole ? [canonicalJson(values)] : [];
}

/** The value that the service compares: a host in a match has many spellings. */
function identifying(field: Field | undefined, value: Json | undefined): Json {
  if (field === undefined || !('form' in field) || field.form !== 'match' || typeof value !== 'string')
    return canonical(field, value);
  const { host, path } = splitMatch(value);
  return host === '' ? path : normalHost(host) + path;
}

/** The same, each after its kind: objects of different kinds never share one. */
export function kindIdentityKeys(kind: KindName, spec: Spec | undefined): readonly string[] {
  return spec === undefined ? [] : identityKeys(kind, spec).map((key) => `${kind} ${key}`);
}

/** The key for which the service refuses a second object that may not coexist; undefined if it refuses none. */
export function refusalKey(kind: KindName, spec: Spec): string | undefined {
  const { fields, identity } = kinds[kind];
  const { refusal } = identity;
  if (refusal === undefined || refusal.fields.some((name) => typeof spec[name] !== 'string'))
    return undefined;
  const values = refusal.fields.map((name) => identifying(fields[name], spec[name] as Json | undefined));
  return `${kind} ${canonicalJson(values)}`;
}

/**
 * The keys of which two objects of an account must not share one: those that the service refuses, and the hostports of
 * TLS edges, of which it is unknown.
 */
export function exclusiveKeys(kind: KindName, spec: Spec | undefined): readonly string[] {
  if (spec === undefined) return [];
  if (kinds[kind].identity.refusal === undefined) return kindIdentityKeys(kind, spec);
  const key = refusalKey(kind, spec);
  return key === undefined ? [] : [key];
}

/** Whether two objects may have the same exclusive key: endpoints that both pool, with the same bindings. */
export function mayCoexist(kind: KindName, existing: Spec | undefined, other: Spec | undefined): boolean {
  const { fields, identity } = kinds[kind];
  const unless = identity.refusal?.unless;
  if (unless === undefined) return false;
  const listOf = (spec: Spec | undefined): string => {
    const { seen } = fields[unless.sameIn] ?? {};
    const list = spec?.[unless.sameIn];
    const isSet = Array.isArray(list) && list.length > 0;
    return canonicalJson(canonical(fields[unless.sameIn], (isSet ? list : seen) as Json | undefined));
  };
  return (
    [existing, other].every((spec) => spec?.[unless.enabled] === true) && listOf(existing) === listOf(other)
  );
}
