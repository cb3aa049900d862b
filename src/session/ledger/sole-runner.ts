import { exitCodes, UserError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/journal/journal.ts';
import type { LedgerHolder, MayTakeOver } from '../../model/ledger-store.ts';

/**
 * The verdict of this job on a lock that another run has. Without `--sole-runner` it only says that the flag exists, to an
 * apply whose lock is that of a job that the flag covers.
 */
export function takeOverRule(run: RunAbout, isSole: boolean): MayTakeOver | undefined {
  if (isSole) return soleRunner(run);
  const { ci, verb } = run;
  if (ci === undefined || verb !== 'apply') return undefined;
  return (holder) => Promise.resolve(refusalOf(holder, ci) === undefined ? hint : 'unknown');
}

const hint = { refused: 'if a concurrency group runs such jobs one at a time, add `--sole-runner`' };

/**
 * `--sole-runner`: this job is the only one of its kind that runs (a concurrency group), so an earlier one that has the
 * lock has ended. This says nothing about runs of people, of other repositories, or of jobs beside this one.
 */
function soleRunner({ ci: mine }: RunAbout): MayTakeOver {
  if (mine === undefined) {
    throw new UserError(exitCodes.usage, '`--sole-runner` is for a job in CI', {
      help: 'leave it out: the refusal then names the run and the command that removes its lock',
    });
  }
  return (holder) => {
    const refused = refusalOf(holder, mine);
    return Promise.resolve(refused === undefined ? 'ended' : { refused });
  };
}

type Job = NonNullable<RunAbout['ci']>;

/** Why the job does not speak for this run; undefined if it does. */
function refusalOf({ run, isRunning }: LedgerHolder, mine: Job): string | undefined {
  const not = '`--sole-runner` does not cover that run';
  if (isRunning === true) return `${not}: its process is still running on this machine`;
  if (run?.ci === undefined) return `${not}: it is not a job in CI`;
  const { url, attempt } = run.ci;
  if (jobsOf(url) !== jobsOf(mine.url)) return `${not}: it is not a job of this repository`;
  if (url !== mine.url) return undefined;
  if (attempt === mine.attempt) return `${not}: it belongs to the same CI run as this one`;
  return Number(attempt) > Number(mine.attempt) ? `${not}: it is a later attempt of this CI run` : undefined;
}

/** The page of all runs or jobs of a repository: the address of one, without its number. */
function jobsOf(url: string): string {
  return url.replace(/\/\d+$/, '');
}
