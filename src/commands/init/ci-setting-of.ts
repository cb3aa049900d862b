import { statSync } from 'node:fs';
import path from 'node:path';
import { runGit } from '../../git/run-git.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { repositoryFolder } from '../../session/workspace/repository-folder.ts';
import type { CiSetting } from './templates/ci-setting.ts';

/** The facts for the templates of a workspace, with those that its repository says: its folder there, and the branch. */
export async function ciSetting(
  io: Io,
  { root, ...facts }: Omit<CiSetting, 'folder' | 'branch'> & { readonly root: string },
): Promise<CiSetting> {
  const folder = repositoryFolder(root).replace(/\/$/, '');
  // The folder is written into shell commands and YAML.
  if (!/^[\w./-]*$/.test(folder) || folder.startsWith('-')) {
    throw new UserError(exitCodes.usage, `jobs cannot be written for the folder \`${folder}\``, {
      help: 'rename it: use letters, digits, `.`, `_`, `-` and `/`',
    });
  }
  return { ...facts, folder, branch: await defaultBranch(io, root) };
}

/** The default branch of `origin` as the clone knows it; `main` if it does not. */
async function defaultBranch(io: Io, root: string): Promise<string> {
  const words = ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'];
  try {
    const { exitCode, stdout } = await runGit({ cwd: existing(root), env: io.env }, words);
    const [, branch] = /^origin\/([\w./-]+)\n$/.exec(stdout.toString('utf8')) ?? [];
    return exitCode === 0 && branch !== undefined ? branch : 'main';
  } catch (error) {
    // Git is not installed.
    if (error instanceof UserError) return 'main';
    throw error;
  }
}

/** The folder, or the nearest one above it: that of a new workspace does not exist yet. */
function existing(folder: string): string {
  const above = path.dirname(folder);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder || above === folder ? folder : existing(above);
}
