import { Secret } from '../../src/model/secret.ts';
import type { PlanInput } from '../../src/plan/input.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';

/** Returns an integer from 0 (inclusive) to `below` (exclusive). */
export type Draw = (below: number) => number;

/** The same input in a different order: of its files, the ledger's entries, or the service's lists and members. */
export const shuffles: Readonly<Record<string, (input: PlanInput, draw: Draw) => PlanInput>> = {
  files: (input, draw) => ({
    ...input,
    desired: shuffled(input.desired, draw),
    removed: shuffled(input.removed, draw),
    approvals: shuffled(input.approvals, draw),
    environment: { ...input.environment, adopt: shuffled(input.environment.adopt, draw) },
  }),
  'ledger entries': (input, draw) => ({
    ...input,
    ledger: {
      ...input.ledger,
      resources: reordered(input.ledger.resources, draw),
      orphans: reordered(input.ledger.orphans, draw),
    },
  }),
  'members of what the ledger kept': (input, draw) => ({ ...input, ledger: deeply(input.ledger, draw) }),
  'lists of the service': (input, draw) => ({
    ...input,
    live: {
      listed: shuffled(input.live.listed, draw),
      known: new Map(shuffled([...input.live.known], draw)),
      orphans: new Map(shuffled([...input.live.orphans], draw)),
    },
  }),
};

/** Shuffles the members of objects at every depth; the order of lists has a meaning and is kept. */
export function deeply<Value>(value: Value, draw: Draw): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Secret || value instanceof SecretReference) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => deeply(item, draw)) as Value;
  const entries = Object.entries(value).map(([key, item]) => [key, deeply(item as unknown, draw)] as const);
  return Object.fromEntries(shuffled(entries, draw)) as Value;
}

function reordered<Items extends object>(items: Items, draw: Draw): Items {
  return Object.fromEntries(shuffled(Object.entries(items), draw)) as Items;
}

export function shuffled<Item>(items: readonly Item[], draw: Draw): Item[] {
  const left = [...items];
  const out: Item[] = [];
  while (left.length > 0) out.push(...left.splice(draw(left.length), 1));
  return out;
}

/** A small random number generator, deterministic by seed. */
export function drawing(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
