/**
 * This process, as a possible lock holder. Values that cannot be determined are `unknown`, which never equals itself.
 */
export interface LedgerHost {
  readonly pid: number;
  readonly host: string;
  /** Differs between boots of the machine and between process namespaces. */
  readonly boot: string;
  /** The start time of a process on this host, in the system's format; undefined if it has ended. */
  readonly startOf: (pid: number) => Promise<string | undefined>;
}

export const unknown = 'unknown';
