import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Json, Spec } from '../../model/value.ts';
import { canonical } from '../compare/canonical.ts';
import { canonicalJson } from '../../text/hash.ts';

/**
 * The keys by which the service identifies an object, normalized: a route by edge, match type and match, an endpoint by
 * its url, a TLS edge by each of its hostports. Two objects of a kind collide if they share a key. Empty if a part is
 * missing.
 */
export function identityKeys(kind: KindName, spec: Spec): readonly string[] {
  const { fields, identity } = kinds[kind];
  const values = identity.fields.map((name) => canonical(fields[name], spec[name] as Json | undefined));
  if (identity.match === 'any') {
    return values
      .flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : []))
      .map(canonicalJson);
  }
  const isWhole = identity.fields.every((name) => typeof spec[name] === 'string');
  return isWhole ? [canonicalJson(values)] : [];
}

/** The same, each after its kind: objects of different kinds never share one. */
export function kindIdentityKeys(kind: KindName, spec: Spec | undefined): readonly string[] {
  return spec === undefined ? [] : identityKeys(kind, spec).map((key) => `${kind} ${key}`);
}
