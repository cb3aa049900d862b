/**
 * `apply plan.json` applies only what was reviewed. A new plan is made from a new reading under the lock. A saved step
 * is done if the new plan has the identical step, and refused with the reason otherwise; further steps of the new plan
 * are skipped. If some steps are not done, the plan is made once more without them, so that no step depends on them.
 */
import type { Io } from '../../../model/io.ts';
import { carriedRefusals } from '../../../saved/plan/carried-refusals.ts';
import { connectForWriting } from '../../../session/api/connect.ts';
import { openSavedPlan } from '../../../session/saved/saved-plans.ts';
import { measured, tellSubject } from '../../../session/observe.ts';
import { openSecrets } from '../../../session/secrets/secrets.ts';
import { beginWorkspace } from '../../../session/workspace/open-workspace.ts';
import { desiredWithoutErrors } from '../../lint/lint-workspace.ts';
import { readOnce } from '../../lint/open-for-environments.ts';
import { declaredNow, makePlan } from '../../plan/make-plan.ts';
import { startReading } from '../../plan/start-reading.ts';
import type { ApplyOptions } from '../apply-options.ts';
import { carryOut } from '../carry-out.ts';
import { readingTime } from '../with-locked-api.ts';
import { lockedApply } from '../locked-apply.ts';
import { untilStopped } from '../until-stopped.ts';
import { validPart } from './valid-part.ts';
import { environmentOfPlan, refuseForeignPlan, refuseRemote } from './refuse-foreign.ts';
import { commandAgain, refuseStale } from './refuse-stale.ts';
import { gatesOfPlan } from './gates-of-plan.ts';

export async function applySaved(io: Io, file: string, options: ApplyOptions): Promise<number> {
  const opened = openSavedPlan(io, file, options);
  const saved = opened.plan;
  const head = await beginWorkspace(io, options);
  const environment = environmentOfPlan(head, file, saved, options);
  tellSubject(io, { environment: environment.name, lineage: head.settings.ledger?.lineage });
  refuseRemote(file, saved, options);
  const workspace = await readOnce(io, head, [environment])();
  const desired = await desiredWithoutErrors(io, workspace, environment.name);
  const toLock = { verb: 'apply', workspace, environment, connect: connectForWriting };
  return lockedApply(io, toLock, options, async (told, locked) => {
    const { ledger, connection } = locked;
    const api = connection.api.origin;
    const again = commandAgain(file, saved, options);
    refuseForeignPlan(file, opened, { ledger, api, again });
    const secrets = openSecrets(told, options.secretsDir);
    const reading = await startReading({ ...locked, api: connection.api });
    const live = await measured(told, 'read', {}, () => untilStopped(told, reading.live()));
    const gates = gatesOfPlan(told, opened, options);
    const readAt = readingTime(locked);
    const input = {
      workspace,
      environment,
      desired,
      ledger,
      live,
      ...readAt,
      secrets,
      gates,
      place: options,
      mayBeOlder: 'yes' as const,
    };
    const held = await validPart(saved, { desired, api }, (only) => makePlan(told, { ...input, only }));
    const left = refuseStale(told, { file, again, saved }, held, options);
    const refusals = [...held.plan.refusals, ...carriedRefusals(saved, held.plan.refusals, gates)];
    const plan = { ...held.plan, refusals };
    const { settings } = workspace;
    const older = declaredNow(input, input.readAt);
    const job = { ...locked, ...connection, settings, plan, live, desired, secrets, ...readAt, older };
    return carryOut(told, { ...job, left, file, spends: opened.id }, options);
  });
}
