import { headCommit } from '../../../workspace/git/resolve-commit.ts';
import { openRepository } from '../../../workspace/git/repository.ts';
import { UserError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';

/** The commit that is checked out; undefined without git or a repository, which nothing here needs. */
export async function commitAt({ cwd, env }: Io, root: string): Promise<string | undefined> {
  try {
    return await headCommit(await openRepository({ root, cwd, env }));
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
