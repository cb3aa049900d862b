import { serviceClock } from '../../../src/remote/api/service-time.ts';
import { apply } from '../../../src/apply/apply.ts';
import { applyExitCode } from '../../../src/apply/run-exit-code.ts';
import { drawNonce } from '../../../src/derive/forms/marker.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import { exitCodes } from '../../../src/model/exit-codes.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { LedgerLock } from '../../../src/model/ledger/ledger-store.ts';
import type { Outcome } from '../../../src/model/plan/step-outcome.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { rollbackText } from '../../../src/plan/rollback/read-rollback.ts';
import { rollbackOf } from '../../../src/plan/rollback/rollback.ts';
import { planned } from './plan-run.ts';
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
  const { files, api, store, print } = about;
  const env = { ...about.env, clock: serviceClock(about.env.clock, api) };
  const now = env.clock.now();
  const { made, settled } = await planned(about, ledger);
  for (const note of made.notes) if (note.topic === 'orphan') print(`note: ${JSON.stringify(note.fact)}`);
  if (made.refusals.length > 0) {
    print(`refused: ${JSON.stringify(made.refusals)}`);
    return 'refused';
  }
  const creates = made.steps.filter(({ action }) => action === 'create');
  const ops = new Map(creates.map(({ address }): [Address, string] => [address, drawNonce(env)]));
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
      onWait: ({ address }, milliseconds) => print(`waits ${milliseconds} ms for ${address}`),
      onOutcome: ({ address, status, id, reason }) =>
        print(`${status} ${address} ${id ?? ''} ${JSON.stringify(reason)}`),
    },
  );
  return outcomes;
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
