import type { EnvironmentSides } from '../../model/desired.ts';
import type { GivenApproval } from '../../model/approval.ts';
import type { Io } from '../../model/io.ts';
import { applyTimeOf } from '../../plan/gates/apply-time.ts';
import { holdsMask } from '../../derive/forms/mask-text.ts';
import { knownSecrets } from '../../derive/secrets/known-secrets.ts';
import { olderLedgerChanges, type DeclaredNow } from '../../ledger/upkeep/ledger-behind-live.ts';
import { laterBy } from '../../remote/api/service-time.ts';
import { openStore } from '../session/ledger/open-ledger-store.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { HiddenTexts } from '../../model/snapshot.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { PlanInput, LooserLimits } from '../../plan/input.ts';
import type { Neighbor } from '../../plan/obstacles/neighbor.ts';
import { placeFlags } from '../cli/command-line.ts';
import type { GateFlags } from '../cli/options.ts';
import { fingerprintOf } from '../session/secrets/fingerprint.ts';
import { endpointsElsewhere, routesElsewhere } from '../session/workspace/routes-elsewhere.ts';
import type { Run } from '../session/run.ts';
import { neighborsOf } from '../session/workspace/neighbors.ts';
import { refuseEmptyFilter } from '../cli/refuse-empty-filter.ts';
import { allowedBy } from './bound-plan.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Adoption } from '../../model/workspace/environment.ts';
import { managedIn } from '../../derive/secrets/managed-objects.ts';

export interface PlanningRequest extends Pick<EnvironmentSides, 'desired' | 'ledger' | 'live'> {
  /** Default: those of the workspace. */
  readonly removed?: PlanInput['removed'];
  /**
   * By the clock of the service, no later than the beginning of the reading: unknown outcomes that were younger then
   * stay. Default: now.
   */
  readonly readAt?: Date;
  /** The difference between that clock and ours, if it is known. */
  readonly skew?: number | undefined;
  readonly secrets: SecretLookup;
  readonly only: readonly string[];
  readonly gates: GateFlags;
  /** By address, the fields whose outside changes an approval allows a rollback to revert. */
  readonly restores?: ReadonlyMap<Address, ReadonlySet<string>>;
  /** By address, the approvals for those; they count as used with the steps. */
  readonly approved?: ReadonlyMap<Address, readonly GivenApproval[]>;
  /** The strings that a snapshot hides. */
  readonly hiddenTexts?: HiddenTexts;
  /**
   * Whether creates may be newer than the ledger; `unless-running`: not while a run is going on, as those are its own.
   * Default: not asked.
   */
  readonly mayBeOlder?: 'yes' | 'unless-running';
  /** The lines of `adopt:` that prove a handover; default: those of the environment. */
  readonly handedOver?: readonly Adoption[];
  /** The other environments; read here if absent. */
  readonly neighbors?: readonly Neighbor[];
  /** Limits that the base sets and the files would weaken, with the values in the files. */
  readonly loosened?: LooserLimits;
  /** `ledger`: the desired state was not read from files, so no file can be missing. Default: files. */
  readonly comesFrom?: 'files' | 'ledger';
}

/** Makes a plan. Throws `UserError` 5 if the live state probably belongs to another account. */
export async function makePlan(run: Run, input: PlanningRequest): Promise<Plan> {
  const { guardIds, guardLive } = await import('../../plan/gates/guards.ts');
  const { io, workspace, environment } = run;
  const { desired, ledger, live } = input;
  const flags = placeFlags(run.place);
  if (input.only.length > 0)
    refuseEmptyFilter(input.only, [
      ...desired,
      ...unlabelled(ledger.resources),
      ...unlabelled(ledger.orphans),
    ]);
  refuseUnsafe(guardIds(ledger, flags));
  if (input.comesFrom !== 'ledger') refuseLostOrigins(workspace, ledger);
  refuseUnsafe(
    guardLive({
      ledger,
      live,
      settings: workspace.settings,
      allowMissing: input.gates.allowMissing,
      now: laterBy(io.clock.now(), input.skew),
      placeFlags: flags,
    }),
  );
  const made = await planAlone(run, input);
  const tests =
    (workspace.requestTests?.().files.length ?? 0) === 0
      ? undefined
      : (await import('../tests/test-plan.ts')).testsOfPlan({
          workspace,
          environment,
          desired,
          live,
          plan: made,
        });
  const applyTime = applyTimeOf(workspace.settings.schedule, environment.name, io.clock.now());
  const { reportedPlan } = await import('./reported-plan.ts');
  return {
    ...reportedPlan(made, { desired, live, ids: [...environment.ids.values()] }),
    ...withoutUndefined({ applyTime, tests }),
  };
}

