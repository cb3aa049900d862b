import type { ApplyRun } from './apply-run.ts';
import type { Step } from '../model/plan/step.ts';
import type { LedgerEntry } from '../model/ledger/ledger.ts';
import type { LedgerChange } from '../model/ledger/ledger-change.ts';

/** The ledger entry of a step's object, including one under the former address or of an orphan. */
export function ledgerEntryOf({ recorder }: ApplyRun, { address, formerly }: Step): LedgerEntry | undefined {
  const { resources, orphans } = recorder.state();
  const former = formerly === undefined ? undefined : (resources[formerly] ?? orphans[formerly]);
  return resources[address] ?? former;
}

/** The change that moves the entry of a former name to the step's own address, if there is one. */
export function ownAddress({ recorder }: ApplyRun, { address, formerly }: Step): readonly LedgerChange[] {
  if (formerly === undefined || recorder.state().resources[address] !== undefined) return [];
  return [{ change: 'rename', from: formerly, to: address }];
}
