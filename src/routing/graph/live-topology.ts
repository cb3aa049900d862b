import { kindOfAddress } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { Topology } from '../../model/traffic/topology.ts';
import { assemble, type Knowledge, type Resource } from './assemble.ts';
import type { Address } from '../../model/workspace/address.ts';

/** The topology of the files. An endpoint outside of them may still exist, for example started by an agent. */
export function desiredTopology(
  desired: readonly Desired[],
  names: Omit<Knowledge, 'seesEndpoints'>,
): Topology {
  const resources = desired.map(({ kind, address, spec }) => ({
    kind,
    address,
    before: spec,
    after: spec,
    change: 'same' as const,
  }));
  return assemble(resources, { ...names, seesEndpoints: false });
}

/** The topology of the live state: objects in the ledger or `adopt:`, and all other listed ones. */
export function liveTopology(live: LiveState, names: Omit<Knowledge, 'seesEndpoints'>): Topology {
  const managed = [...live.known].map(([address, object]) => known(address, object));
  return assemble([...managed, ...unmanaged(live)], { ...names, seesEndpoints: true });
}

function known(address: Address, object: Live | 'missing'): Resource {
  const kind = kindOfAddress(address);
  return object === 'missing'
    ? { kind, address, before: undefined, after: undefined, change: 'same', isMissing: true }
    : { kind, address, before: object.spec, after: object.spec, change: 'same' };
}

/** The objects that are not managed. An endpoint that belongs to an edge is drawn as that edge. */
export function unmanaged({ known, listed, orphans }: LiveState): readonly Resource[] {
  const ours = new Set(
    [...known.values(), ...orphans.values()].flatMap((object) => (object === 'missing' ? [] : [object.id])),
  );
  return listed
    .filter(({ id, served }) => !ours.has(id) && served === undefined)
    .map(({ kind, id, spec }) => ({ kind, id, before: spec, after: spec, change: 'same' }));
}
