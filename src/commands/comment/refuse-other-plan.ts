import path from 'node:path';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { PlanFile } from '../../run/session/saved-plans.ts';
import { commitAt } from '../../run/session/ledger/run-about.ts';
import { openRepository, type Repository } from '../../workspace/git/repository.ts';
import { runGit } from '../../workspace/git/run-git.ts';
import { exitCodes } from '../../model/exit-codes.ts';

interface PlanOrigin {
  /** The commit that the options name; a job without a checkout has no other. */
  readonly commit?: string | undefined;
  /** Whether the plan was made in a checkout that this job cannot have, such as the merge of a fork. */
  readonly isElsewhere: boolean;
}

/**
 * Refuses a plan that a branch brought along, where the plan of this job failed and left it there. The commit in a plan
 * proves that it is not such a file: no file can contain the name of the commit that it is in. A saved plan names no
 * commit, so it must not be a file of the repository.
 */
export async function refuseOtherPlan(
  io: Io,
  file: string,
  { madeBy, signature }: Pick<PlanFile, 'madeBy' | 'signature'>,
  { commit: named, isElsewhere }: PlanOrigin,
): Promise<void> {
  const isSaved = signature !== 'no-seal';
  const planAgain = `edgewright plan ${isSaved ? `--save ${file}` : `--format json=${file}`}`;
  const refusal = (why: string): UserError =>
    new UserError(exitCodes.unsafe, `\`${file}\` was not made by this job: ${why}`, {
      help: `plan in the same job, \`${planAgain}\`, to a file that the repository does not have. Nothing was posted`,
    });
  if (isSaved || isElsewhere) {
    if (await isTracked(io, path.resolve(io.cwd, file))) throw refusal('it is a file of the repository');
    return;
  }
  const here = await commitAt(io, io.cwd);
  if (here === undefined || madeBy.commit === here || (named !== undefined && madeBy.commit === named))
    return;
  const whose =
    madeBy.commit === undefined ? 'it names no commit' : `it is of commit ${madeBy.commit.slice(0, 12)}`;
  throw refusal(`${whose}, and ${here.slice(0, 12)} is checked out`);
}

/** Whether git tracks the file, whatever is in it now. */
async function isTracked({ cwd, env }: Io, file: string): Promise<boolean> {
  const repository = await repositoryAt({ root: path.dirname(file), cwd, env });
  if (repository === undefined) return false;
  const answer = await runGit(repository.setting, ['ls-files', '--error-unmatch', '--', file]);
  return answer.exitCode === 0;
}

async function repositoryAt(place: Parameters<typeof openRepository>[0]): Promise<Repository | undefined> {
  try {
    return await openRepository(place);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
