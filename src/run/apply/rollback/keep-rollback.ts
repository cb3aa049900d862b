import { withOwnActions } from '../../../derive/policy/own-actions.ts';
import { commandLine, secretsWords } from '../../cli/command-line.ts';
import { kinds } from '../../../kinds/index.ts';
import type { LedgerLock, RollbackFiles } from '../../../model/ledger/ledger-store.ts';
import type { Shard } from '../../../model/ledger/shard.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { LiveState } from '../../../model/live.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import type { Step } from '../../../model/plan/step.ts';
import type { SecretLookup } from '../../../model/secret.ts';
import type { Settings } from '../../../model/workspace/settings.ts';
import { exposureOf } from '../../../plan/exposure/exposure.ts';
import { lossText } from '../../../report/plan/saved-texts.ts';
import { rollbackText } from '../../../plan/rollback/read-rollback.ts';
import { rollbackOf } from '../../../plan/rollback/rollback.ts';
import type { Run } from '../../session/run.ts';
import { planKey } from '../../session/saved-plans.ts';
import type { Address } from '../../../model/workspace/address.ts';

/** As for the gate: with fewer objects a percentage is meaningless. */
const fewest = 10;

interface ToKeep {
  readonly plan: Plan;
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly ops: ReadonlyMap<Address, string>;
  readonly api: { readonly origin: string };
  readonly lock: Pick<LedgerLock, 'keepRollback' | 'run'>;
  /** Those of the runs before. */
  readonly rollbacks: RollbackFiles;
  readonly secrets: SecretLookup;
}

export interface KeptRollback {
  /** Warning about steps that cannot be undone, shown before the run; empty if there are none or nothing is applied. */
  readonly loss: string;
  /** The command that undoes the run afterwards; undefined if nothing is applied. */
  readonly command: string | undefined;
  readonly write: () => Promise<void>;
}

interface KeepingRun extends Pick<Run, 'io' | 'ledger' | 'place'> {
  readonly workspace: { readonly settings: Pick<Settings, 'safety' | 'trafficPolicy'> };
}

/** The rollback of a plan: its warning, its command and the write of its file. */
export async function keepRollback(
  { io, workspace: { settings }, ledger: { outsideWindow }, place }: KeepingRun,
  { plan, ledger, live, ops, api, lock, rollbacks }: ToKeep,
): Promise<KeptRollback> {
  const run = nextRun(ledger.serial + 1, await rollbacks.list(), plan.shard);
  const about = { run, id: lock.run.id, at: io.clock.now().toISOString(), api: api.origin };
  const rollback = rollbackOf(plan, { ledger, live, ops }, about);
  if (rollback.objects.length === 0) {
    return { loss: '', command: undefined, write: () => Promise.resolve() };
  }
  const key = planKey(io);
  // In a closed window, the undo needs the reason as well.
  const reason = outsideWindow === undefined ? [] : ['--outside-window', outsideWindow];
  return {
    loss: lossText(rollback, io),
    command: commandLine(['apply', '--env', plan.environment], place, [
      ...secretsWords(place),
      ...reason,
      '--rollback',
      run,
      ...undoOverrides({ plan, ledger, live, settings }),
    ]),
    write: () => lock.keepRollback(run, rollbackText(rollback, key)),
  };
}

/**
 * The name of the run: the serial that it makes, as in the log, with a count if an earlier run has that serial. Shards
 * at the same time take every one of the counts in turn, so that no two choose the same.
 */
function nextRun(
  serial: number,
  runs: readonly string[],
  { number, of }: Shard = { number: 1, of: 1 },
): string {
  const known = new Set(runs);
  for (let count = number; ; count += of) {
    const run = count === 1 ? String(serial) : `${serial}-${count}`;
    if (!known.has(run)) return run;
  }
}

interface ToUndo {
  readonly plan: Plan;
  readonly ledger: Pick<LedgerState, 'resources'>;
  readonly live: LiveState;
  readonly settings: Pick<Settings, 'safety' | 'trafficPolicy'>;
}

/**
 * The gates that undoing a plan would be refused by, as the flags that allow it: the printed command works as it is.
 */
function undoOverrides({ plan: { steps }, ledger, live, settings }: ToUndo): readonly string[] {
  const sent = steps.filter(({ requests }) => requests.length > 0);
  const created = sent.filter(({ action }) => action === 'create');
  const deletes = created.filter(({ kind }) => kinds[kind].operations.delete !== undefined).length;
  const updates = sent.filter(({ action }) => action === 'update' || action === 'retire');
  const deleted = sent.filter(({ action }) => action === 'delete').length;
  const left = Object.keys(ledger.resources).length + created.length - deleted;
  const percent = left < fewest ? 0 : Math.ceil(((updates.length + deletes) / left) * 100);
  const { max_deletes: mostDeletes, max_changed_percent: mostChanged } = settings.safety;
  return [
    ...(deletes > mostDeletes ? ['--allow-deletes', String(deletes)] : []),
    ...(percent > mostChanged ? ['--allow-changed-percent', String(percent)] : []),
    ...updates
      .filter((step) => withOwnActions(settings.trafficPolicy.actions, () => weakens(step, live)))
      .flatMap(({ address }) => ['--allow-exposure', address]),
  ];
}

/** Whether the object was less protected before the step than it is after it. */
function weakens({ address, formerly, kind, predicted }: Step, { known }: LiveState): boolean {
  const before = known.get(address) ?? known.get(formerly ?? address);
  if (before === undefined || before === 'missing' || predicted === undefined) return false;
  return exposureOf({ kind, before: predicted, after: before.spec }) !== undefined;
}
