/** The state of checks that a single request cannot decide. */
import type { Breakers } from './breakers.ts';
import type { KeySets } from './key-sets.ts';
import type { RateLimits } from './limits.ts';

export interface DevChecks {
  readonly limits: RateLimits;
  readonly breakers: Breakers;
  readonly keySets: KeySets;
}
