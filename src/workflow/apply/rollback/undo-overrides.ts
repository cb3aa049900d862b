import { kinds } from '../../../kinds/index.ts';
import type { LedgerState } from '../../../model/ledger.ts';
import type { LiveState } from '../../../model/live.ts';
import type { Plan } from '../../../model/plan/plan.ts';
import type { Step } from '../../../model/plan/step.ts';
import type { Settings } from '../../../model/workspace.ts';
import { exposureOf } from '../../../plan/exposure/exposure.ts';

interface ToUndo {
  readonly plan: Plan;
  readonly ledger: Pick<LedgerState, 'resources'>;
  readonly live: LiveState;
  readonly settings: Pick<Settings, 'safety'>;
}

/** The gates that undoing a plan would be refused by, as the flags that allow it: the printed command works as it is. */
export function undoOverrides({ plan: { steps }, ledger, live, settings }: ToUndo): readonly string[] {
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
    ...updates.filter((step) => weakens(step, live)).flatMap(({ address }) => ['--allow-exposure', address]),
  ];
}

/** As for the gate: with fewer objects a percentage is meaningless. */
const fewest = 10;

/** Whether the object was less protected before the step than it is after it. */
function weakens({ address, formerly, kind, predicted }: Step, { known }: LiveState): boolean {
  const before = known.get(address) ?? known.get(formerly ?? address);
  if (before === undefined || before === 'missing' || predicted === undefined) return false;
  return exposureOf(kind, predicted, before.spec) !== undefined;
}
