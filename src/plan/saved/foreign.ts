import type { ForeignReason } from '../../model/facts/stale.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { SavedPlan } from './plan-document.ts';

/** The reason why a whole plan does not fit this ledger, API and version; undefined if it fits. */
export function foreignReason(
  { lineage, serial, environment, bound }: SavedPlan,
  {
    id,
    ledger,
    api,
    tool,
  }: { readonly id: string; readonly ledger: LedgerState; readonly api: string; readonly tool: string },
): ForeignReason | undefined {
  if (lineage !== ledger.lineage) return { code: 'other-lineage', lineage, own: ledger.lineage };
  if (environment !== ledger.environment) return { code: 'other-environment', environment };
  if (bound.api !== api) return { code: 'other-api', api: bound.api, own: api };
  if (bound.tool !== tool) return { code: 'other-tool', tool: bound.tool, own: tool };
  const applied = ledger.plans?.find((plan) => plan.id === id);
  if (applied !== undefined) return { code: 'applied', at: applied.at };
  if (serial === ledger.serial) return undefined;
  return { code: serial < ledger.serial ? 'older' : 'newer', serial, own: ledger.serial };
}
