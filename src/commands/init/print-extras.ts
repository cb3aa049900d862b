import type { AddedExtras } from './add-extras.ts';
import { additionTo, forges, type Extra } from '../../run/jobs/extra-files.ts';
import { secretsOf, type CiSetting } from '../../run/jobs/ci-setting.ts';
import { writingSecrets } from '../../run/jobs/templates/gitea-jobs.ts';
import { counted } from '../../text/words/noun-words.ts';
import type { Io } from '../../model/io.ts';

const stepsByExtra: Partial<Record<Extra, (setting: CiSetting) => ExtraSteps>> = {
  github: (setting) => ({
    title: 'On GitHub',
    page: 'ci-github.md',
    lines: [
      'variable EDGEWRIGHT_API_URL',
      ...setting.environments.flatMap((name) => environmentLines(name, setting)),
      ...setting.environments.map(sealLine),
    ],
  }),
  gitlab: (setting) => ({
    title: 'On GitLab',
    page: 'ci-gitlab.md',
    lines: [
      'variable EDGEWRIGHT_API_URL',
      'variable EDGEWRIGHT_FORGE_TOKEN, masked: a project access token of scope api and role Reporter, for notes and issues',
      ...(setting.store === 'postgres'
        ? []
        : [
            'variable LEDGER_TOKEN, protected and masked: a project access token of scope write_repository and role Developer',
          ]),
      ...setting.environments.flatMap((name) => scopeLines(name, setting)),
      ...setting.environments.map(sealLine),
    ],
  }),
  gitea: (setting) => ({
    title: 'On Gitea or Forgejo',
    page: 'ci-gitea.md',
    lines: [
      'variable EDGEWRIGHT_API_URL',
      'secret EDGEWRIGHT_API_TOKEN: a credential that can only read',
      ...(setting.store === 'postgres'
        ? ['secret EDGEWRIGHT_POSTGRES_URL: the database of the ledger, with a role that can only read']
        : []),
      ...setting.environments.flatMap((name) => {
        const [token, database] = writingSecrets(name);
        return [
          `secret ${token}: a credential that can write`,
          ...(setting.store === 'postgres'
            ? [`secret ${database}: the database, with a role that can write`]
            : []),
        ];
      }),
      'secret EDGEWRIGHT_PLAN_KEY: a key of at least 32 bytes',
      ...(setting.secrets.length > 0 ? [`secret ${fingerprintKey}`] : []),
      ...setting.secrets.map(({ name }) => `secret EDGEWRIGHT_SECRET_${name}`),
      ...setting.environments.map(sealLine),
    ],
  }),
  'pre-commit': () => ({
    title: 'With pre-commit',
    page: 'lint.md',
    lines: ['once in each clone: pre-commit install'],
  }),
  husky: () => ({
    title: 'With husky',
    page: 'lint.md',
    lines: ['in package.json: husky and edgewright as devDependencies, and the script "prepare": "husky"'],
  }),
  codeowners: ({ owners }) => ({
    title: 'With CODEOWNERS',
    page: 'teams.md',
    lines: [
      'require reviews by code owners on the default branch',
      ...(owners === undefined || owners.isLimited
        ? []
        : [
            'allow approvals in that folder alone, under `lint` in edgewright.yaml:',
            `  rules: { approval-elsewhere: { options: { files: ['${(owners.approvals[0] ?? '').replace(/\/$/, '/**')}'] } } }`,
          ]),
      'Gitea and Forgejo read regular expressions there: write the patterns as such',
    ],
  }),
};

/** The files that were written or changed, and for each that stayed the lines to add to it. */
export function printFiles(
  io: Io,
  { files, changes = [], kept }: Pick<AddedExtras, 'files' | 'kept'> & Partial<Pick<AddedExtras, 'changes'>>,
): void {
  for (const { file, patch, keptLines } of changes) {
    const note = keptLines === undefined ? '' : `, with ${counted(keptLines, 'line')} that you changed`;
    io.stdout(`${patch}${patch === '' ? 'kept' : 'updated'} ${file}${note}\n`);
  }
  for (const file of files) io.stdout(`created ${file}\n`);
  for (const extraFile of kept) {
    const { where = '', lines = '' } = additionTo(extraFile) ?? {};
    io.stdout(`kept ${extraFile[0]}; add ${where}:\n${lines.replaceAll(/^(?=.)/gm, '  ')}`);
  }
}

