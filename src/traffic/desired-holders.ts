import type { Desired } from '../model/desired.ts';
import type { Address } from '../model/workspace.ts';
import type { Holder } from '../domain/holder.ts';

/** What the files say, as holders; a resource may be called by the address that it had before. */
export function desiredHolders(
  desired: readonly Desired[],
  nameOf: (resource: Desired) => Address = ({ address }) => address,
): readonly Holder[] {
  return desired.map((resource) => ({ address: nameOf(resource), kind: resource.kind, spec: resource.spec }));
}
