import type { LedgerState } from '../../model/ledger.ts';
import type { SavedPlan } from './document.ts';

/** Why a whole plan is not for this ledger, API and tool; the end of a sentence, undefined where it is. */
export function foreignReason(
  { lineage, serial, environment, bound }: SavedPlan,
  {
    id,
    ledger,
    api,
    tool,
  }: { readonly id: string; readonly ledger: LedgerState; readonly api: string; readonly tool: string },
): string | undefined {
  if (lineage !== ledger.lineage) {
    return `is a plan of the workspace with the lineage ${lineage}; this one has ${ledger.lineage}`;
  }
  if (environment !== ledger.environment) return `is a plan for \`${environment}\``;
  if (bound.api !== api) return `was made against ${bound.api}, not against ${api}`;
  if (bound.tool !== tool) return `was made by edgewright ${bound.tool}; this is ${tool}`;
  const applied = ledger.plans?.find((plan) => plan.id === id);
  if (applied !== undefined) return `was applied already, at ${applied.at}: a plan is good for one time`;
  if (serial === ledger.serial) return undefined;
  return serial < ledger.serial
    ? `is older than what was applied since: the ledger was at serial ${serial} and is at ${ledger.serial}`
    : `is of serial ${serial} of the ledger, which is at ${ledger.serial}: an older ledger was put back`;
}
