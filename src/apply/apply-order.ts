import type { KindName } from '../kinds/kind.ts';
import type { Step } from '../model/plan/step.ts';
import type { Address } from '../model/workspace/address.ts';
import { groupBy } from '../text/lists/group-by.ts';

/** Steps that may run concurrently; each group starts when the one before has ended. */
export type Groups = readonly (readonly Step[])[];

/** The steps that each step must wait for. */
export type Waits = ReadonlyMap<Step, readonly Step[]>;

/** The dependencies of each step from the plan: by identity and by safety. */
export function waitsOf(steps: readonly Step[]): Waits {
  const changes = new Map<Address, Step>();
  for (const step of steps)
    if (step.requests.length > 0 || !changes.has(step.address)) changes.set(step.address, step);
  const waits = new Map<Step, readonly Step[]>();
  for (const step of steps) {
    const others = (step.restsOn ?? []).flatMap((address) => changes.get(address) ?? []);
    if (others.length > 0) waits.set(step, others);
  }
  return waits;
}

/**
 * Orders steps by their dependencies. Otherwise in this order: ledger changes, endpoint creates, TLS edge creates,
 * route creates, updates without exposure, updates with exposure, deletes.
 */
export function groupsOf(steps: readonly Step[], waits: Waits): Groups {
  const levels = levelsOf(steps, waits);
  const groups = groupBy(steps, (step) => levels.get(step) ?? 0);
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/** The level of each step: at least that of its class, and above all its dependencies. */
function levelsOf(steps: readonly Step[], waits: Waits): ReadonlyMap<Step, number> {
  const apart = steps.length + 1;
  const levels = new Map<Step, number>();
  const begun = new Set<Step>();
  const open = [...steps];
  for (let step = open.at(-1); step !== undefined; step = open.at(-1)) {
    const others = waits.get(step) ?? [];
    const before = begun.has(step) ? [] : others.filter((other) => !begun.has(other));
    begun.add(step);
    if (before.length > 0) {
      open.push(...before);
      continue;
    }
    open.pop();
    if (levels.has(step)) continue;
    // Plans have no cycles; if one did, a step in it would not wait for its predecessor.
    const below = others.map((other) => levels.get(other) ?? 0);
    levels.set(
      step,
      below.reduce((most, level) => Math.max(most, level + 1), classOf(step) * apart),
    );
  }
  return levels;
}

const createOrder: Readonly<Record<KindName, number>> = { endpoint: 1, 'tls-edge': 2, 'https-route': 3 };

function classOf(step: Step): number {
  if (step.requests.length === 0) return 0;
  switch (step.action) {
    case 'create':
      return createOrder[step.kind];
    case 'update':
    case 'retire':
      return step.exposure === undefined ? 4 : 5;
    case 'delete':
      return 6;
    case 'adopt':
    case 'forget':
    case 'keep':
    case 'drift':
    case 'blocked':
      return 0;
  }
}
