/** Idle time during requests to the API, which other work can use. */
export interface SpareTime {
  /**
   * Estimated milliseconds until the next response, based on earlier ones: 0 or less if one is due, Infinity if no
   * request is pending.
   */
  readonly milliseconds: () => number;
  /** Resolves at the next response, whatever its status. */
  readonly nextAnswer: () => Promise<void>;
  /** Whether a received response is still being read: the next request may depend on it. */
  readonly isReading: () => boolean;
}
