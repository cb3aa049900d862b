import type { CiSetting } from './ci-setting.ts';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { giteaActions, giteaApply, giteaPullRequest } from './templates/gitea-jobs.ts';
import { githubApply, githubReviewed } from './templates/github-reviewed.ts';
import { githubPullRequest } from './templates/github-pull-request.ts';
import { checkout, driftEnv, expression, ownStep } from './templates/github-steps.ts';
import { placeOption } from './templates/gitlab-apply.ts';
import { gitlabInclude, gitlabPipeline } from './templates/gitlab-jobs.ts';
import { ownPackage } from './package-source.ts';
import type { Source } from '../../model/document.ts';
import { schemaTexts } from '../print-schema.ts';

const settings = `{
  "yaml.schemas": {
    "./.vscode/edgewright/resource.schema.json": "resources/**/*.yaml",
    "./.vscode/edgewright/settings.schema.json": "edgewright.yaml",
    "./.vscode/edgewright/environment.schema.json": "environments/**/*.yaml",
    "./.vscode/edgewright/test.schema.json": "tests/**/*.yaml"
  }
}
`;

const extensions = `{
  "recommendations": ["redhat.vscode-yaml"]
}
`;

/** The values of `--with`. */
export const extras = ['github', 'gitlab', 'gitea', 'pre-commit', 'husky', 'vscode', 'codeowners'] as const;

/** Those that write jobs. */
export const forges: readonly Extra[] = ['github', 'gitlab', 'gitea'];

/** Path and text. */
export type ExtraFile = readonly [file: string, text: string];

/** The lines of ours for a file that others write to as well, and their place in it. Undefined for a file of ours. */
export function additionTo([file, text]: ExtraFile):
  | { readonly where: string; readonly lines: string }
  | undefined {
  switch (path.basename(file)) {
    case '.gitlab-ci.yml':
      return { where: 'at the top', lines: text };
    case '.pre-commit-config.yaml':
      return { where: 'under `repos:`', lines: text.slice(text.indexOf('\n') + 1) };
    case 'pre-commit':
    case 'CODEOWNERS':
      return { where: 'at the end', lines: text };
    case 'settings.json':
    case 'extensions.json':
      return { where: 'inside its braces', lines: text.replaceAll(/^\{\n|\}\n$/g, '') };
    default:
      return undefined;
  }
}

/** The files of an extra, relative to the top of the repository, or to the workspace for an editor. */
export function extraFiles(extra: Extra, setting: CiSetting): readonly ExtraFile[] {
  const up = '../'.repeat(setting.folder === '' ? 0 : setting.folder.split('/').length);
  return extra === 'vscode'
    ? vscodeFiles()
    : filesAtTop(extra, setting).map(([file, text]) => [`${up}${file}`, text]);
}

/**
 * The file under names of the workspace in this folder: of the file, its workflow, jobs, groups and artifacts. Those of
 * two workspaces must differ: a group would drop the waiting run of the other one, and a plan would take its snapshot.
 */
