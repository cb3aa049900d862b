import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlanNote } from '../../model/plan/plan.ts';
import { laterBy } from '../../remote/api/service-time.ts';
import { lintForEnvironment } from '../lint/lint-workspace.ts';
import { connectForReading } from '../session/api/connect.ts';
import { noteRunning } from '../session/ledger/note-running.ts';
import { refuseForgotten } from '../session/ledger/refuse-forgotten.ts';
import { readLedger } from '../session/ledger/open-ledger-store.ts';
import { adoptionsOf, type OpenedBase } from './base/plan-base.ts';
import type { ReadForPlan, RunToPlan } from './planned.ts';
import { chosenInLedger, readChosen } from './read-chosen.ts';
import { type LiveReading, startReading } from './start-reading.ts';
import { refuseOtherLedger } from './refuse-other-ledger.ts';

/** Reads an environment, its ledger and its live state. */
export async function readFromApi(
  run: RunToPlan,
  only: readonly string[],
  base: OpenedBase | undefined,
): Promise<ReadForPlan> {
  const { io, workspace: head, environment } = run;
  await refuseForgotten(run);
  const ledger = await readLedger(run);
  await noteRunning(run, ledger);
  const readAt = io.clock.now();
  const { api, close } = await connectForReading(run);
  try {
    const about = { api, ledger, workspace: head, environment };
    const startAll = (): Promise<LiveReading> =>
      startReading({ ...about, adoptionsThere: adoptionsOf(base, environment.name) });
    await refuseOtherLedger(about);
    // Of a few addresses, the files say what has to be read.
    const chosen = base === undefined ? chosenInLedger(only, ledger) : undefined;
    // The live state depends only on the ledger and `adopt:`, so the files are read and checked while the API responds.
    const reading = chosen === undefined ? await startAll() : undefined;
    // Each turn of the event loop sends the requests that wait.
    await nextTurn();
    const workspace = head.read();
    await nextTurn();
    const { desired, diagnostics } = await lintForEnvironment({ io, workspace, environment }, { ledger });
    await nextTurn();
    const { prepareSteps } = await import('../../plan/steps/prepare.ts');
    prepareSteps(desired, ledger);
    const few = chosen && (await readChosen({ ...about, workspace, desired, chosen }));
    const state = few === undefined ? await whole(reading ?? (await startAll())) : assuming(few);
    const skew = api.skew();
    const time = { readAt: laterBy(readAt, skew), skew };
    return { workspace, environment, desired, diagnostics, ledger, ...time, api: api.origin, ...state };
  } finally {
    await close();
  }
}

type ReadState = Pick<ReadForPlan, 'live' | 'liveThere' | 'notes'>;

async function whole({ live, liveThere }: LiveReading): Promise<ReadState> {
  return { live: await live(), liveThere: await liveThere() };
}

function assuming({ live, assumed }: NonNullable<Awaited<ReturnType<typeof readChosen>>>): ReadState {
  const note: PlanNote = { topic: 'scope', fact: { code: 'others-assumed', count: assumed } };
  return { live, liveThere: live, notes: () => [note] };
}
