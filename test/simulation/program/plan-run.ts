import { readLive } from '../../../src/remote/api/read-live.ts';
import { laterBy } from '../../../src/remote/api/service-time.ts';
import { UserError } from '../../../src/model/errors.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { LiveState } from '../../../src/model/live.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { planExitCode } from '../../../src/plan/finish/exit-code.ts';
import { guardLive } from '../../../src/plan/gates/guards.ts';
import { plan } from '../../../src/plan/plan.ts';
import { settleUnknownOutcomes, type SettleResult } from '../../../src/run/plan/settle-unknown-outcomes.ts';
import { desiredIn, removedIn } from '../world/files.ts';
import { secrets, type Surroundings } from './surroundings.ts';
import { exitCodes } from '../../../src/model/exit-codes.ts';

/** `edgewright plan` without its command line: it takes no lock, so an apply may be going on. */
export async function planRun(about: Surroundings): Promise<number> {
  const ledger = await about.store.read(about.files.environment);
  if (ledger === undefined) throw new Error('there is no ledger: it was initialized');
  const { made } = await planned(about, ledger);
  return planExitCode(made, { isDetailed: true });
}

/** Reads what is live and plans. */
export async function planned(
  about: Surroundings,
  ledger: LedgerState,
): Promise<{ readonly made: Plan; readonly settled: SettleResult }> {
  const { process, files, api, env, seams } = about;
  const read = await readLive({ api, ledger, adoptions: [] });
  const live = seams.live?.(read, desiredIn(files), ledger) ?? read;
  const settings = { safety: safetyOf(), marker: files.marker, ledger: undefined };
  const unsafe = guardLive({ ledger, live, settings, now: laterBy(env.clock.now(), api.skew()) });
  if (unsafe !== undefined) throw new UserError(exitCodes.unsafe, unsafe.text, { help: unsafe.help });
  const settled = settledOf(about, seams.ledger?.(ledger, desiredIn(files)) ?? ledger, live);
  const made = planOf(about, settled);
  process.plan = made;
  process.sentBefore = process.sent.length;
  // Not always, as planning takes most of the time of a simulation.
  if (process.pid % 16 === 0) process.planAgain = planOf(about, settled);
  return { made, settled };
}

function settledOf({ files, about, api }: Surroundings, ledger: LedgerState, live: LiveState): SettleResult {
  const skew = api.skew();
  const readAt = laterBy(new Date(about.at), skew);
  const isShared = skew !== undefined;
  const declared = new Set(files.resources.keys());
  return settleUnknownOutcomes({ ledger, live }, { readAt, isShared, declared, secrets });
}

/** The plan with every gate open: the files are meant as they are. */
function planOf({ files, env, api }: Surroundings, { ledger, live }: SettleResult): Plan {
  const desired = desiredIn(files);
  const addresses = [
    ...desired.map(({ address }) => address),
    ...(Object.keys(ledger.resources) as Address[]),
  ];
  return plan({
    desired,
    live,
    ledger,
    now: laterBy(env.clock.now(), api.skew()),
    environment: { name: files.environment, adopt: [], drift: files.drift },
    settings: { safety: safetyOf(), marker: files.marker },
    removed: removedIn(files),
    approvals: [],
    secrets,
    allow: { exposure: addresses, deletes: 100, changedPercent: 100, empty: true },
  });
}

function safetyOf(): { max_deletes: number; max_changed_percent: number; protect: string[] } {
  return { max_deletes: 100, max_changed_percent: 100, protect: [] };
}
