import { exitCodes, UserError } from '../model/errors.ts';
import type { ReadApi } from '../model/api.ts';
import { kindNames } from '../kinds/index.ts';
import type { Desired } from '../model/desired.ts';
import type { Io } from '../model/io.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { LiveState } from '../model/live.ts';
import type { Plan } from '../model/plan.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Address, Environment, Workspace } from '../model/workspace.ts';
import { fingerprintOf } from './fingerprint.ts';

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
  readonly apiOrigin: string;
  readonly live: LiveState;
  readonly secrets: SecretLookup;
  readonly only: readonly string[];
  readonly gates: GateOptions;
}

/** Begins to read all that a plan looks at. What goes wrong is thrown where the answer is awaited, not before. */
export async function startReading(
  api: ReadApi,
  ledger: LedgerState,
  environment: Environment,
): Promise<{ readonly live: () => Promise<LiveState> }> {
  const { readLive } = await import('../api/read-live.ts');
  const reading = readLive({ api, ledger, adoptions: environment.adopt, kinds: kindNames });
  reading.catch(() => undefined);
  return { live: () => reading };
}

/** Plans. Throws `UserError` 5 when going on would not be safe (another account, a foreign ledger). */
export async function makePlan(io: Io, input: PlanInput): Promise<Plan> {
  const [{ plan }, { guard }] = await Promise.all([import('../plan/plan.ts'), import('../plan/guards.ts')]);
  const { workspace, environment, desired, ledger, live, apiOrigin, secrets, gates } = input;
  const unsafe = guard({ ledger, live, settings: workspace.settings, apiOrigin });
  if (unsafe !== undefined) {
    throw new UserError(exitCodes.unsafe, unsafe.text, { help: unsafe.help });
  }
  const fingerprint = fingerprintOf(io, ledger.lineage);
  return plan({
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
}
