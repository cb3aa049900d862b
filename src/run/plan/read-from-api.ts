import { setImmediate as nextTurn } from 'node:timers/promises';
import { kindNames } from '../../kinds/index.ts';
import { makeChange } from '../../ledger/state.ts';
import { edited } from '../../ledger/draft.ts';
import { type ReadingContext, settledBy } from '../../ledger/settle.ts';
import { type DeclaredNow, olderLedgerChanges } from '../../ledger/upkeep/older-ledger.ts';
import type { ReadApi } from '../../model/api.ts';
import type { ExitCode } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerChange } from '../../model/ledger/journal.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { PlanNote } from '../../model/plan/plan.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { Address, Adoption, Environment, WorkspaceHead } from '../../model/workspace.ts';
import { type LostWriteContext, lostWritesFound } from '../../plan/compare/lost-writes.ts';
import { laterBy } from '../../remote/api/service-time.ts';
import { itemsBy } from '../../text/items-by.ts';
import { lintForEnvironment } from '../lint/lint-workspace.ts';
import { connectForReading } from '../session/api/connect.ts';
import { noteRunning } from '../session/ledger/note-running.ts';
import { refuseForgotten } from '../session/ledger/refuse-forgotten.ts';
import { readLedger } from '../session/ledger/open-ledger-store.ts';
import { measured } from '../session/open-run.ts';
import { adoptionsOf } from './base/plan-base.ts';
import type { PlanFlags, ReadForPlan, ToPlan } from './planned.ts';
import { chosenInLedger, readChosen } from './read-chosen.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';

/** Reads an environment, its ledger and its live state; returns the exit code if the files have errors. */
export async function readFromApi(
  io: Io,
  { head, read, environment, base, onErrors }: ToPlan,
  options: PlanFlags,
): Promise<ReadForPlan | ExitCode> {
  const isBig = head.isBig?.() === true;
  await refuseForgotten(io, head, environment, options);
  const ledger = await readLedger(io, head, environment, options);
  await noteRunning(io, head, environment, options, ledger);
  const readAt = io.clock.now();
  const { api, close } = await connectForReading(io, options, { workspace: head, environment });
  try {
    const about = { api, ledger, workspace: head, environment };
    const startAll = (): Promise<LiveReading> =>
      startReading({ ...about, adoptionsThere: adoptionsOf(base, environment.name) });
    await refuseOtherLedger(about);
    // Of a few addresses, the files say what has to be read.
    const chosen = base === undefined ? chosenInLedger(options.only, ledger) : undefined;
    // The live state depends only on the ledger and `adopt:`, so the files are read and checked while the API responds.
    // Of a big workspace each takes all of the processor, and what one holds meanwhile would take memory twice.
    const reading = chosen === undefined && !isBig ? await startAll() : undefined;
    // Each turn of the event loop sends the requests that wait.
    await nextTurn();
    const workspace = await read();
    await nextTurn();
    const { desired, diagnostics, failure } = await lintForEnvironment(io, workspace, environment.name, {
      ledger,
      onErrors,
    });
    if (failure !== undefined) return failure;
    await nextTurn();
    const { prepareSteps } = await import('../../plan/steps/prepare.ts');
    prepareSteps(desired, ledger);
    const state = await measured(io, 'read', {}, async () => {
      const few = chosen && (await readChosen({ ...about, workspace, desired, chosen }));
      if (few !== undefined) return { live: few.live, liveThere: few.live, notes: () => [assumedNote(few)] };
      const { live, liveThere } = reading ?? (await startAll());
      return { live: await live(), liveThere: await liveThere() };
    });
    const skew = api.skew();
    const time = { readAt: laterBy(readAt, skew), skew };
    return { workspace, environment, desired, diagnostics, ledger, ...time, api: api.origin, ...state };
  } finally {
    await close();
  }
}

function assumedNote({ assumed }: { readonly assumed: number }): PlanNote {
  return { topic: 'scope', fact: { code: 'others-assumed', count: assumed } };
}

interface ToRead {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly workspace: WorkspaceHead;
  readonly environment: Environment;
  /** The adoptions of the base. */
  readonly adoptionsThere?: readonly Adoption[];
}