export function withOwnNames([file, text]: ExtraFile, folder: string): ExtraFile {
  const words = folder.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const ownName = `edgewright-${words.replaceAll(/^-|-$/g, '') || 'top'}`;
  return [
    file.replace(/edgewright(?=[-.][\w.-]+$)/, ownName),
    text
      // Not in the source, which is a path.
      .replaceAll(/(?<!\/)\bedgewright-(?=[a-z$])(?![\w.-]*\/)/g, `${ownName}-`)
      .replaceAll(/^(name: | +workflows: \[)edgewright /gm, `$1${ownName} `)
      .replaceAll(/^(\.|  extends: \.)edgewright(?=:?$)/gm, `$1${ownName}`)
      .replace('.gitlab/edgewright.yml', `.gitlab/${ownName}.yml`),
  ];
}

/** Path and text of the files of an extra, from the top of the repository. */
const templates: Readonly<
  Record<
    Exclude<Extra, 'vscode' | 'codeowners'>,
    readonly (readonly [file: string, text: (setting: CiSetting) => string])[]
  >
> = {
  github: [
    ['.github/workflows/edgewright-pull-request.yaml', githubPullRequest],
    ['.github/workflows/edgewright-comment.yaml', githubComment],
    [
      '.github/workflows/edgewright-apply.yaml',
      (setting) => (setting.isReviewed ? githubReviewed(setting) : githubApply(setting)),
    ],
    ['.github/workflows/edgewright-drift.yaml', driftWorkflow],
  ],
  gitlab: [
    ['.gitlab/edgewright.yml', gitlabPipeline],
    ['.gitlab-ci.yml', () => gitlabInclude],
  ],
  gitea: [
    ['.gitea/workflows/edgewright-pull-request.yaml', giteaPullRequest],
    ['.gitea/workflows/edgewright-apply.yaml', giteaApply],
    ['.gitea/workflows/edgewright-drift.yaml', (setting) => driftWorkflow(setting, giteaActions)],
  ],
  'pre-commit': [['.pre-commit-config.yaml', preCommitConfig]],
  husky: [['.husky/pre-commit', huskyHook]],
};

/** The text of the jobs that `init` has written for the workspace in this folder, without those of others. */
export function ownJobs(jobs: readonly Source[], folder: string): string {
  const files = Object.values(templates)
    .flat()
    .map(([file]): ExtraFile => [file, ''])
    .filter((extraFile) => additionTo(extraFile) === undefined);
  const ownFiles = new Set(
    [...files, ...files.map((extraFile) => withOwnNames(extraFile, folder))].map(([file]) => file),
  );
  return jobs
    .filter(({ path: file }) => ownFiles.has(file))
    .map(({ text }) => text)
    .join('\n');
}

/** Whether the jobs that `init` has written wait for a person: only then a job has an environment `<name>-review`. */
export function isReviewedIn(jobs: string): boolean {
  return /^ {4}environment: [\w-]+-review$|^ {2}environment: \{ name: [\w-]+-review,/m.test(jobs);
}

/** Whether the jobs that `init` has written send tests to what is deployed. */
export function sendsTestsIn(jobs: string): boolean {
  return /^ +send: 'true'$|^ +- .*edgewright test --send /m.test(jobs);
}

function filesAtTop(extra: Exclude<Extra, 'vscode'>, setting: CiSetting): readonly ExtraFile[] {
  return extra === 'codeowners'
    ? [codeowners(setting)]
    : templates[extra].map(([file, text]) => [file, text(setting)]);
}

export type Extra = (typeof extras)[number];

/** Parser of an option that may be repeated. */
export function collectExtra(value: string, before: readonly Extra[] = []): readonly Extra[] {
  const named = value.split(',').map((name) => {
    const extra = extras.find((known) => known === name);
    if (extra === undefined) throw new InvalidArgumentError(`Allowed choices are ${extras.join(', ')}.`);
    return extra;
  });
  return [...new Set([...before, ...named])];
}

/** Who reviews what limits others or runs with credentials: settings, environments, approvals, jobs, and this file. */
function codeowners({ folder, owners }: CiSetting): ExtraFile {
  if (owners === undefined) throw new Error('--with codeowners has an owner');
  const { owner, approvals, file } = owners;
  const workspacePath = folder === '' ? '/' : `/${folder}/`;
  const patterns = [
    `${workspacePath}edgewright.yaml`,
    `${workspacePath}environments/`,
    ...approvals.map((approvalPath) => `${workspacePath}${approvalPath}`),
    ...owners.jobs.map((jobPath) => `/${jobPath}`),
    `/${file}`,
  ];
  return [file, patterns.map((pattern) => `${pattern} ${owner}\n`).join('')];
}

/**
 * For pre-commit: it installs the package, which has no dependencies, and not our development tree. Not `--staged`:
 * pre-commit sets unstaged changes aside by itself, and nothing is staged in its `run --all-files`.
 */
function preCommitConfig(setting: CiSetting): string {
  return `repos:
  - repo: local
    hooks:
      - id: edgewright-lint
        name: edgewright lint
        entry: edgewright lint${placeOption(setting)}
        language: node
        additional_dependencies: ['${ownPackage(setting.source, 'pre-commit')}']
        pass_filenames: false
        # pre-commit names no deleted files, and a deletion can break what refers to it.
        always_run: true
`;
}

/** For husky, beside `edgewright` in the devDependencies; --no installs nothing by that name from elsewhere. */
function huskyHook(setting: CiSetting): string {
  return `npx --no -- edgewright lint --staged${placeOption(setting)}\n`;
}

/** Schemas for the YAML extension, as part of the workspace so that editors need no installation, and extensions. */
function vscodeFiles(): readonly (readonly [string, string])[] {
  return [
    ['.vscode/settings.json', settings],
    ['.vscode/extensions.json', extensions],
    ...(['resource', 'settings', 'environment', 'test', 'traffic-policy'] as const).map(
      (name) => [`.vscode/edgewright/${name}.schema.json`, schemaTexts[name]] as const,
    ),
  ];
}

/** Reports once a day what was changed outside Edgewright, in one issue for each environment. */
function driftWorkflow(setting: CiSetting, from?: string): string {
  const environment = expression('matrix.environment');
  return `name: edgewright drift
on:
  schedule: [{ cron: '23 6 * * *' }]
permissions: {}
jobs:
  drift:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read # the files, and the branch of the ledger
      issues: write # the issue
    strategy: { fail-fast: false, matrix: { environment: [${setting.environments.join(', ')}] } }
    ${from === undefined ? `environment: ${environment}-plan\n    ` : ''}concurrency: { group: 'edgewright-drift-${environment}', cancel-in-progress: false }
    steps:
      ${checkout({ from })}
      ${ownStep(setting, { mode: 'drift', environment, issue: 'true', ...(setting.sendsTests ? { 'send-tests': "'true'" } : {}) }, { from, env: driftEnv(setting) })}
`;
}

/**
 * Comments the plans of pull requests that get no secret. This workflow may write, so it checks nothing out and runs
 * nothing of the other one: it takes a file of limited size, reads it as data, and finds the pull request by itself.
 */
function githubComment(setting: CiSetting): string {
  return `name: edgewright comment
on:
  # Checks nothing out, and takes one file from the other run: a plan, which is read as data.
  workflow_run: # zizmor: ignore[dangerous-triggers]
    workflows: [edgewright pull request]
    types: [completed]
permissions: {}
concurrency:
  group: edgewright-comment-${expression('github.event.workflow_run.head_sha')}
  cancel-in-progress: false
jobs:
  comment:
    if: github.event.workflow_run.event == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      actions: read # the plan
      pull-requests: write # the comment
    strategy: { max-parallel: 1, matrix: { environment: [${setting.environments.join(', ')}] } }
    steps:
      - name: Fetch the plan, at most 5 MB and 50 MB unpacked
        id: fetched
        env:
          GITHUB_TOKEN: ${expression('github.token')}
          RUN: ${expression('github.event.workflow_run.id')}
          ENVIRONMENT: ${expression('matrix.environment')}
        shell: bash
        run: |
          github() { curl --fail --silent --show-error --location --header "Authorization: Bearer $GITHUB_TOKEN" "$@"; }
          artifacts="$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/actions"
          id=$(github "$artifacts/runs/$RUN/artifacts?name=edgewright-plan-$ENVIRONMENT" |
            jq '[.artifacts[] | select(.size_in_bytes <= 5000000)] | max_by(.created_at).id // empty')
          if [ -z "$id" ]; then
            echo "That run has no plan to comment: it was planned with a credential, or the plan is too long."
            exit 0
          fi
          github --max-filesize 5000000 --output plan.zip "$artifacts/artifacts/$id/zip"
          unzip -p plan.zip plan.json | head --bytes 50000000 > plan.json
          echo "plan=plan.json" >> "$GITHUB_OUTPUT"
      ${ownStep(setting, { mode: 'comment', plan: 'plan.json' }, { if: "steps.fetched.outputs.plan != ''" })}
`;
}