/** Makes a plan without the checks that would stop an apply, for files that are not about to be applied. */
export async function planAlone(run: Run, input: PlanningRequest): Promise<Plan> {
  const [{ plan }, { settleUnknownOutcomes }] = await Promise.all([
    import('../../plan/plan.ts'),
    import('./settle-unknown-outcomes.ts'),
  ]);
  const { io, workspace, environment } = run;
  const { desired } = input;
  const fingerprint = fingerprintOf(io, input.ledger.lineage);
  const { readAt = laterBy(io.clock.now(), input.skew) } = input;
  const { ledger, live } = settleUnknownOutcomes(input, {
    readAt,
    isShared: input.skew !== undefined,
    declared: new Set(desired.map(({ address }) => address)),
    secrets: input.secrets,
    fingerprint,
    older: await olderOf(run, { ...input, readAt }),
  });
  const others = input.neighbors ?? (await neighborsOf(run));
  const names = others.map(({ name }) => name);
  const [routes, endpoints] = await Promise.all([
    routesElsewhere(workspace, desired, names),
    endpointsElsewhere(workspace, desired, names),
  ]);
  const made = plan({
    ...input,
    environment,
    ...withoutUndefined({ fingerprint }),
    // As settled.
    live,
    ledger,
    neighbors: others.map((neighbor) => ({
      ...neighbor,
      routes: routes.get(neighbor.name) ?? [],
      endpoints: endpoints.get(neighbor.name) ?? [],
    })),
    now: laterBy(io.clock.now(), input.skew),
    settings: workspace.settings,
    removed: input.removed ?? workspace.removed,
    restricted: workspace.resources.filter(
      ({ environments }) => environments?.every(({ name }) => name !== environment.name) === true,
    ),
    approvals: workspace.approvals,
    placeFlags: placeFlags(run.place),
    allow: allowedBy(input.gates),
  });
  io.secrets?.show(made.steps.map(({ address }) => address.slice(address.indexOf('/') + 1)));
  if (made.steps.some(({ changes, requests }) => changes.length > 0 || requests.length > 0))
    learnSecrets(io, { ledger, live, desired });
  return made;
}

/** Learns the live values at places where the files or the ledger have a secret, so that no output shows them. */
function learnSecrets({ secrets }: Io, sides: Parameters<typeof managedIn>[0]): void {
  if (secrets === undefined) return;
  for (const secret of managedIn(sides).flatMap(knownSecrets)) {
    const text = secret.reveal();
    if (!holdsMask(text)) secrets.learn(text);
  }
}

/** The declared objects, about which a live object that is newer than the ledger is asked. */
async function olderOf(
  run: Run,
  input: PlanningRequest & { readonly readAt: Date },
): Promise<DeclaredNow | undefined> {
  const { mayBeOlder, desired, readAt } = input;
  const { environment } = run;
  if (mayBeOlder === undefined) return undefined;
  const declared = declaredNow({ desired, environment }, readAt);
  if (mayBeOlder === 'yes' || olderLedgerChanges(input.ledger, input.live.listed, declared).length === 0)
    return declared;
  const store = await openStore(run);
  const holders = await store.holders(environment.name);
  return holders.some(({ isRunning }) => isRunning !== false) ? undefined : declared;
}

export function declaredNow(
  { desired, environment }: Pick<EnvironmentSides, 'desired' | 'environment'>,
  readAt: Date,
): DeclaredNow {
  return { desired, adopted: new Set(environment.adopt.map(({ address }) => address)), readAt };
}

/** Addresses that are only in the ledger have no labels to select them by. */
function unlabelled(
  entries: Readonly<Record<Address, unknown>>,
): { address: Address; labels: Record<string, string> }[] {
  return Object.keys(entries).map((address) => ({ address: address as Address, labels: {} }));
}

/**
 * Refuses to remove a resource whose file (by the ledger) still exists but is no longer read, because it is ignored or
 * no pattern matches it.
 */
function refuseLostOrigins({ root, resources, sources }: Workspace, { resources: known }: LedgerState): void {
  const declared = new Set<string>(resources.map(({ address }) => address));
  const lost = (Object.keys(known) as Address[]).flatMap((address) => {
    if (declared.has(address)) return [];
    const origin = known[address]?.origin;
    return origin === undefined || sources.has(origin) || !existsSync(path.join(root, origin))
      ? []
      : [{ address, origin }];
  });
  const [first] = lost;
  if (first === undefined) return;
  const more = lost.length === 1 ? '' : `, and ${lost.length - 1} more like it`;
  throw new UserError(
    exitCodes.configuration,
    `\`${first.origin}\` is there but is not read any more, and held \`${first.address}\`${more}`,
    { help: 'see `resources:` in edgewright.yaml and .gitignore; to remove the resource, delete its file' },
  );
}
