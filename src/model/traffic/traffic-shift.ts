import type { ProtectionChange } from '../plan/step.ts';

/** URLs that something else serves after the plan than before. Our model: API 2.6 does not say which route wins. */
export interface TrafficShift {
  /**
   * `https://shop.example.com/checkout* but /checkout/api*`, a star for whatever follows; the edge instead of the
   * host where it has not one host that is known.
   */
  readonly space: string;
  /** An address, of what is not in the ledger kind and id; absent: nothing served it. */
  readonly from?: string;
  /** Absent: nothing serves it any more. */
  readonly to?: string;
  /** Where nothing answers on one side: the route without a backend that keeps the space from all others. */
  readonly occupiedBy?: string;
  /** What answers a part of it on both sides. */
  readonly sharedWith?: readonly string[];
  /** What protects it, where that differs too. */
  readonly protection?: Pick<ProtectionChange, 'before' | 'after'>;
}