/** Says what a person has to set before the written files work. */
export function printForgeSteps(io: Io, extras: readonly Extra[], setting: CiSetting): void {
  for (const extra of extras) {
    const steps = stepsByExtra[extra]?.(setting);
    if (steps === undefined) continue;
    const lines = steps.lines.map((line) => `  ${line}\n`).join('');
    io.stdout(`\n${steps.title} (docs/${steps.page}):\n${lines}`);
  }
  if (setting.store === 'file' && extras.some((extra) => forges.includes(extra)))
    io.stderr(`note: ${unkept}\n`);
}

const unkept =
  'the ledger is in files, which a runner does not keep: move it with `edgewright ledger migrate --from file --to git`';

interface ExtraSteps {
  readonly title: string;
  readonly page: string;
  readonly lines: readonly string[];
}

/** Jobs with the key refuse a ledger that anyone who can write to its place could have made. */
function sealLine(name: string): string {
  return `once, with that EDGEWRIGHT_PLAN_KEY set: edgewright ledger seal --env ${name}`;
}

/** The job that looks for drift tells these webhooks of it. */
function andAll(webhooks: readonly string[]): string {
  return webhooks.map((name) => `, and EDGEWRIGHT_SECRET_${name}`).join('');
}

const fingerprintKey =
  'EDGEWRIGHT_FINGERPRINT_KEY, optional: a key of at least 16 bytes, with which a plan sees that the value of a secret changed';

/** The address of the database for a job: one of a pull request runs the files of a branch, which anyone may push. */
function databaseOf({ store }: CiSetting, access: 'read' | 'write'): string {
  if (store !== 'postgres') return '';
  return access === 'read'
    ? ', and EDGEWRIGHT_POSTGRES_URL with a role that can only read (docs/ledger.md)'
    : ', EDGEWRIGHT_POSTGRES_URL with a role that can write';
}

/** The keys and secrets of the job that applies an environment. */
function valuesOf(setting: CiSetting, name: string): string {
  const secrets = secretsOf(setting, name).map((secret) => `EDGEWRIGHT_SECRET_${secret}`);
  return ['EDGEWRIGHT_PLAN_KEY', ...secrets].join(', ');
}

function keyLine(setting: CiSetting, name: string): readonly string[] {
  return secretsOf(setting, name).length > 0 ? [`  in each of these: ${fingerprintKey}`] : [];
}

/** On GitLab a variable has an environment as its scope. */
function scopeLines(name: string, setting: CiSetting): readonly string[] {
  const { branch, webhooks, isReviewed } = setting;
  return [
    `for environment ${name}-plan, masked: EDGEWRIGHT_API_TOKEN, a credential that can only read${databaseOf(setting, 'read')}${andAll(webhooks)}`,
    ...(isReviewed
      ? [`for environment ${name}-review, masked and protected: the same values and EDGEWRIGHT_PLAN_KEY`]
      : []),
    `for environment ${name}, masked and protected: EDGEWRIGHT_API_TOKEN, a credential that can write${databaseOf(setting, 'write')},`,
    `  and ${valuesOf(setting, name)}; protect ${branch}`,
    ...keyLine(setting, name),
  ];
}

function environmentLines(name: string, setting: CiSetting): readonly string[] {
  const { branch, webhooks, isReviewed } = setting;
  return [
    `environment ${name}-plan: secret EDGEWRIGHT_API_TOKEN, a credential that can only read${databaseOf(setting, 'read')}${andAll(webhooks)}`,
    ...(isReviewed
      ? [`environment ${name}-review, branch ${branch} only: the same values and EDGEWRIGHT_PLAN_KEY`]
      : []),
    `environment ${name}, branch ${branch} only: secret EDGEWRIGHT_API_TOKEN, a credential that can write${databaseOf(setting, 'write')}`,
    `  and ${valuesOf(setting, name)}${isReviewed ? '; its required reviewers approve each plan' : ''}`,
    ...keyLine(setting, name),
  ];
}
