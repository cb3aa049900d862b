import type { CiSetting } from '../ci-setting.ts';
import {
  applyingEnv,
  checkout,
  checkSteps,
  expression,
  keptDrift,
  ledgerAccess,
  ownStep,
  planningEnv,
  sendStep,
} from './github-steps.ts';

/** Where the actions are: Gitea and Forgejo look for names without a server on one of their own. */
export const giteaActions = 'https://github.com/';
const from = giteaActions;

/** Lint and plan of pull requests for Gitea and Forgejo. A fork gets no secret, and is linted only. */
export function giteaPullRequest(setting: CiSetting): string {
  return `name: edgewright pull request
on:
  pull_request:
permissions: {}
concurrency:
  group: ${expression('github.workflow')}-${expression('github.ref')}
  cancel-in-progress: true
jobs:
  lint:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read # the files
    steps:
      ${checkout({ depth: 2, from })}
      ${checkSteps(setting, undefined, from)}

  plan:
    if: github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read # the files, and the branch of the ledger
      pull-requests: write # the comment
      statuses: write # the verdict beside the commit
    strategy: { fail-fast: false, matrix: { environment: [${setting.environments.join(', ')}] } }
    steps:
      # The whole history: Gitea and Forgejo check the head of the branch out, not a merge.
      ${checkout({ depth: 0, from })}
      ${ownStep(
        setting,
        {
          mode: 'plan',
          environment: expression('matrix.environment'),
          base: `origin/${expression('github.base_ref')}`,
          comment: 'true',
          status: 'true',
          'pass-on': '2 # drift, which the pull request did not make',
        },
        { from, env: planningEnv(setting) },
      )}
`;
}

/** Applies the default branch, one job for each environment, since secrets have no environments here. */
export function giteaApply(setting: CiSetting): string {
  const jobs = setting.environments.map((environment, index) =>
    applyJob(setting, environment, setting.environments[index - 1]),
  );
  return `name: edgewright apply
on:
  push: { branches: [${setting.branch}] }
  schedule: [{ cron: '7,37 * * * *' }]
permissions: {}
jobs:
${jobs.join('\n')}`;
}

/** The names of the secrets that can write: of the API, and of the database. */
export function writingSecrets(environment: string): readonly [token: string, database: string] {
  const secretSuffix = environment.toUpperCase().replaceAll('-', '_');
  return [`EDGEWRIGHT_API_TOKEN_${secretSuffix}`, `EDGEWRIGHT_POSTGRES_URL_${secretSuffix}`];
}

function applyJob(setting: CiSetting, environment: string, before: string | undefined): string {
  const [token, database] = writingSecrets(environment);
  const first = before === undefined ? '' : `    needs: apply-${before}\n`;
  return `  apply-${environment}:
${first}    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: ${ledgerAccess(setting)}
    concurrency: { group: edgewright-${environment}, cancel-in-progress: false }
    steps:
      ${checkout({ from })}
      ${ownStep(setting, { mode: 'apply', environment, 'pass-on': keptDrift }, { from, id: 'apply', env: applyingEnv(setting, { token, database, environment }) })}${sendStep(setting, environment, { token, database, environment, from })}
`;
}
