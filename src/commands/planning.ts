import { exitCodes, UserError } from '../model/errors.ts';
import type { ReadApi } from '../model/api.ts';
import { kindNames } from '../kinds/index.ts';
import type { Desired } from '../model/desired.ts';
import type { Io } from '../model/io.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { LiveState } from '../model/live.ts';
import type { Plan } from '../model/plan.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Address, Environment, Workspace, WorkspaceHead } from '../model/workspace.ts';
import { fingerprintOf } from './fingerprint.ts';
import { refuseEmptyFilter } from './refuse-empty-filter.ts';
import { refuseLostOrigins } from './refuse-lost-origins.ts';

/** The overrides of gates: each is the exact text that a refusal prints. */
export interface GateOptions {
  readonly allowExposure?: readonly string[];
  readonly allowDeletes?: number;
  readonly allowChangedPercent?: number;
}

export interface PlanInput {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly secrets: SecretLookup;
  readonly only: readonly string[];
  readonly gates: GateOptions;
}

interface Reading {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly workspace: WorkspaceHead;
  readonly environment: Environment;
}

/**
 * Begins to read all that a plan looks at. Throws `UserError` 5 at once where the ledger is of another workspace or API:
 * the other must not see our credential. What goes wrong later is thrown where the answer is awaited.
 */
export async function startReading({
  api,
  ledger,
  workspace,
  environment,
}: Reading): Promise<{ readonly live: () => Promise<LiveState> }> {
  const [{ readLive }, { guardLedger }] = await Promise.all([
    import('../api/read-live.ts'),
    import('../plan/guards.ts'),
  ]);
  refuseUnsafe(guardLedger({ ledger, settings: workspace.settings, apiOrigin: api.origin }));
  const reading = readLive({ api, ledger, adoptions: environment.adopt, kinds: kindNames });
  reading.catch(() => undefined);
  return { live: () => reading };
}

/** Plans. Throws `UserError` 5 when what is live is probably of another account. */
export async function makePlan(io: Io, input: PlanInput): Promise<Plan> {
  const [{ plan }, { guardLive }, { trafficOfPlan }] = await Promise.all([
    import('../plan/plan.ts'),
    import('../plan/guards.ts'),
    import('../traffic/plan-traffic.ts'),
  ]);
  const { workspace, environment, desired, ledger, live, secrets, gates } = input;
  refuseEmptyFilter(input.only, [...desired, ...unlabelled(ledger.resources), ...unlabelled(ledger.orphans)]);
  refuseLostOrigins(workspace, ledger);
  refuseUnsafe(guardLive({ ledger, live, settings: workspace.settings }));
  const fingerprint = fingerprintOf(io, ledger.lineage);
  const made = plan({
    ...(fingerprint === undefined ? {} : { fingerprint }),
    desired,
    live,
    ledger,
    environment,
    settings: workspace.settings,
    removed: workspace.removed,
    consents: workspace.consents,
    secrets,
    only: input.only,
    allow: {
      exposure: (gates.allowExposure ?? []) as readonly Address[],
      ...(gates.allowDeletes === undefined ? {} : { deletes: gates.allowDeletes }),
      ...(gates.allowChangedPercent === undefined ? {} : { changedPercent: gates.allowChangedPercent }),
    },
  });
  return { ...made, traffic: trafficOfPlan(made, live, environment.ids.values()) };
}

function refuseUnsafe(unsafe: { readonly text: string; readonly help: string } | undefined): void {
  if (unsafe !== undefined) throw new UserError(exitCodes.unsafe, unsafe.text, { help: unsafe.help });
}

/** What is in the ledger alone has no labels to be found by. */
function unlabelled(
  entries: Readonly<Record<Address, unknown>>,
): { address: Address; labels: Record<string, string> }[] {
  return Object.keys(entries).map((address) => ({ address: address as Address, labels: {} }));
}
