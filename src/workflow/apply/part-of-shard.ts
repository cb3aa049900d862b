import { unsafeError } from '../../ledger/ledger-error.ts';
import type { Desired } from '../../model/desired.ts';
import type { RunAbout } from '../../model/journal/journal.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { LedgerLock } from '../../model/ledger-store.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Shard } from '../../model/ledger/shard.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import { needingSecrets } from '../../plan/gates/needs-secrets.ts';
import { shardGroups, shardNumbers, type ShardGroups } from '../../plan/shards/division.ts';
import { partOfPlan } from '../../plan/shards/part-of-plan.ts';
import { hashOf } from '../../text/hash.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { runInWords } from '../../text/run-in-words.ts';
import { version } from '../../version.ts';
import { desiredHash } from '../plan/bound-plan.ts';
import type { ApplyJob } from './apply-job.ts';

interface Planned {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
  readonly workspace: Pick<Workspace, 'settings' | 'approvals' | 'removed'>;
  readonly environment: Pick<Environment, 'adopt'>;
  /** The origin of the API. */
  readonly api: string;
}

/** Which shard has which object, as the first run of a time stored it for all of them. */
interface Division {
  readonly format: 1;
  readonly run: RunAbout;
  /** Hash of everything that decides on the steps, apart from what is live: two shards must not adopt one object. */
  readonly inputs: string;
  readonly groups: ShardGroups;
}

/**
 * The part of a plan that a shard does. Nothing was sent yet. Throws if the shards that are being applied began with
 * other files.
 */
export async function partOfShard(
  { divide, run }: Pick<LedgerLock, 'divide' | 'run'>,
  planned: Planned,
  shard: Shard,
): Promise<Pick<ApplyJob, 'plan' | 'left' | 'isOurs'>> {
  if (divide === undefined) throw new Error('the lock is not that of a shard');
  const { plan } = planned;
  const inputs = inputsHash(planned);
  const own: Division = { format: 1, run, inputs, groups: shardGroups(planned) };
  const division = divisionIn(await divide(JSON.stringify(own)));
  if (division.inputs !== inputs) throw otherFiles(plan, division);
  const shardOf = shardNumbers(division.groups, shard.of);
  return {
    ...partOfPlan(needingSecrets(plan), shard, shardOf),
    isOurs: (address) => shardOf(address) === shard.number,
  };
}

function inputsHash({ desired, workspace, environment, api }: Planned): string {
  const { settings, approvals, removed } = workspace;
  return hashOf({
    tool: version,
    api,
    settings: settings.document.source.text,
    desired: desiredHash(desired),
    formerly: Object.fromEntries(desired.map(({ address, formerly }) => [address, formerly])),
    adopt: environment.adopt.map(({ address, id, edge_id = null, from = null }) => [
      address,
      id,
      edge_id,
      from,
    ]),
    removed: removed.map(({ address, then }) => [address, then]),
    approvals: approvals.map(({ address, allow, environment: one = null, change }) => [
      address,
      allow,
      one,
      change,
    ]),
  });
}

function divisionIn(text: string): Division {
  const value = parsed(text);
  const isWhole =
    isJsonMap(value) &&
    value['format'] === 1 &&
    isJsonMap(value['run']) &&
    typeof value['run']['id'] === 'string' &&
    Array.isArray(value['groups']) &&
    value['groups'].every(isListOfTexts);
  if (isWhole) return value as unknown as Division;
  throw unsafeError(
    'the division among the shards that are being applied cannot be read: another version of Edgewright wrote it, or it is damaged',
    'nothing was applied; use one version for all shards, or wait until all have ended: the next run divides again',
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

function otherFiles({ environment }: Plan, { run }: Division): Error {
  const commit = run.commit === undefined ? '' : ` at commit ${run.commit.slice(0, 12)}`;
  return unsafeError(
    `shards of \`${environment}\` are being applied from other files or settings, or to another API: ${runInWords(run)} began with them${commit}`,
    'nothing was applied; check out the same commit for all shards, with the same version of Edgewright and the same API, or wait until all have ended',
    run,
  );
}
