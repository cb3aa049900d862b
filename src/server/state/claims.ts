import { refusalKey } from '../../derive/forms/identity.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { JsonObject } from '../../model/value.ts';

/** An object, stored or about to be. */
interface Claiming {
  readonly kind: KindName;
  readonly id: string;
  readonly edge_id?: string;
  readonly spec: JsonObject;
}

/** The ids of the objects by what they serve: a create compares itself with these, not with all. */
export type Claims = Map<string, readonly string[]>;

/** The ids of the objects for which the service refuses another one like this. */
export function claimants(claims: Claims, object: Claiming): readonly string[] {
  return claims.get(claimOf(object) ?? '') ?? [];
}

export function addClaim(claims: Claims, object: Claiming): void {
  const claim = claimOf(object);
  if (claim !== undefined) claims.set(claim, [...(claims.get(claim) ?? []), object.id]);
}

export function removeClaim(claims: Claims, object: Claiming): void {
  const claim = claimOf(object);
  if (claim === undefined) return;
  const left = (claims.get(claim) ?? []).filter((id) => id !== object.id);
  if (left.length === 0) claims.delete(claim);
  else claims.set(claim, left);
}

function claimOf({ kind, edge_id, spec }: Claiming): string | undefined {
  return refusalKey(kind, edge_id === undefined ? spec : { ...spec, edge_id });
}
