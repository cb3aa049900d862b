import type { Literal } from '../../simulate/unknown/term.ts';
import type { OpenWay } from '../../simulate/unknown/ways.ts';

/** A request that is kept out before and gets through after, or that shows an upstream more than before. */
export interface Opening {
  /**
   * `answer`: its answer was kept back. `header`: it can set a header, or has another value in it. `target`: it reaches
   * any upstream whose name the policy computes.
   */
  readonly kind: 'request' | 'answer' | 'header' | 'target' | 'url' | 'secret';
  readonly header?: string;
  /** It is shown to clients, or sent to the URL. */
  readonly secret?: { readonly name: string; readonly to?: string };
  /** All that holds of it. */
  readonly when: readonly Literal[];
  /** The keys of what holds of all requests to the resource. */
  readonly always: ReadonlySet<string>;
  readonly was: OpenWay;
  readonly willBe: OpenWay;
}

export interface Openings {
  /** One of each kind, end and guard. */
  readonly found: readonly Opening[];
  /** False: there is too much to compare. */
  readonly isComplete: boolean;
}
