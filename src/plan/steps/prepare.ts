import type { Steps } from '../../model/steps.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerState } from '../../model/ledger.ts';
import { resourceOrigin } from './step.ts';
import { isAsAnswered } from '../compare/untouched.ts';

/** What a plan needs of each resource and can know before it is known what is live: a step is a resource. */
export function* prepareInSteps(desired: readonly Desired[], { resources }: LedgerState): Steps<void> {
  for (const resource of desired) {
    const entry = resources[resource.address];
    if (entry !== undefined) isAsAnswered(resource, entry);
    resourceOrigin(resource);
    yield;
  }
}
