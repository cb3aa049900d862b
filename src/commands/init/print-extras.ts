import type { AddedExtras } from './add-extras.ts';
import { additionTo, forges, type Extra } from '../../run/jobs/extra-files.ts';
import type { CiSetting } from '../../run/jobs/ci-setting.ts';
import type { Io } from '../../model/io.ts';

const database = 'EDGEWRIGHT_POSTGRES_URL: the database of the ledger';

const stepsByExtra: Partial<Record<Extra, (setting: CiSetting) => ExtraSteps>> = {
  github: (setting) => ({
    title: 'On GitHub',
    page: 'ci-github.md',
    lines: [
      'variable EDGEWRIGHT_API_URL',
      ...(setting.store === 'postgres' ? [`secret ${database}`] : []),
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
      setting.store === 'postgres'
        ? `variable, masked: ${database}`
        : 'variable LEDGER_TOKEN, protected and masked: a project access token of scope write_repository and role Developer',
      ...setting.environments.flatMap((name) => scopeLines(name, setting)),
      ...setting.environments.map(sealLine),
    ],
  }),
  gitea: ({ environments, secrets, store }) => ({
    title: 'On Gitea or Forgejo',
    page: 'ci-gitea.md',
    lines: [
      'variable EDGEWRIGHT_API_URL',
      ...(store === 'postgres' ? [`secret ${database}`] : []),
      'secret EDGEWRIGHT_API_TOKEN: a credential that can only read',
      ...environments.map(
        (name) =>
          `secret EDGEWRIGHT_API_TOKEN_${name.toUpperCase().replaceAll('-', '_')}: a credential that can write`,
      ),
      'secret EDGEWRIGHT_PLAN_KEY: a key of at least 32 bytes',
      ...secrets.map((name) => `secret EDGEWRIGHT_SECRET_${name}`),
      ...environments.map(sealLine),
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
  for (const { file, patch } of changes) io.stdout(`${patch}updated ${file}\n`);
  for (const file of files) io.stdout(`created ${file}\n`);
  for (const one of kept) {
    const { where = '', lines = '' } = additionTo(one) ?? {};
    io.stdout(`kept ${one[0]}; add ${where}:\n${lines.replaceAll(/^(?=.)/gm, '  ')}`);
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

/** On GitLab a variable has an environment as its scope. */
function scopeLines(name: string, { branch, secrets, webhooks, isReviewed }: CiSetting): readonly string[] {
  const values = ['EDGEWRIGHT_PLAN_KEY', ...secrets.map((secret) => `EDGEWRIGHT_SECRET_${secret}`)];
  return [
    `for environment ${name}-plan, masked: EDGEWRIGHT_API_TOKEN, a credential that can only read${andAll(webhooks)}`,
    ...(isReviewed
      ? [`for environment ${name}-review, masked and protected: the same credential, EDGEWRIGHT_PLAN_KEY`]
      : []),
    `for environment ${name}, masked and protected: EDGEWRIGHT_API_TOKEN, a credential that can write,`,
    `  and ${values.join(', ')}; protect ${branch}`,
  ];
}

function environmentLines(
  name: string,
  { branch, secrets, webhooks, isReviewed }: CiSetting,
): readonly string[] {
  const values = ['EDGEWRIGHT_PLAN_KEY', ...secrets.map((secret) => `EDGEWRIGHT_SECRET_${secret}`)];
  return [
    `environment ${name}-plan: secret EDGEWRIGHT_API_TOKEN, a credential that can only read${andAll(webhooks)}`,
    ...(isReviewed
      ? [`environment ${name}-review, branch ${branch} only: the same credential, EDGEWRIGHT_PLAN_KEY`]
      : []),
    `environment ${name}, branch ${branch} only: secret EDGEWRIGHT_API_TOKEN, a credential that can write`,
    `  and ${values.join(', ')}${isReviewed ? '; its required reviewers approve each plan' : ''}`,
  ];
}
