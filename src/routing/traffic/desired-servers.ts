import type { Desired } from '../../model/desired.ts';
import type { Address } from '../../model/workspace.ts';
import type { TrafficServer } from '../traffic-server.ts';

/** The declared resources as servers; `nameOf` may give a resource its former address. */
export function desiredServers(
  desired: readonly Desired[],
  nameOf: (resource: Desired) => Address = ({ address }) => address,
): readonly TrafficServer[] {
  return desired.map((resource) => ({ address: nameOf(resource), kind: resource.kind, spec: resource.spec }));
}
