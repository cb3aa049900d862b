import type { Desired } from '../../model/desired.ts';
import type { Topology } from '../../model/traffic/topology.ts';
import type { NamedId } from '../../model/workspace.ts';
import { assemble } from './assemble.ts';

/** The topology of the files. An endpoint outside of them may still exist, for example started by an agent. */
export function desiredTopology(
  desired: readonly Desired[],
  { ids }: { readonly ids: ReadonlyMap<string, NamedId> },
): Topology {
  const resources = desired.map(({ kind, address, spec }) => ({
    kind,
    address,
    before: spec,
    after: spec,
    change: 'same' as const,
  }));
  return assemble(resources, { ids, seesEndpoints: false });
}
