/** The provenance of a report of plans: how to find its files, API and program version again. */
export interface MadeBy {
  /** The version of Edgewright. */
  readonly version: string;
  /** Scheme, host and port of the APIs that were read, each once; `local` for the built-in mock API. */
  readonly apis: readonly string[];
  /** The full name of the checked-out commit; absent outside of git and before the first commit. */
  readonly commit?: string | undefined;
  /** To the second, in UTC; absent for a saved plan, which has no time. */
  readonly time?: string | undefined;
  /** The person or the account that ran it, as CI or the system names it. */
  readonly by?: string | undefined;
}
