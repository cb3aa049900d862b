import { type UserError, usageError } from '../../model/errors.ts';
import type { Desired } from '../../model/desired.ts';
import type { Io } from '../../model/io.ts';
import type { NoteFact } from '../../model/facts/note.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { Neighbor, NeighborLedger } from '../../plan/obstacles/neighbor.ts';
import { firstGiven } from '../cli/first-given.ts';
import { lintEnvironment, lintForEnvironment } from '../lint/lint-workspace.ts';
import { openSnapshot, readSnapshot, type OpenedSnapshot } from '../session/snapshots.ts';
import type { OpenedBase } from './base/plan-base.ts';
import type { ReadForPlan, RunToPlan } from './planned.ts';

/** Reads a snapshot instead of the API and the ledger, without any credential. */
export async function readFromSnapshot(
  run: RunToPlan,
  snapshot: string,
  base: OpenedBase | undefined,
): Promise<ReadForPlan> {
  refuseApi(run);
  const { io, workspace: head, environment } = run;
  // The key comes from the base: a change to the files could bring a key of its own.
  const keys = base?.keeper ?? head;
  const opened = await openSnapshot(io, snapshot, keys);
  const workspace = head.read();
  const { desired, diagnostics } = await lintForEnvironment({ io, workspace, environment });
  const known = [...desired, ...(await desiredThere(run, base))];
  const { ledger, live, api, hiddenTexts } = await readSnapshot(
    opened,
    environment.name,
    known,
    environment.adopt,
  );
  const { hiddenText } = await import('../../derive/forms/mask-text.ts');
  return {
    ...{ workspace, environment, desired, diagnostics, ledger, live, liveThere: live, api, hiddenTexts },
    readAt: new Date(opened.snapshot.taken_at),
    neighbors: neighborsIn(opened, workspace, environment.name),
    notes: (plan) => notesOf(io, opened, plan, hiddenText),
  };
}

/** The other environments, with their ledgers in the snapshot. */
function neighborsIn(
  { snapshot }: OpenedSnapshot,
  { environments }: Workspace,
  environment: string,
): readonly Neighbor[] {
  const others = [...environments.values()].filter(({ name }) => name !== environment);
  return others.map(({ name, adopt }) => {
    const pictured = snapshot.environments.find((candidate) => candidate.environment === name);
    return { name, adopt, ledger: pictured?.ledger as NeighborLedger | undefined };
  });
}

async function desiredThere(
  { io, environment: { name } }: RunToPlan,
  base: OpenedBase | undefined,
): Promise<readonly Desired[]> {
  if (base === undefined || base.head === 'none' || 'problem' in base.head) return [];
  const workspace = base.read();
  const environment = workspace.environments.get(name);
  return environment === undefined ? [] : (await lintEnvironment({ io, workspace, environment })).desired;
}

/** Notes about the age of the snapshot, its signature and hidden values. */
function notesOf(
  io: Io,
  { snapshot, isSigned }: OpenedSnapshot,
  { steps }: Plan,
  hiddenText: RegExp,
): readonly PlanNote[] {
  const facts: NoteFact[] = [
    {
      code: 'read-snapshot',
      signature: isSigned ? 'signed' : 'unsigned',
      taken: snapshot.taken_at,
      read: io.clock.now().toISOString(),
    },
  ];
  const isHidden = steps.some(({ changes }) => hiddenText.test(JSON.stringify(changes)));
  if (isHidden) facts.push({ code: 'values-hidden' });
  return facts.map((fact) => ({ topic: 'scope', fact }));
}

function refuseApi({ place, api: { reads } }: RunToPlan): void {
  const other = firstGiven({ ...place, reads }, ['local', 'fixture', 'profile', 'ledger', 'reads']);
  if (other !== undefined) throw notWithSnapshot(other);
}

/** The error for an option, such as `--save`, that needs the API or the ledger. */
export function notWithSnapshot(option: string): UserError {
  return usageError(
    `--snapshot cannot be used with ${option}`,
    'a snapshot replaces the API and the ledger; a plan from it cannot be applied',
  );
}
