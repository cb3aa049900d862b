import type { ProtectionChange } from '../plan/step.ts';

/** URLs that another resource serves after the plan. An assumption: API 2.6 does not say which route wins. */
export interface TrafficShift {
  /**
   * For example `https://shop.example.com/checkout* but /checkout/api*`, with a star for any continuation; starts with
   * the edge instead of the host unless the edge has exactly one known host.
   */
  readonly space: string;
  /** An address; kind and id for an object outside the ledger; absent if nothing served it. */
  readonly from?: string;
  /** Absent if nothing will serve it. */
  readonly to?: string;
  /** If one side does not serve it: the route without a backend that takes these URLs from all others. */
  readonly occupiedBy?: string;
  /** Resources that serve a part of it on both sides. */
  readonly sharedWith?: readonly string[];
  /** The protection, if it changes too. */
  readonly protection?: Pick<ProtectionChange, 'before' | 'after'>;
}
