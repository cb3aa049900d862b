import type { GivenApproval } from '../../model/approval.ts';
import type { Desired } from '../../model/desired.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Address, Environment, Workspace } from '../../model/workspace.ts';
import type { Loosened } from '../../plan/input.ts';
import type { Neighbor } from '../../plan/collision/claims.ts';
import { placeFlags, type PlaceFlags } from '../../cli/command-line.ts';
import { fingerprintOf } from '../../session/secrets/fingerprint.ts';
import { neighborsOf } from '../../session/workspace/neighbors.ts';
import { refuseEmptyFilter } from '../../cli/refuse-empty-filter.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';
import { refuseLostOrigins } from '../../session/workspace/refuse-lost-origins.ts';

/** The overrides of gates: each is the exact text that a refusal prints. */
export interface GateOptions {
  readonly allowExposure?: readonly string[];
  readonly allowDeletes?: number;
  readonly allowChangedPercent?: number;
  readonly allowEmpty?: boolean;
  readonly allowMissing?: number;
}

export interface PlanningRequest {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly secrets: SecretLookup;
  readonly only: readonly string[];
  readonly gates: GateOptions;
  /** As the user gave them: what is printed to be pasted has them, too. */
  readonly place: PlaceFlags;
  /** By address the fields whose outside change gives way: an approval to taking a run back says so. */
  readonly restores?: ReadonlyMap<Address, ReadonlySet<string>>;
  /** By address the approvals that this was asked for by: they are used with the steps. */
  readonly approved?: ReadonlyMap<Address, readonly GivenApproval[]>;
  /** By what stands for it, the hash of each live text that a snapshot does not show. */
  readonly hiddenTexts?: ReadonlyMap<string, string>;
  /** The other environments; looked up here when left out. */
  readonly neighbors?: readonly Neighbor[];
  /** Limits that the base holds, with what the files would have them be. */
  readonly loosened?: Loosened;
  /** `ledger`: what is desired was not read from files, so none can be missing. Files when left out. */
  readonly comesFrom?: 'files' | 'ledger';
}

/** Plans. Throws `UserError` 5 when what is live is probably of another account. */
export async function makePlan(io: Io, input: PlanningRequest): Promise<Plan> {
  const [{ guardLive }, { trafficOfPlan }] = await Promise.all([
    import('../../plan/gates/guards.ts'),
    import('../../traffic/plan-traffic.ts'),
  ]);
  const { workspace, environment, desired, ledger, live } = input;
  refuseEmptyFilter(input.only, [...desired, ...unlabelled(ledger.resources), ...unlabelled(ledger.orphans)]);
  if (input.comesFrom !== 'ledger') refuseLostOrigins(workspace, ledger);
  refuseUnsafe(
    guardLive({
      ledger,
      live,
      settings: workspace.settings,
      allowMissing: input.gates.allowMissing,
      now: io.clock.now(),
      placeFlags: placeFlags(input.place),
    }),
  );
  const made = await planAlone(io, input);
  return {
    ...made,
    traffic: trafficOfPlan(made, live, environment.ids.values()),
    names: namesOf(made, environment),
  };
}

/** Of all names that the environment has for ids, those that the changes show. */
function namesOf({ steps }: Plan, { ids }: Environment): Readonly<Record<string, string>> {
  const shown = new Set(
    steps.flatMap(({ changes }) => changes.flatMap(({ before, after }) => [before, after].flat())),
  );
  return Object.fromEntries([...ids.values()].flatMap(({ id, name }) => (shown.has(id) ? [[id, name]] : [])));
}

/** The same of files that no one is about to apply: what must stop an apply is not asked. */
export async function planAlone(io: Io, input: PlanningRequest): Promise<Plan> {
  const [{ plan }, { withoutSettled }] = await Promise.all([
    import('../../plan/plan.ts'),
    import('../../ledger/state.ts'),
  ]);
  const {
    workspace,
    environment,
    desired,
    ledger,
    live,
    secrets,
    gates,
    loosened,
    restores,
    approved,
    hiddenTexts,
  } = input;
  const fingerprint = fingerprintOf(io, ledger.lineage);
  const neighbors = input.neighbors ?? (await neighborsOf(io, workspace, environment, input.place));
  return plan({
    ...(fingerprint === undefined ? {} : { fingerprint }),
    desired,
    live,
    ledger: withoutSettled(ledger, io.clock.now()),
    neighbors,
    now: io.clock.now(),
    environment,
    settings: workspace.settings,
    removed: workspace.removed,
    approvals: workspace.approvals,
    secrets,
    secretNames: workspace.settings.secrets.keys(),
    only: input.only,
    placeFlags: placeFlags(input.place),
    loosened,
    restores,
    approved,
    ...(hiddenTexts === undefined ? {} : { hiddenTexts }),
    allow: {
      exposure: (gates.allowExposure ?? []) as readonly Address[],
      ...(gates.allowDeletes === undefined ? {} : { deletes: gates.allowDeletes }),
      ...(gates.allowChangedPercent === undefined ? {} : { changedPercent: gates.allowChangedPercent }),
      ...(gates.allowEmpty === true ? { empty: true } : {}),
    },
  });
}

/** What is in the ledger alone has no labels to be found by. */
function unlabelled(
  entries: Readonly<Record<Address, unknown>>,
): { address: Address; labels: Record<string, string> }[] {
  return Object.keys(entries).map((address) => ({ address: address as Address, labels: {} }));
}