/** The result of one reading of the API, for the plans of head and of base. */
export interface LiveReading {
  readonly live: () => Promise<LiveState>;
  readonly liveThere: () => Promise<LiveState>;
}

/** Throws `UserError` 5 if the ledger belongs to another workspace or API, which must not get our credential. */
export async function refuseOtherLedger({
  api,
  ledger,
  workspace,
}: Pick<ToRead, 'api' | 'ledger' | 'workspace'>): Promise<void> {
  const { guardLedger } = await import('../../plan/gates/guards.ts');
  refuseUnsafe(guardLedger({ ledger, settings: workspace.settings, apiOrigin: api.origin }));
}

/**
 * Starts to read the live state for a plan. Throws `UserError` 5 at once if the ledger belongs to another workspace or
 * API, which must not get our credential. Later errors are thrown by the returned functions.
 */
export async function startReading({
  api,
  ledger,
  workspace,
  environment,
  adoptionsThere = [],
}: ToRead): Promise<LiveReading> {
  await refuseOtherLedger({ api, ledger, workspace });
  const { readLiveTwice } = await import('../../remote/api/read-live.ts');
  const adoptions = environment.adopt;
  const reading = readLiveTwice({ api, ledger, adoptions, others: adoptionsThere, kinds: kindNames });
  reading.catch(() => undefined);
  return { live: async () => (await reading).live, liveThere: async () => (await reading).other };
}

/** A ledger and a reading of the API, with all that each says of the other. */
export interface SettleResult {
  readonly ledger: LedgerState;
  readonly live: LiveState;
  /** Changes to record before the first step of a plan that was made from them. */
  readonly changes: readonly LedgerChange[];
  readonly requests: readonly SettledRequest[];
}

type SettledRequest = Pick<Extract<RunEvent, { readonly event: 'settled' }>, 'address' | 'as'>;

/**
 * Settles the requests whose responses were lost by what is live: those that were carried out are in the ledger then,
 * and those that cannot arrive any more are not in doubt.
 */
export function settleUnknownOutcomes(
  { ledger, live }: Pick<SettleResult, 'ledger' | 'live'>,
  context: ReadingContext & LostWriteContext & { readonly older?: DeclaredNow | undefined },
): SettleResult {
  const { unknown, unsettled, late } = ledger;
  const older = context.older === undefined ? [] : olderLedgerChanges(ledger, live.listed, context.older);
  if (unknown === undefined && unsettled === undefined && late === undefined && older.length === 0)
    return { ledger, live, changes: [], requests: [] };
  const arrived = lostWritesFound(ledger, live, context);
  const settled = settledBy(ledger, live, context);
  const changes = [...arrived, ...settled, ...older];
  const done = arrived.flatMap((each): readonly SettledRequest[] =>
    'address' in each ? [{ address: each.address, as: 'done' }] : [],
  );
  const doneAt = new Set(done.map(({ address }) => address));
  const isNew = ({ address }: SettledRequest): boolean => !doneAt.has(address);
  return {
    ledger: edited(ledger, (draft) => {
      for (const change of changes) makeChange(draft, change);
    }),
    live: withFound(live, changes),
    changes,
    requests: [...done, ...settled.flatMap((each) => requestOf(ledger, each)).filter(isNew)],
  };
}

function requestOf({ unsettled = {} }: LedgerState, change: LedgerChange): readonly SettledRequest[] {
  if (change.change === 'put') return [{ address: change.address, as: 'found' }];
  if (change.change === 'absent') return [{ address: change.address, as: 'absent' }];
  const address = change.change === 'settled' ? unsettled[change.op]?.address : undefined;
  return address === undefined ? [] : [{ address, as: 'final' }];
}

/** A listed object that became known by its marker is the live object of its address. */
function withFound(live: LiveState, changes: readonly LedgerChange[]): LiveState {
  const found = changes.flatMap((each): readonly (readonly [Address, Live])[] => {
    if (each.change !== 'put' || live.known.has(each.address)) return [];
    const listed = byId(live.listed, each.entry.id).find(({ kind }) => kind === each.entry.kind);
    return listed === undefined ? [] : [[each.address, listed]];
  });
  return found.length === 0 ? live : { ...live, known: new Map([...live.known, ...found]) };
}

const byId = itemsBy<Live>(({ id }) => [id]);
