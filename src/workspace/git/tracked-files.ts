import { runGitNow, type GitSetting } from './run-git.ts';

const mostBytes = 16 * 1024 * 1024;

/**
 * Whether git tracks the file at a path from `root`, or one below it, although a `.gitignore` matches it. Git is asked
 * once, when the first such path is found; where it cannot answer, it tracks none.
 */
export function trackedThoughIgnored(root: string, env: GitSetting['env']): (path: string) => boolean {
  let tracked: ReadonlySet<string> | undefined;
  return (path) => (tracked ??= listTracked(root, env)).has(path);
}

function listTracked(root: string, env: GitSetting['env']): ReadonlySet<string> {
  // A hook names the repository and its index relative to the folder of the command.
  const setting = {
    cwd: root,
    env: { ...env, GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined },
  };
  const found = new Set<string>();
  try {
    const ask = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'];
    const { stdout } = runGitNow(setting, ask, { input: '', maxBuffer: mostBytes });
    for (let path of stdout.toString('utf8').split('\0'))
      for (; path !== '' && !found.has(path); path = path.slice(0, Math.max(0, path.lastIndexOf('/'))))
        found.add(path);
  } catch {
    // Git is not installed.
  }
  return found;
}
