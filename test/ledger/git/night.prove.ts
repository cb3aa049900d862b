import { runGit } from '../../scenarios/stage-git.ts';
import { describeNight } from '../night.ts';

const git = (folder: string, ...commands: readonly string[]): void => {
  for (const command of commands) runGit(folder, command);
};

describeNight('git', {
  settings: 'store: git',
  begin: (folder) => git(folder, 'init -q', 'init -q --bare remote.git', 'remote add origin ./remote.git'),
  copy: (folder) => git(folder, '--git-dir=remote.git branch copy edgewright-ledger'),
  putBack: (folder) => git(folder, '--git-dir=remote.git branch -f edgewright-ledger copy'),
});
