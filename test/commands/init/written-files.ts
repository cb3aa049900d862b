import { extraFiles, type Extra } from '../../../src/run/jobs/extra-files.ts';
import type { CiSetting } from '../../../src/run/jobs/ci-setting.ts';
import { readSource } from '../../../src/run/jobs/package-source.ts';

/** The source of all examples. */
const source = readSource('your-org/edgewright@0123456789abcdef0123456789abcdef01234567');

export const plainSetting: CiSetting = {
  environments: ['production'],
  secrets: [],
  webhooks: [],
  store: 'git',
  hasTests: true,
  folder: '',
  branch: 'main',
  isReviewed: false,
  sendsTests: false,
  source,
  owners: {
    owner: '@acme/security',
    approvals: ['resources/approvals/'],
    isLimited: false,
    jobs: ['.github/workflows/'],
    file: 'CODEOWNERS',
  },
};

const all: CiSetting = {
  environments: ['staging-eu', 'production'],
  secrets: [
    { name: 'SHOP_OIDC', environments: ['production'] },
    { name: 'WEBHOOK', environments: ['staging-eu', 'production'] },
  ],
  webhooks: ['WEBHOOK'],
  store: 'git',
  hasTests: true,
  folder: 'infra/edges',
  branch: 'trunk',
  isReviewed: false,
  sendsTests: false,
  source,
  owners: {
    owner: '@acme/security',
    approvals: ['resources/approvals/'],
    isLimited: false,
    jobs: ['.github/workflows/'],
    file: 'CODEOWNERS',
  },
};

/** The smallest workspace, and the one that uses all that a template can depend on. */
export const settings: readonly (readonly [string, CiSetting])[] = [
  ['one environment', plainSetting],
  ['one environment, reviewed', { ...plainSetting, isReviewed: true }],
  ['without tests', { ...plainSetting, hasTests: false }],
  ['all', all],
  ['all, reviewed', { ...all, isReviewed: true }],
  ['all, in a database', { ...all, store: 'postgres' }],
  ['one environment, with sent tests', { ...plainSetting, sendsTests: true }],
  ['all, reviewed, with sent tests', { ...all, isReviewed: true, sendsTests: true }],
];

/** The files of an extra by path. */
export function writtenFiles(extra: Extra, setting: CiSetting): ReadonlyMap<string, string> {
  return new Map(extraFiles(extra, setting).map(([file, text]) => [file.replace(/^(?:\.\.\/)+/, ''), text]));
}
