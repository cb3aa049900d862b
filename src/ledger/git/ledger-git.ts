/** The branch and the remote, as messages name them. */
export interface ShownBranch {
  readonly branch: string;
  readonly remote: string;
}

/** Git in a bare repository that only the ledger uses. `openRemoteGit` makes it; a test may make another. */
export interface LedgerGit {
  /** The name of the remote, in commands and messages. */
  readonly remote: string;
  /** The address of the author of commits, where the environment names one: a remote may take known authors only. */
  readonly email?: string | undefined;
  /** Runs a git command and returns its result, even a failure. Throws `UserError` if git cannot be started. */
  readonly run: (arguments_: readonly string[], input?: string | Uint8Array) => Promise<LedgerGitAnswer>;
}

export interface LedgerGitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Ended because it took too long. */
  readonly isTimedOut: boolean;
}
