import { version } from '../../../version.ts';
import type { CiSetting } from './ci-setting.ts';
import { placeOption } from './gitlab-jobs.ts';

/** For pre-commit: it installs the package, which has no dependencies, and not our development tree. */
export function preCommitConfig(setting: CiSetting): string {
  return `repos:
  - repo: local
    hooks:
      - id: edgewright-lint
        name: edgewright lint
        entry: edgewright lint --staged${placeOption(setting)}
        language: node
        additional_dependencies: ['edgewright@${version}']
        pass_filenames: false
        # pre-commit names no deleted files, and a deletion can break what refers to it.
        always_run: true
`;
}

/** For husky, beside `edgewright` in the devDependencies; --no installs nothing by that name from elsewhere. */
export function huskyHook(setting: CiSetting): string {
  return `npx --no -- edgewright lint --staged${placeOption(setting)}\n`;
}
