import type { Place } from '../document.ts';

/** A rule of a traffic policy, or a module that may refuse a request. */
export interface CoveredPart {
  readonly is: 'rule' | 'module';
  readonly name: string;
  readonly place: Place;
  /** Whether a test takes it: the rule matches, or the module ends the request. */
  readonly isTaken: boolean;
  /** The ways through the rule, or that end at the module. Absent if the ways of the resource cannot be listed. */
  readonly ways?: WayCount;
}

export interface WayCount {
  readonly count: number;
  readonly taken: number;
}

/** The ways of requests through a resource, and those that tests take. */
export interface CoveredResource {
  readonly address: string;
  readonly environment: string;
  readonly place: Place;
  /** Absent if they cannot be listed. */
  readonly ways?: WayCount;
  readonly parts: readonly CoveredPart[];
}
