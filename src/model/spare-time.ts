/** When there is time for other things while an API is read. */
export interface SpareTime {
  /**
   * For how many milliseconds no answer is to be expected, going by how long the others took: 0 or less when one is due,
   * Infinity when none is under way.
   */
  readonly milliseconds: () => number;
  /** The next answer that comes, whatever it says. */
  readonly nextAnswer: () => Promise<void>;
  /** Whether one that came is still to be read: what it says may be what the next request waits for. */
  readonly isReading: () => boolean;
}
