import { unsafeError } from '../../../ledger/ledger-error.ts';
import type { Desired } from '../../../model/desired.ts';
import type { LedgerState } from '../../../model/ledger.ts';
import type { LedgerLock } from '../../../model/ledger-store.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import type { Shard } from '../../../model/ledger/shard.ts';
import { needingSecrets } from '../../../plan/gates/needs-secrets.ts';
import { shardGroups, shardNumbers, type ShardGroups } from '../../../plan/shards/division.ts';
import { partOfPlan } from '../../../plan/shards/part-of-plan.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import type { ApplyJob } from '../apply-job.ts';

interface Planned {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
}

/** Which shard has which object, as the first run of a time stored it for all of them. */
interface Division {
  readonly format: 1;
  readonly groups: ShardGroups;
}

/** The part of a plan that a shard does. Nothing was sent yet. */
export async function partOfShard(
  { divide }: Pick<LedgerLock, 'divide'>,
  planned: Planned,
  shard: Shard,
): Promise<Pick<ApplyJob, 'plan' | 'left' | 'isOurs'>> {
  if (divide === undefined) throw new Error('the lock is not that of a shard');
  const { plan } = planned;
  const own: Division = { format: 1, groups: shardGroups(planned) };
  const { groups } = divisionIn(await divide(JSON.stringify(own)));
  const shardOf = shardNumbers(groups, shard.of);
  return {
    ...partOfPlan(needingSecrets(plan), shard, shardOf),
    isOurs: (address) => shardOf(address) === shard.number,
  };
}

function divisionIn(text: string): Division {
  const value = parsed(text);
  const isWhole =
    isJsonMap(value) &&
    value['format'] === 1 &&
    Array.isArray(value['groups']) &&
    value['groups'].every(isListOfTexts);
  if (isWhole) return value as unknown as Division;
  throw unsafeError(
    'the division among the shards that are being applied cannot be read: it is damaged',
    'nothing was applied; wait until all shards have ended: the next run divides again',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
