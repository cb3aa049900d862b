import type { CiSetting } from '../ci-setting.ts';
import {
  applyingEnv,
  checkout,
  expression,
  keptDrift,
  ledgerAccess,
  ownStep,
  pinned,
  savingEnv,
  sendStep,
  snapshotEnv,
  upload,
  type JobSecrets,
} from './github-steps.ts';

/**
 * The reviewed variant of `githubApply`: for each environment a job that saves a plan, and one that waits for the
 * reviewers of the environment and then applies just that plan.
 */
export function githubReviewed(setting: CiSetting): string {
  const { environments, branch } = setting;
  const jobs = environments.map(
    (environment, index) =>
      `${planJob(setting, environment)}\n${applyJob(setting, environment, environments[index - 1])}`,
  );
  const applies = environments.map((environment) => `apply-${environment}`).join(', ');
  return `name: edgewright apply
on:
  push: { branches: [${branch}] }
  schedule: [{ cron: '7 * * * *' }]
permissions: {}
jobs:
${jobs.join('\n')}
${githubSnapshotJob(setting, `[${applies}]`)}`;
}

function planJob(setting: CiSetting, environment: string): string {
  return `  plan-${environment}:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read # the files, and the branch of the ledger
    # Has the credential that can only read, and the key that signs the plan; only ${setting.branch} may use it.
    environment: ${environment}-review
    concurrency: { group: edgewright-review-${environment}, cancel-in-progress: true }
    outputs:
      changes: ${expression('steps.plan.outputs.changes')}
    steps:
      ${checkout()}
      ${ownStep(
        setting,
        { mode: 'plan', environment, save: 'plan.json', 'pass-on': keptDrift },
        {
          id: 'plan',
          env: savingEnv(setting),
        },
      )}
      ${upload(`edgewright-saved-${environment}`, 'plan.json', 5, "steps.plan.outputs.changes == 'true'")}
`;
}

function applyJob(setting: CiSetting, environment: string, before: string | undefined): string {
  const changes = `needs.plan-${environment}.outputs.changes == 'true'`;
  // The environment before it may have had nothing to apply; if it failed, this one waits.
  const order =
    before === undefined
      ? `    needs: plan-${environment}\n    if: ${changes}`
      : `    needs: [plan-${environment}, apply-${before}]\n    if: "!cancelled() && !failure() && ${changes}"`;
  return `  apply-${environment}:
${order}
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: ${ledgerAccess(setting)}
      actions: read # whether the run that has the lock has ended
    # Has the credential that can write. Its required reviewers approve the plan that the job before it has printed.
    environment: ${environment}
    concurrency: { group: edgewright-${environment}, cancel-in-progress: false }
    steps:
      ${checkout()}
      - uses: ${pinned('actions/download-artifact')}
        with: { name: edgewright-saved-${environment} }
      ${applySteps(setting, environment, { plan: 'plan.json' }, { environment })}
`;
}

/** Applies the default branch after each merge and on a schedule. */
export function githubApply(setting: CiSetting): string {
  const environment = expression('matrix.environment');
  return `name: edgewright apply
on:
  push: { branches: [${setting.branch}] }
  schedule: [{ cron: '7,37 * * * *' }]
permissions: {}
jobs:
  apply:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: ${ledgerAccess(setting)}
      actions: read # whether the run that has the lock has ended
    # One after the other, in the order of edgewright.yaml; one that fails keeps those after it from being applied.
    strategy: { max-parallel: 1, matrix: { environment: [${setting.environments.join(', ')}] } }
    # Has the credential that can write; only ${setting.branch} may use it.
    environment: ${environment}
    concurrency: { group: 'edgewright-${environment}', cancel-in-progress: false }
    steps:
      ${checkout()}
      ${applySteps(setting, environment, { environment })}

${githubSnapshotJob(setting, 'apply')}`;
}

/** Publishes what is live after an apply, for the plans of pull requests that get no secret. */
function githubSnapshotJob(setting: CiSetting, after: string): string {
  const environment = expression('matrix.environment');
  return `  snapshot:
    # Also after an apply that left something drifted or blocked.
    needs: ${after}
    if: \${{ !cancelled() }}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read # the files, and the branch of the ledger
    strategy: { fail-fast: false, matrix: { environment: [${setting.environments.join(', ')}] } }
    environment: ${environment}-plan
    concurrency: { group: 'edgewright-snapshot-${environment}', cancel-in-progress: true }
    steps:
      ${checkout()}
      ${ownStep(setting, { mode: 'snapshot', environment, snapshot: 'snapshot.json' }, { env: snapshotEnv(setting) })}
      ${upload(`edgewright-snapshot-${environment}`, 'snapshot.json', 30)}
`;
}

function applySteps(
  setting: CiSetting,
  environment: string,
  what: Readonly<Record<string, string>>,
  secrets: JobSecrets = {},
): string {
  const inputs = { mode: 'apply', ...what, 'sole-runner': 'true', 'pass-on': keptDrift };
  const file = expression('steps.apply.outputs.routes-path');
  const isWritten = "always() && steps.apply.outputs.routes-path != ''";
  return `${ownStep(setting, inputs, { id: 'apply', env: applyingEnv(setting, secrets) })}
      # The ids of the routes, by which a lost ledger is rebuilt: the API cannot list routes.
      ${upload(`edgewright-routes-${environment}`, file, 90, isWritten)}${sendStep(setting, environment, secrets)}`;
}
