import type { Desired } from '../../model/desired.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { resourceOrigin } from './resource-origin.ts';
import { isAsAnswered } from '../compare/live-as-observed.ts';

/** Precomputes the parts of a plan that do not depend on live data. */
export function prepareSteps(desired: readonly Desired[], { resources }: LedgerState): void {
  for (const resource of desired) {
    const entry = resources[resource.address];
    if (entry !== undefined) isAsAnswered(resource, entry);
    resourceOrigin(resource);
  }
}
