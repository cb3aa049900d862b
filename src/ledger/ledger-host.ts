/** Who we are among the processes that might hold a lock. What cannot be known is `unknown` and never equals itself. */
export interface LedgerHost {
  readonly pid: number;
  readonly host: string;
  /** Differs after each start of the machine, and between process namespaces. */
  readonly boot: string;
  /** When a process of this host started, in the system's own terms; undefined for one that is gone. */
  readonly startOf: (pid: number) => Promise<string | undefined>;
}

export const unknown = 'unknown';
