import type { Extra } from './extras.ts';
import type { CiSetting } from './templates/ci-setting.ts';
import { giteaApply, giteaDrift, giteaPullRequest } from './templates/gitea.ts';
import { githubApply } from './templates/github-apply.ts';
import { githubComment } from './templates/github-comment.ts';
import { githubDrift } from './templates/github-drift.ts';
import { githubPullRequest } from './templates/github-pull-request.ts';
import { githubReviewed } from './templates/github-reviewed.ts';
import { gitlabInclude, gitlabPipeline } from './templates/gitlab.ts';
import { huskyHook, preCommitConfig } from './templates/local-hooks.ts';
import { vscodeFiles } from './templates/vscode.ts';

/** Path and text. */
export type ExtraFile = readonly [file: string, text: string];

/** The files of an extra, relative to the top of the repository, or to the workspace for an editor. */
export function extraFiles(extra: Extra, setting: CiSetting): readonly ExtraFile[] {
  const up = '../'.repeat(setting.folder === '' ? 0 : setting.folder.split('/').length);
  return extra === 'vscode'
    ? vscodeFiles()
    : filesAtTop(extra, setting).map(([file, text]) => [`${up}${file}`, text]);
}

function filesAtTop(extra: Exclude<Extra, 'vscode'>, setting: CiSetting): readonly ExtraFile[] {
  switch (extra) {
    case 'github':
      return [
        ['.github/workflows/edgewright-pull-request.yaml', githubPullRequest(setting)],
        ['.github/workflows/edgewright-comment.yaml', githubComment(setting)],
        [
          '.github/workflows/edgewright-apply.yaml',
          setting.isReviewed ? githubReviewed(setting) : githubApply(setting),
        ],
        ['.github/workflows/edgewright-drift.yaml', githubDrift(setting)],
      ];
    case 'gitlab':
      return [
        ['.gitlab/edgewright.yml', gitlabPipeline(setting)],
        ['.gitlab-ci.yml', gitlabInclude],
      ];
    case 'gitea':
      return [
        ['.gitea/workflows/edgewright-pull-request.yaml', giteaPullRequest(setting)],
        ['.gitea/workflows/edgewright-apply.yaml', giteaApply(setting)],
        ['.gitea/workflows/edgewright-drift.yaml', giteaDrift(setting)],
      ];
    case 'pre-commit':
      return [['.pre-commit-config.yaml', preCommitConfig(setting)]];
    case 'husky':
      return [['.husky/pre-commit', huskyHook(setting)]];
  }
}
