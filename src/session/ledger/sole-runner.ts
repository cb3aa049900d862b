import { exitCodes, UserError } from '../../model/errors.ts';
import type { RunAbout } from '../../model/journal/journal.ts';
import type { LedgerHolder, MayTakeOver } from '../../model/ledger-store.ts';

interface Asking {
  /** `--sole-runner`: this job is the only one of its kind that runs (a concurrency group). */
  readonly isSole: boolean;
  /** The state of a job as the forge knows it. */
  readonly ask: (job: Job) => Promise<'ended' | 'running' | 'unknown'>;
}

/**
 * The verdict of this job on a lock that another job of the repository has: ended or running as the forge says, if it
 * does. Otherwise an earlier job has ended if this one is the sole runner; without the flag, an apply only says that it
 * exists. This says nothing about runs of people, of other repositories, or of jobs beside this one.
 */
export function takeOverRule({ ci: mine, verb }: RunAbout, { isSole, ask }: Asking): MayTakeOver | undefined {
  if (mine === undefined) {
    if (isSole) throw notInCi();
    return undefined;
  }
  return async (holder) => {
    const refused = refusalOf(holder, mine);
    if (refused !== undefined) return isSole ? { refused } : 'unknown';
    const word = holder.run?.ci === undefined ? 'unknown' : await ask(holder.run.ci);
    if (word === 'running') return { refused: 'its CI run is still going on' };
    if (word === 'ended' || isSole) return 'ended';
    return verb === 'apply' ? hint : 'unknown';
  };
}

const hint = { refused: 'if a concurrency group runs such jobs one at a time, add `--sole-runner`' };

function notInCi(): UserError {
  return new UserError(exitCodes.usage, '`--sole-runner` is for a job in CI', {
    help: 'leave it out: the refusal then names the run and the command that removes its lock',
  });
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
