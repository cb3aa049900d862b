import type { Desired } from '../../model/desired.ts';
import type { Address } from '../../model/workspace.ts';
import { exposureOf, type Exposure } from '../../plan/exposure/exposure.ts';

/** A resource that the pulled files declare as less protected than before. */
export interface LostProtection extends Exposure {
  readonly address: Address;
}

/**
 * The declared resources that a pull makes less protected. A later plan compares live with these files and finds them
 * equal, so no plan asks for an approval: the pull is the last to see both sides.
 */
export function lostProtection(
  before: readonly Desired[],
  after: readonly Desired[],
): readonly LostProtection[] {
  const declared = new Map(before.map((resource) => [resource.address, resource]));
  return after.flatMap(({ address, kind, spec }) => {
    const old = declared.get(address);
    const exposure = old === undefined ? undefined : exposureOf(kind, old.spec, spec);
    return exposure === undefined ? [] : [{ address, ...exposure }];
  });
}
