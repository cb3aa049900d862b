import { readLive } from '../../../src/api/read-live.ts';
import { apply } from '../../../src/apply/apply.ts';
import { applyExitCode } from '../../../src/apply/exit-code.ts';
import { drawOp } from '../../../src/apply/make-ready.ts';
import { knownValues } from '../../../src/derive/secrets/known-values.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import { exitCodes, UserError } from '../../../src/model/errors.ts';
import type { LedgerState } from '../../../src/model/ledger.ts';
import type { LedgerLock } from '../../../src/model/ledger-store.ts';
import type { LiveState } from '../../../src/model/live.ts';
import type { Outcome } from '../../../src/model/plan/outcome.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { Address } from '../../../src/model/workspace.ts';
import { guardLive } from '../../../src/plan/gates/guards.ts';
import { plan } from '../../../src/plan/plan.ts';
import { settleDoubts, type Settled } from '../../../src/workflow/plan/settle-doubts.ts';
import { rollbackText } from '../../../src/saved/rollback/read-rollback.ts';
import { rollbackOf } from '../../../src/saved/rollback/rollback.ts';
import { desiredIn, removedIn } from '../world/files.ts';
import { lineage, secrets, type Surroundings } from './surroundings.ts';

/** `edgewright apply` without its command line: lock, read, plan, rollback file, apply, release. */
export async function applyRun(about: Surroundings): Promise<number> {
  const outcomes = await underLock(about);
  const code = outcomes === 'refused' ? exitCodes.gate : applyExitCode(outcomes, { isInterrupted: false });
  return code === exitCodes.ok && about.process.hasLostOutput ? exitCodes.disk : code;
}

async function underLock(about: Surroundings): Promise<readonly Outcome[] | 'refused'> {
  const { store, files, seams, locked, about: run } = about;
  const before = seams.readsFirst === true ? await store.read(files.environment) : undefined;
  const own = await store.lock(files.environment, run);
  const lock = seams.lock === undefined ? own : seams.lock(own);
  try {
    locked(lock.state, lock.fence);
    if (lock.state() === undefined) throw new Error('there is no ledger: it was initialized');
    return await carryOut(about, lock, before ?? lock.state()!);
  } finally {
    await lock.release();
  }
}

async function carryOut(
  about: Surroundings,
  lock: LedgerLock,
  ledger: LedgerState,
): Promise<readonly Outcome[] | 'refused'> {
  const { process, files, api, env, store, seams, print } = about;
  const desired = desiredIn(files);
  const read = await readLive({ api, ledger, adoptions: [] });
  const live = seams.live?.(read, desired, ledger) ?? read;
  const now = env.clock.now();
  const settings = { safety: safetyOf(), marker: files.marker, ledger: undefined };
  const unsafe = guardLive({ ledger, live, settings, now });
  if (unsafe !== undefined) throw new UserError(exitCodes.unsafe, unsafe.text, { help: unsafe.help });
  const settled = settledOf(about, seams.ledger?.(ledger) ?? ledger, live);
  const made = planOf(about, settled);
  process.plan = made;
  process.sentBefore = process.sent.length;
  // Not always, as planning takes most of the time of a simulation.
  if (process.pid % 16 === 0) process.planAgain = planOf(about, settled);
  for (const note of made.notes) if (note.topic === 'orphan') print(`note: ${JSON.stringify(note.fact)}`);
  if (made.refusals.length > 0) {
    print(`refused: ${JSON.stringify(made.refusals)}`);
    return 'refused';
  }
  const creates = made.steps.filter(({ action }) => action === 'create');
  const ops = new Map(creates.map(({ address }): [Address, string] => [address, drawOp(env)]));
  const runs = await store.rollbacks(files.environment).list();
  const name = runs.includes(String(ledger.serial))
    ? `${ledger.serial}-${runs.length + 1}`
    : String(ledger.serial);
  const undo = { run: name, id: about.about.id, at: now.toISOString(), api: api.origin };
  const rollback = rollbackOf(made, { ...settled, ops }, undo);
  if (rollback.objects.length > 0) {
    await lock.keepRollback(name, rollbackText(rollback, undefined));
    await lock.reserve(8192);
  }
  const { changes } = settled;
  if (changes.length > 0) await lock.append([{ type: 'answer', changes }]);
  const { serial = 0 } = lock.state() ?? {};
  const { outcomes } = await apply(
    { ...made, serial },
    {
      api,
      lock,
      secrets,
      env,
      ops,
      marker: files.marker,
      concurrency: 3,
      onOutcome: ({ address, status, id, reason }) =>
        print(`${status} ${address} ${id ?? ''} ${JSON.stringify(reason)}`),
    },
  );
  return outcomes;
}

function settledOf({ files, about }: Surroundings, ledger: LedgerState, live: LiveState): Settled {
  const readAt = new Date(about.at);
  const declared = new Set(files.resources.keys());
  return settleDoubts(
    { ledger, live },
    { readAt, declared, secrets, isSecret: knownValues(['HOOK'], secrets) },
  );
}

/** The plan with every gate open: the files are meant as they are. */
function planOf({ files, env }: Surroundings, { ledger, live }: Settled): Plan {
  const desired = desiredIn(files);
  const now = env.clock.now();
  const addresses = [
    ...desired.map(({ address }) => address),
    ...(Object.keys(ledger.resources) as Address[]),
  ];
  return plan({
    desired,
    live,
    ledger,
    now,
    environment: { name: files.environment, adopt: [], drift: files.drift },
    settings: { safety: safetyOf(), marker: files.marker },
    removed: removedIn(files),
    approvals: [],
    secrets,
    secretNames: ['HOOK'],
    allow: { exposure: addresses, deletes: 100, changedPercent: 100, empty: true },
  });
}

function safetyOf(): { max_deletes: number; max_changed_percent: number; protect: string[] } {
  return { max_deletes: 100, max_changed_percent: 100, protect: [] };
}

/** `edgewright ledger init`. */
export async function initRun({ store, files, about }: Surroundings): Promise<number> {
  const lock = await store.lock(files.environment, about);
  try {
    if (lock.state() === undefined)
      await lock.replace(emptyLedger({ environment: files.environment, lineage, api: '' }));
  } finally {
    await lock.release();
  }
  return exitCodes.ok;
}
