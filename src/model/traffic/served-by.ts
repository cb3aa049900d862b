import type { Address } from '../workspace/address.ts';

/** The part of a trace that is compared between two sides. */
export interface ServedBy {
  readonly edge?: string;
  readonly by: readonly string[];
  /** If nothing serves the URL: the resource that takes it from all others. */
  readonly occupiedBy?: string;
  readonly login: readonly string[];
  readonly protection: readonly string[];
  readonly forwards: readonly ServedForward[];
}

/** A `forward-internal` of a traffic policy, from one address to an endpoint. */
export interface ServedForward {
  readonly from: Address;
  /** The URL of the endpoint; absent if the policy computes it or cannot be read. */
  readonly url?: string;
  /** The expressions of its rule, which are not evaluated. */
  readonly when: readonly string[];
  /** True if its rule has no expressions and no earlier rule can end the request. */
  readonly isCertain: boolean;
  /** Why it leads no further: it returns to an earlier endpoint, nothing serves the URL, or the URL is unknown. */
  readonly ends?: 'loop' | 'unserved' | 'unknown';
  readonly to?: Address;
  /** The protection of the endpoint it leads to. */
  readonly protection: readonly string[];
}

/** A URL of a corpus, traced on two sides or on one. */
export interface CorpusLine {
  /** Counted from 1. */
  readonly line: number;
  readonly url: string;
  readonly method: string;
  readonly before?: readonly ServedBy[];
  readonly after: readonly ServedBy[];
  /** The differences: the resource, its login modules, other protection, or their settings. */
  readonly changes: readonly ('server' | 'login' | 'protection' | 'settings')[];
  /** For `settings`: the settings that differ. */
  readonly settings?: readonly string[];
}

/**
 * The protection of a served request, including that of the endpoints it is forwarded to: `traffic_policy of
 * endpoint/shop`.
 */
export function allProtection({ protection, forwards }: ServedBy): readonly string[] {
  // A loop leads back to an endpoint that is already counted.
  const behind = forwards.flatMap(({ to, ends, protection: theirs }) =>
    ends === 'loop' ? [] : theirs.map((name) => `${name} of ${to}`),
  );
  return [...new Set([...protection, ...behind])];
}
