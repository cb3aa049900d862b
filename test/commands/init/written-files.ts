import { extraFiles, type Extra } from '../../../src/commands/init/extra-files.ts';
import type { CiSetting } from '../../../src/commands/init/templates/github-steps.ts';
import { version } from '../../../src/version.ts';
import { pinnedCommits } from './pinned-commits.ts';

export const plainSetting: CiSetting = {
  environments: ['production'],
  secrets: [],
  folder: '',
  branch: 'main',
  isReviewed: false,
};

/** The smallest workspace, and the one that uses all that a template can depend on. */
export const settings: readonly (readonly [string, CiSetting])[] = [
  ['one environment', plainSetting],
  ['one environment, reviewed', { ...plainSetting, isReviewed: true }],
  [
    'all',
    {
      environments: ['production', 'staging-eu'],
      secrets: ['SHOP_OIDC', 'WEBHOOK'],
      folder: 'infra/edges',
      branch: 'trunk',
      isReviewed: false,
    },
  ],
  [
    'all, reviewed',
    {
      environments: ['production', 'staging-eu'],
      secrets: ['SHOP_OIDC', 'WEBHOOK'],
      folder: 'infra/edges',
      branch: 'trunk',
      isReviewed: true,
    },
  ],
];

/** The files of an extra by path, as a release writes them: our action by its commit. */
export function writtenFiles(extra: Extra, setting: CiSetting): ReadonlyMap<string, string> {
  return new Map(
    extraFiles(extra, setting).map(([file, text]) => [file.replace(/^(?:\.\.\/)+/, ''), asReleased(text)]),
  );
}

/** A development build names our action by its tag, since only a release has a commit. */
export function asReleased(text: string): string {
  const commit = pinnedCommits['edgewright/edgewright']?.[`v${version}`] ?? '';
  return text.replaceAll(
    `edgewright/edgewright@v${version}\n`,
    `edgewright/edgewright@${commit} # v${version}\n`,
  );
}
