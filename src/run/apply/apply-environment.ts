import { unsafeError } from '../../ledger/ledger-error.ts';
import type { Desired } from '../../model/desired.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerLock } from '../../model/ledger/ledger-store.ts';
import type { Shard, ShardInputs, ShardToLock } from '../../model/ledger/shard.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { needingSecrets } from '../../plan/gates/needing-secrets.ts';
import { partOfPlan, shardGroups, type ShardGroups, shardNumbers } from '../../plan/shards/division.ts';
import { apiOrigin } from '../session/api/connect.ts';
import { tellSubject } from '../session/follow-run.ts';
import { openSecretsOf } from '../session/secrets/secrets.ts';
import { hashOf } from '../../text/hash.ts';
import { parsedJson, isJsonMap } from '../../text/json/json-access.ts';
import { version } from '../../version.ts';
import type { ApplyJob } from './apply-job.ts';
import { openRun, type Run } from '../session/run.ts';
import type { ApplyChoices, ApplyOptions } from './apply-options.ts';
import { executeApply } from './execute-apply.ts';
import { lockedApply, readLocked } from './locked-apply.ts';
import { lintForEnvironment } from '../lint/lint-workspace.ts';
import { desiredHash } from '../plan/bound-plan.ts';
import { withCheckoutNote } from '../plan/checkout-note.ts';
import { declaredNow, makePlan } from '../plan/make-plan.ts';
import { refuseUnknownAllowed } from '../plan/refuse-unknown-allowed.ts';
import type { Environment } from '../../model/workspace/environment.ts';

/** Applies the files to the chosen environment. */
export async function applyEnvironment(io: Io, options: ApplyOptions): Promise<number> {
  return applyRun(await openRun(io, options), options);
}

/** Plans under the lock, shows and applies the plan, and reports how each step ended. */
export async function applyRun(asked: Run, choices: ApplyChoices): Promise<number> {
  tellSubject(asked);
  const { workspace, environment } = asked;
  const { desired } = await lintForEnvironment(asked);
  const secrets = openSecretsOf(asked, desired);
  const check = (ledger: LedgerState): void => {
    refuseUnknownAllowed(choices, { workspace, ledger });
  };
  const { shard } = choices;
  const shardToLock = (): ShardToLock | undefined => {
    if (shard === undefined) return undefined;
    return { ...shard, inputs: shardInputs({ ...asked, desired, api: apiOrigin(asked) }) };
  };
  return lockedApply(asked, { choices, check, shardToLock }, async (run, locked) => {
    const read = { ...(await readLocked(run, locked)), desired, secrets };
    // Other shards create at the same time, which this one cannot tell from creates before.
    const mayBeOlder = shard === undefined ? ({ mayBeOlder: 'yes' } as const) : {};
    const made = await makePlan(run, { ...read, ...mayBeOlder, only: choices.only ?? [], gates: choices });
    const plan = await withCheckoutNote(run, made, read.ledger);
    const older = shard === undefined ? { older: declaredNow({ desired, environment }, read.readAt) } : {};
    const part = shard === undefined ? { plan } : await partOfShard(locked.lock, { ...read, plan }, shard);
    return executeApply(run, { ...read, ...part, ...older }, choices);
  });
}

interface EnvironmentInputs {
  readonly desired: readonly Desired[];
  readonly workspace: Pick<Workspace, 'settings' | 'approvals' | 'removed'>;
  readonly environment: Pick<Environment, 'adopt' | 'drift'>;
  /** The origin of the API. */
  readonly api: string;
}

/**
 * The inputs that shards which are applied at the same time must have in common: two that differ could adopt one object
 * under two addresses, or write to two APIs.
 */
export function shardInputs({ desired, workspace, environment, api }: EnvironmentInputs): ShardInputs {
  const { settings, approvals, removed } = workspace;
  const formerly = Object.fromEntries(desired.map((resource) => [resource.address, resource.formerly]));
  return {
    resources: hashOf([desiredHash(desired), formerly]),
    settings: hashOf([settings.document.source.text, environment.drift]),
    adopt: hashOf(
      environment.adopt.map(({ address, id, edge_id = null, from = null }) => [address, id, edge_id, from]),
    ),
    removed: hashOf(removed.map(({ address, then }) => [address, then])),
    approvals: hashOf(
      approvals.map(({ address, allow, environment: environmentName = null, change }) => [
        address,
        allow,
        environmentName,
        change,
      ]),
    ),
    api: hashOf(api),
    version,
  };
}

interface PlannedPart {
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
  planned: PlannedPart,
  shard: Shard,
): Promise<Pick<ApplyJob, 'plan' | 'left' | 'isOurs'>> {
  if (divide === undefined) throw new Error('the lock is not that of a shard');
  const { plan } = planned;
  const ownDivision: Division = { format: 1, groups: shardGroups(planned) };
  const { groups } = divisionIn(await divide(JSON.stringify(ownDivision)));
  const shardOf = shardNumbers(groups, shard.of);
  return {
    ...partOfPlan(needingSecrets(plan), shard, shardOf),
    isOurs: (address) => shardOf(address) === shard.number,
  };
}

function divisionIn(text: string): Division {
  const value = parsedJson(text);
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

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
