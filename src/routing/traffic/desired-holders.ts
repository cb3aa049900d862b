import type { Desired } from '../../model/desired.ts';
import type { Address } from '../../model/workspace.ts';
import type { Holder } from '../holder.ts';

/** The declared resources as holders; `nameOf` may give a resource its former address. */
export function desiredHolders(
  desired: readonly Desired[],
  nameOf: (resource: Desired) => Address = ({ address }) => address,
): readonly Holder[] {
  return desired.map((resource) => ({ address: nameOf(resource), kind: resource.kind, spec: resource.spec }));
}
