import { extraFiles, type Extra } from '../../../src/commands/init/extra-files.ts';
import type { CiSetting } from '../../../src/commands/init/templates/github-steps.ts';
import { readSource } from '../../../src/commands/init/source.ts';

/** The source of all examples. */
const source = readSource('your-org/edgewright@0123456789abcdef0123456789abcdef01234567');

export const plainSetting: CiSetting = {
  environments: ['production'],
  secrets: [],
  folder: '',
  branch: 'main',
  isReviewed: false,
  source,
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
      source,
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
      source,
    },
  ],
];

/** The files of an extra by path. */
export function writtenFiles(extra: Extra, setting: CiSetting): ReadonlyMap<string, string> {
  return new Map(extraFiles(extra, setting).map(([file, text]) => [file.replace(/^(?:\.\.\/)+/, ''), text]));
}
