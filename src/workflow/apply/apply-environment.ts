import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { ShardToLock } from '../../model/ledger/shard.ts';
import { apiOrigin, connectForWriting } from '../../session/api/connect.ts';
import { measured, tellSubject } from '../../session/observe.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';
import { beginWorkspace, chooseEnvironment } from '../../session/workspace/open-workspace.ts';
import { desiredWithoutErrors } from '../lint/lint-workspace.ts';
import { readOnce, type OpenedEnvironment } from '../lint/open-for-environments.ts';
import { declaredNow, makePlan } from '../plan/make-plan.ts';
import { refuseUnknownExposure } from '../plan/refuse-unknown-exposure.ts';
import { startReading } from '../plan/start-reading.ts';
import type { ApplyOptions } from './apply-options.ts';
import { carryOut } from './carry-out.ts';
import { readingTime } from './with-locked-api.ts';
import { lockedApply } from './locked-apply.ts';
import { partOfShard } from './shard/part-of-shard.ts';
import { shardInputs } from './shard/shard-inputs.ts';
import { untilStopped } from './until-stopped.ts';

/** Applies the files to the chosen environment. */
export async function applyEnvironment(io: Io, options: ApplyOptions): Promise<number> {
  const opened = await beginWorkspace(io, options);
  const environment = chooseEnvironment(opened, options.env);
  const workspace = await readOnce(io, opened, [environment])();
  return applyTo(io, { workspace, environment }, options);
}

/** Plans under the lock, shows and applies the plan, and reports how each step ended. */
export async function applyTo(
  io: Io,
  { workspace, environment }: OpenedEnvironment,
  options: ApplyOptions,
): Promise<number> {
  tellSubject(io, { environment: environment.name, lineage: workspace.settings.ledger?.lineage });
  const desired = await desiredWithoutErrors(io, workspace, environment.name);
  const check = (ledger: LedgerState): void => {
    refuseUnknownExposure(options.allowExposure, { workspace, ledger });
  };
  const { shard } = options;
  const shardToLock = (): ShardToLock | undefined => {
    if (shard === undefined) return undefined;
    const api = apiOrigin(io, options, environment.name);
    return { ...shard, inputs: shardInputs({ desired, workspace, environment, api }) };
  };
  const toLock = { verb: 'apply', workspace, environment, connect: connectForWriting, check, shardToLock };
  return lockedApply(io, toLock, options, async (told, locked) => {
    const reading = await startReading({ ...locked, api: locked.connection.api });
    const live = await measured(told, 'read', {}, () => untilStopped(told, reading.live()));
    const secrets = openSecrets(
      told,
      options.secretsDir,
      desired.map(({ address }) => address),
    );
    const readAt = readingTime(locked);
    const read = { workspace, environment, desired, ledger: locked.ledger, live, ...readAt, secrets };
    // Other shards create at the same time, which this one cannot tell from creates before.
    const mayBeOlder = shard === undefined ? ({ mayBeOlder: 'yes' } as const) : {};
    const plan = await makePlan(told, {
      ...read,
      ...mayBeOlder,
      only: options.only ?? [],
      gates: options,
      place: options,
    });
    const { settings } = workspace;
    const older = shard === undefined ? { older: declaredNow(read, read.readAt) } : {};
    const part = shard === undefined ? { plan } : await partOfShard(locked.lock, { ...read, plan }, shard);
    return carryOut(
      told,
      { ...locked, ...locked.connection, settings, live, desired, secrets, ...readAt, ...part, ...older },
      options,
    );
  });
}
