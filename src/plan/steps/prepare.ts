import { shareFields } from '../../derive/compare/share-parts.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { resourceOrigin } from './resource-origin.ts';
import { isAsAnswered } from '../compare/live-as-observed.ts';

/**
 * Precomputes the parts of a plan that do not depend on live data, and shares what is declared as it was applied.
 */
export function prepareSteps(desired: readonly Desired[], { resources }: LedgerState): void {
  for (const resource of desired) {
    const entry = resources[resource.address];
    if (entry !== undefined) {
      if (entry.applied !== undefined) shareFields(resource.spec, entry.applied);
      isAsAnswered(resource, entry);
    }
    resourceOrigin(resource);
  }
}
