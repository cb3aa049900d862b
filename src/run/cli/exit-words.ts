/** The exit codes in words. */
import { exitCodes } from '../../model/exit-codes.ts';

export type ExitName = keyof typeof exitCodes;

interface ExitWords {
  /** One or two words, for `--help`. */
  readonly word: string;
  readonly meaning: string;
  /** In Markdown, with links from docs/; empty for success. */
  readonly next: string;
}

/** `--help`, `explain <code>` and docs/troubleshooting.md read this table. */
export const exitWords: Readonly<Record<ExitName, ExitWords>> = {
  ok: {
    word: 'done',
    meaning: 'success; also a plan with changes',
    next: '',
  },
  configuration: {
    word: 'mistakes',
    meaning:
      'the files have errors: `lint`, `compile`, `fmt --check`; a test is not `ok`: `test`; or the value of a secret cannot be used where it is declared',
    next: 'run `edgewright lint`, or `edgewright test`; each finding says what to write',
  },
  changes: {
    word: 'changes',
    meaning:
      'there are changes (`plan` or `trace` with `--detailed-exitcode`), drift is kept, `apply` adopted an object that differs from the files, or `drift` found drift',
    next: 'read the plan; for drift, see [Handle drift](drift.md)',
  },
  partial: {
    word: 'partly applied',
    meaning: 'apply was done in part; the ledger is correct',
    next: 'fix what the run names, and run the same command again: it goes on with the rest',
  },
  unknown: {
    word: 'outcome unknown',
    meaning:
      'the outcome of a request is unknown; `plan`, `drift`, `doctor` and `ledger orphans` print the commands that settle it',
    next: 'run the command that `plan` prints; see [An outcome is unknown](disaster-recovery.md#an-outcome-is-unknown)',
  },
  unsafe: {
    word: 'unsafe',
    meaning:
      'it is not safe to continue: no ledger, a different lineage or account, a ledger that is locked, a lock that was taken away before a step was done, an object that changed since the plan, a saved plan that is stale, already used, damaged or of a different workspace',
    next: 'find the message [below](#messages)',
  },
  gate: {
    word: 'refused',
    meaning:
      'a person must decide: less protection, a safety limit, `--fail-on`, or a plan with only blocked steps',
    next: 'approve or undo what the plan calls refused; see [Approve less protection](approvals.md) and [Read a plan](plan.md)',
  },
  closed: {
    word: 'not now',
    meaning:
      'apply may not run now: a freeze, or no change window is open; nothing was applied (`apply --auto` exits as the plan does, and says so)',
    next: 'wait, or see [Operate](operate.md)',
  },
  usage: {
    word: 'usage',
    meaning: 'the command line is wrong',
    next: 'run the command with `--help`',
  },
  unreachable: {
    word: 'API failed',
    meaning: 'the API, or the store of the ledger, cannot be reached or returned an error',
    next: 'run `edgewright doctor`; reads are repeated by themselves, so the failure lasted',
  },
  bug: {
    word: 'bug',
    meaning: 'a bug in Edgewright',
    next: 'report it, with the output and `edgewright --version`',
  },
  disk: {
    word: 'disk',
    meaning: 'a file, or the store of the ledger, cannot be read or written',
    next: 'look at the path that the message names: space, permissions, a full disk',
  },
  credential: {
    word: 'credential',
    meaning: 'the API, or the store of the ledger, rejected the credential',
    next: 'check `EDGEWRIGHT_API_TOKEN`, or the credential of the ledger; see [Environment variables](reference/variables.md)',
  },
  settings: {
    word: 'settings',
    meaning:
      '`edgewright.yaml` is invalid or missing, the workspace has no environment, or the database of the ledger does not exist',
    next: 'fix what the message names in `edgewright.yaml` or in `environments/`',
  },
  interrupted: {
    word: 'interrupted',
    meaning: 'interrupted (SIGINT)',
    next: 'run the same command again; a run that applied has told what it did',
  },
  terminated: {
    word: 'terminated',
    meaning: 'terminated (SIGTERM, SIGHUP)',
    next: 'as for 130; in CI, give the job more time',
  },
};

/** The name of an exit code; undefined for other texts. */
export function exitNamed(code: string): ExitName | undefined {
  return exitNames.find((name) => String(exitCodes[name]) === code);
}

/** In ascending order of their codes. */
export const exitNames = (Object.keys(exitCodes) as ExitName[]).sort((a, b) => exitCodes[a] - exitCodes[b]);
