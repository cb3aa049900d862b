import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Plan } from '../model/plan.ts';
import type { Address, Environment, RemovedDocument, Workspace } from '../model/workspace.ts';
import { inertLine } from '../report/inert.ts';
import { readRollback } from '../saved/read-rollback.ts';
import type { Rollback } from '../saved/rollback.ts';
import { inWordsOfRollback } from '../saved/rollback-plan.ts';
import { rollbackTarget } from '../saved/rollback-target.ts';
import type { ApplyOptions } from './apply-options.ts';
import { carryOut } from './carry-out.ts';
import { connectForWriting } from './connect.ts';
import { rollbacksOf } from './keep-rollback.ts';
import { openLedger } from './ledger-store.ts';
import { chooseEnvironment, openWorkspace } from './open-workspace.ts';
import { makePlan, startReading } from './planning.ts';
import { openSecrets } from './secrets.ts';

/** `apply --rollback`: lists the runs that can be undone; with one of them, plans back to what was before it. */
export async function applyRollback(io: Io, run: string | true, options: ApplyOptions): Promise<number> {
  const workspace = await openWorkspace(io, options);
  const environment = chooseEnvironment(workspace, options.env);
  const files = rollbacksOf({ root: workspace.root, environment: environment.name }, options);
  const names = await files.list();
  const runs = await Promise.all(names.map(async (name) => lineOf(name, await files.read(name))));
  if (run === true) {
    io.stdout(
      runs.length === 0 ? `no run of \`${environment.name}\` can be undone\n` : `${runs.join('\n')}\n`,
    );
    return exitCodes.ok;
  }
  const text = await files.read(run);
  if (text === undefined) {
    throw new UserError(exitCodes.usage, `there is no run \`${run}\` of \`${environment.name}\` to undo`, {
      help:
        names.length === 0
          ? 'there is none'
          : `there are: ${names.join(', ')}; \`apply --rollback\` lists them`,
    });
  }
  const rollback = readRollback(text);
  if ('problem' in rollback) {
    throw new UserError(exitCodes.unsafe, `\`${files.shown(run)}\` ${rollback.problem}`, {
      help: 'write what was before into the files, and apply that',
    });
  }
  return undo(io, { workspace, environment, rollback }, options);
}

interface ToUndo {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly rollback: Rollback;
}

async function undo(
  io: Io,
  { workspace, environment, rollback }: ToUndo,
  options: ApplyOptions,
): Promise<number> {
  const { lock, ledger } = await openLedger(io, workspace, environment, options);
  try {
    const place = { root: workspace.root, environment: environment.name };
    const connection = await connectForWriting(io, options, place);
    const { api } = connection;
    try {
      refuseForeign(rollback, ledger, api.origin);
      const secrets = openSecrets(io, options.secretsDir);
      const { live } = await startReading({ api, ledger, workspace, environment });
      const target = rollbackTarget(rollback, ledger);
      if (target.only.length === 0) {
        io.stdout(`nothing of run ${rollback.run} is left to undo\n`);
        return exitCodes.ok;
      }
      for (const text of target.kept) io.stderr(`note: ${inertLine(text)}\n`);
      const { settings } = workspace;
      const plan = await makePlan(io, {
        workspace: { ...workspace, removed: target.forgotten.map(forgotten) },
        environment: { ...environment, adopt: [] },
        desired: target.desired,
        ledger,
        live: await live(),
        secrets,
        only: target.only,
        gates: { ...options, allowEmpty: true },
        place: options,
        comesFrom: 'ledger',
      });
      const deed = { plan: worded(plan, rollback), api, lock, ledger, secrets, settings, place };
      return await carryOut(io, { ...deed, afterwards: afterwards(rollback) }, options);
    } finally {
      await connection.close();
    }
  } finally {
    await lock.release();
  }
}

/** What a filter left out, and the routes that cannot be seen, are not what a rollback is about. */
function worded(plan: Plan, rollback: Rollback): Plan {
  const notes = plan.notes.filter(
    ({ topic }) => topic !== 'filter' && topic !== 'scope' && topic !== 'consent',
  );
  return inWordsOfRollback({ ...plan, notes }, rollback);
}

function afterwards({ run }: Rollback): string {
  return `the files still say what run ${run} did: the next plan, and a scheduled apply, will do it again; revert them`;
}

function refuseForeign(rollback: Rollback, ledger: LedgerState, api: string): void {
  const reason =
    rollback.lineage !== ledger.lineage || rollback.environment !== ledger.environment
      ? `is of \`${rollback.environment}\` with the lineage ${rollback.lineage}`
      : rollback.api === api
        ? undefined
        : `was made against ${rollback.api}, not against ${api}`;
  if (reason === undefined) return;
  throw new UserError(exitCodes.unsafe, `the rollback plan of run ${rollback.run} ${reason}`);
}

/** As a document would say it: what the run took over is let go of, never deleted. */
function forgotten(address: Address): RemovedDocument {
  return { kind: 'removed', address, then: 'forget' } as unknown as RemovedDocument;
}

function lineOf(run: string, text: string | undefined): string {
  const rollback = readRollback(text ?? '');
  if ('problem' in rollback) return `${run}  ${rollback.problem}`;
  const counts = new Map<string, number>();
  for (const { action } of rollback.objects) counts.set(action, (counts.get(action) ?? 0) + 1);
  const done = [...counts].map(([action, count]) => `${count} ${action}`).join(', ');
  return `${run}  ${inertLine(rollback.at)}  ${done}`;
}
