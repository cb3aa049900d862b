import { knownValues } from '../../../derive/secrets/known-values.ts';
import type { Io } from '../../../model/io.ts';
import type { LedgerState } from '../../../model/ledger.ts';
import type { LedgerLock, RollbackFiles } from '../../../model/ledger-store.ts';
import type { LiveState } from '../../../model/live.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import type { SecretLookup } from '../../../model/secret.ts';
import type { Shard } from '../../../model/ledger/shard.ts';
import type { Address, Settings } from '../../../model/workspace.ts';
import { rollbackText } from '../../../saved/rollback/read-rollback.ts';
import { rollbackOf } from '../../../saved/rollback/rollback.ts';
import { lossText } from '../../../report/plan/saved/rollback.ts';
import { commandLine, type PlaceFlags } from '../../../cli/command-line.ts';
import { undoOverrides } from './undo-overrides.ts';
import { planKey } from '../../../session/saved/plan-key.ts';

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
  readonly settings: Pick<Settings, 'secrets' | 'safety'>;
}

export interface KeptRollback {
  /** Warning about steps that cannot be undone, shown before the run; empty if there are none or nothing is applied. */
  readonly loss: string;
  /** The command that undoes the run afterwards; undefined if nothing is applied. */
  readonly command: string | undefined;
  readonly write: () => Promise<void>;
}

/** The rollback of a plan: its warning, its command and the write of its file. */
export async function keepRollback(
  io: Io,
  { plan, ledger, live, ops, api, lock, rollbacks, secrets: lookup, settings }: ToKeep,
  options: PlaceFlags & { readonly secretsDir?: string; readonly outsideWindow?: string },
): Promise<KeptRollback> {
  const run = nextRun(ledger.serial + 1, await rollbacks.list(), plan.shard);
  const about = { run, id: lock.run.id, at: io.clock.now().toISOString(), api: api.origin };
  const isKnownIn = knownValues(settings.secrets.keys(), lookup);
  const rollback = rollbackOf(plan, { ledger, live, ops, isKnownIn }, about);
  if (rollback.objects.length === 0) {
    return { loss: '', command: undefined, write: () => Promise.resolve() };
  }
  const key = planKey(io);
  const { secretsDir, outsideWindow } = options;
  const secrets = secretsDir === undefined ? [] : ['--secrets-dir', secretsDir];
  // In a closed window, the undo needs the reason as well.
  const reason = outsideWindow === undefined ? [] : ['--outside-window', outsideWindow];
  return {
    loss: lossText(rollback, io),
    command: commandLine(['apply', '--env', plan.environment], options, [
      ...secrets,
      ...reason,
      '--rollback',
      run,
      ...undoOverrides({ plan, ledger, live, settings }),
    ]),
    write: () => lock.keepRollback(run, rollbackText(rollback, key)),
  };
}

/**
 * The name of the run: the serial that it makes, as in the log, with a count if an earlier run has that serial. Shards at
 * the same time take every one of the counts in turn, so that no two choose the same.
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
