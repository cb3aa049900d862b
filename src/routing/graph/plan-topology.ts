import { kindOfAddress } from '../../kinds/index.ts';
import type { Step, StepAction } from '../../model/plan/step.ts';
import type { Desired } from '../../model/desired.ts';
import type { LiveState } from '../../model/live.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Topology, TopologyChange } from '../../model/traffic/topology.ts';
import type { Spec } from '../../model/value.ts';
import { assemble, type Knowledge, type Resource } from './assemble.ts';
import { unmanaged } from './live-topology.ts';
import type { Address } from '../../model/workspace/address.ts';

export interface PlannedGraph extends Omit<Knowledge, 'seesEndpoints'> {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  readonly live: LiveState;
}

const changes: Readonly<Record<StepAction, TopologyChange>> = {
  create: 'added',
  update: 'changed',
  retire: 'changed',
  delete: 'removed',
  forget: 'removed',
  drift: 'waiting',
  blocked: 'waiting',
  adopt: 'same',
  keep: 'same',
};

/**
 * The topology of a plan: the live state with its changes. Unmanaged endpoints are drawn only if something refers to
 * them.
 */
export function planTopology({ plan, desired, live, ...names }: PlannedGraph): Topology {
  const steps = new Map(plan.steps.map((step) => [step.address, step]));
  const written = new Map(desired.map(({ address, spec }) => [address, spec]));
  const addresses = new Set<Address>([...written.keys(), ...steps.keys()]);
  const managed = [...addresses].map((address) =>
    resourceOf(address, { step: steps.get(address), written: written.get(address), live }),
  );
  const topology = assemble([...managed, ...unmanaged(live)], { ...names, seesEndpoints: true });
  const linked = new Set(topology.links.flatMap(({ from, to }) => [from, to]));
  return {
    ...topology,
    nodes: topology.nodes.filter(({ id, address }) => address !== undefined || linked.has(id)),
  };
}

interface Sides {
  readonly step: Step | undefined;
  readonly written: Spec | undefined;
  readonly live: LiveState;
}

function resourceOf(address: Address, { step, written, live }: Sides): Resource {
  const kind = kindOfAddress(address);
  const object = live.known.get(step?.formerly ?? address) ?? live.known.get(address);
  const now = object === undefined || object === 'missing' ? undefined : object.spec;
  // Resources that a filter leaves out stay as they are live.
  const change = step === undefined ? 'same' : changes[step.action];
  const isMissing = object === 'missing' && change !== 'removed' ? ({ isMissing: true } as const) : {};
  switch (change) {
    case 'added':
      return { kind, address, before: undefined, after: step?.predicted ?? written, change };
    case 'removed':
      return { kind, address, before: now, after: undefined, change };
    case 'changed':
      return { kind, address, before: now, after: step?.predicted ?? written ?? now, change };
    case 'waiting':
    case 'same': {
      const shown = now ?? written;
      return { kind, address, before: shown, after: shown, change, ...isMissing };
    }
  }
}
