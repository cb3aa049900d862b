import { createHash } from 'node:crypto';
import { exclusiveKeys } from '../../derive/forms/identity.ts';
import type { Desired } from '../../model/desired.ts';
import type { Shard } from '../../model/ledger/shard.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';
import { isSilentStep, type Step } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { asWritten } from '../compare/as-written.ts';
import { countSteps } from '../finish/describe-steps.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/**
 * Divides the objects of an environment among shards, so that processes can apply them at the same time.
 *
 * Objects that depend on each other are one group: those that compete for an identity (a URL, a match, a hostport), an
 * object and its former address, and those of which one must be changed before another. A group belongs to the shard
 * that a hash of its first address names, so an unrelated object moves none. Only groups of several objects are stored:
 * any other address names its own shard.
 *
 * The groups depend on what is live and in the ledger, which change while shards are applied. So the runs of one time
 * take the division that the first of them stored, and leave a step out that would need one of another shard.
 */

/** The groups of several objects, each sorted, and sorted by their first address. */
export type ShardGroups = readonly (readonly Address[])[];

interface ToDivide {
  readonly plan: Pick<Plan, 'steps'>;
  readonly desired: readonly Pick<Desired, 'address' | 'kind' | 'spec' | 'formerly'>[];
  readonly ledger: Pick<LedgerState, 'resources' | 'orphans' | 'unknown'>;
}

export function shardGroups(known: ToDivide): ShardGroups {
  return linked(linksOf(known));
}

function* linksOf({ plan, desired, ledger }: ToDivide): Iterable<Link<Address>> {
  for (const { address, kind, spec, formerly } of desired)
    yield { items: [address, ...formerly], keys: exclusiveKeys(kind, spec) };
  for (const table of [ledger.resources, ledger.orphans]) {
    for (const [address, { kind, edge_id, observed, applied }] of entriesOf(table)) {
      const parent = withoutUndefined({ edge_id });
      yield { items: [address], keys: exclusiveKeys(kind, { ...asWritten(observed, applied), ...parent }) };
    }
  }
  for (const [address, { kind, identity }] of entriesOf(ledger.unknown ?? {}))
    yield { items: [address], keys: exclusiveKeys(kind, identity) };
  for (const { address, kind, formerly, restsOn = [], predicted = {} } of plan.steps) {
    const former = formerly === undefined ? [] : [formerly];
    yield { items: [address, ...former, ...restsOn], keys: exclusiveKeys(kind, predicted) };
  }
}

/** The number of the shard of each address, from 1. */
export function shardNumbers(groups: ShardGroups, count: number): (address: Address) => number {
  const names = new Map(groups.flatMap((group) => group.map((address) => [address, group[0] ?? address])));
  return (address) => {
    const digest = createHash('sha256')
      .update(names.get(address) ?? address)
      .digest();
    return (digest.readUIntBE(0, 6) % count) + 1;
  };
}

function entriesOf<Entry>(table: Readonly<Record<Address, Entry>>): readonly (readonly [Address, Entry])[] {
  return Object.entries(table) as [Address, Entry][];
}

/**
 * Items that belong together, also with those of all other links with one of these keys. No key is an item: it has a
 * space, which no address has.
 */
interface Link<Item extends string> {
  readonly items: readonly [Item, ...Item[]];
  readonly keys: readonly string[];
}

/** The groups that links form, of several items each: sorted, each and by their first item. */
function linked<Item extends string>(links: Iterable<Link<Item>>): readonly (readonly Item[])[] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above;
    // Shortens the way for the next search.
    for (let node = name; node !== root;) {
      const above = parents.get(node) ?? root;
      parents.set(node, root);
      node = above;
    }
    return root;
  };
  const all = new Set<Item>();
  for (const { items, keys } of links) {
    for (const item of items) all.add(item);
    for (const other of [...items.slice(1), ...keys]) {
      const [first, two] = [rootOf(items[0]), rootOf(other)];
      if (first !== two) parents.set(first, two);
    }
  }
  return [...groupBy([...all].sort(), rootOf).values()].filter(({ length }) => length > 1);
}

/** The part of a plan that a shard does. The refusals are those of the whole plan. */
export interface PartOfPlan {
  readonly plan: Plan;
  /** Steps of the shard that depend on a step of another one, which may not be done yet. */
  readonly left: readonly Outcome[];
}

export function partOfPlan(plan: Plan, shard: Shard, shardOf: (address: Address) => number): PartOfPlan {
  const isOurs = (address: Address): boolean => shardOf(address) === shard.number;
  const open = new Set(plan.steps.flatMap(({ address, requests }) => (requests.length > 0 ? [address] : [])));
  const waiting = new Map<Address, Address>();
  const waitsFor = ({ formerly, restsOn = [] }: Step): Address | undefined =>
    [...(formerly === undefined ? [] : [formerly]), ...restsOn.filter((other) => open.has(other))].find(
      (other) => !isOurs(other) || waiting.has(other),
    );
  const ownSteps = plan.steps.filter(({ address }) => isOurs(address));
  // Other steps may wait for one that waits.
  for (let before = -1; before < waiting.size;) {
    before = waiting.size;
    for (const step of ownSteps) {
      const other = waitsFor(step);
      if (other !== undefined) waiting.set(step.address, other);
    }
  }
  const steps = ownSteps.filter(({ address }) => !waiting.has(address));
  const countShown = (some: readonly Step[]): number => some.filter((step) => !isSilentStep(step)).length;
  const traffic = plan.traffic?.filter(({ from, to }) =>
    [from, to].some((end) => end && isOurs(end as Address)),
  );
  return {
    plan: {
      ...plan,
      steps,
      notes: plan.notes.filter(({ address, fact }) =>
        address === undefined ? fact.code !== 'stray' : isOurs(address),
      ),
      summary: countSteps(steps),
      shard: { ...shard, steps: countShown(ownSteps), all: countShown(plan.steps) },
      ...withoutUndefined({ traffic }),
    },
    left: ownSteps.flatMap(({ address, action }) => {
      const other = waiting.get(address);
      if (other === undefined) return [];
      const reason = isOurs(other)
        ? ({ code: 'rests-on-failed', other } as const)
        : ({ code: 'other-shard', other, shard: shardOf(other) } as const);
      return [{ address, action, status: 'skipped', reason, surprises: [] } as const];
    }),
  };
}
