import {
  applyingEnv,
  checkout,
  expression,
  indented,
  ownStep,
  pinned,
  savingEnv,
  snapshotEnv,
  type CiSetting,
} from './github-steps.ts';

/**
 * The reviewed variant of `githubApply`: for each environment a job that saves a plan, and one that waits for the
 * reviewers of the environment and then applies just that plan.
 */
export function githubReviewed(setting: CiSetting): string {
  const { environments, branch } = setting;
  const jobs = environments.map(
    (environment) => `${planJob(setting, environment)}\n${applyJob(setting, environment)}`,
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
      ${indented(6, checkout())}
      ${indented(
        6,
        ownStep(setting, {
          id: 'plan',
          inputs: [
            ['mode', 'plan'],
            ['environment', environment],
            ['save', 'plan.json'],
            ['pass-on', '2 # drift, which is kept'],
          ],
          env: savingEnv,
        }),
      )}
      - uses: ${pinned('actions/upload-artifact')}
        if: steps.plan.outputs.changes == 'true'
        with:
          name: edgewright-saved-${environment}
          path: plan.json
          retention-days: 5
`;
}

function applyJob(setting: CiSetting, environment: string): string {
  return `  apply-${environment}:
    needs: plan-${environment}
    if: needs.plan-${environment}.outputs.changes == 'true'
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: write # the branch of the ledger
      actions: read # whether the run that has the lock has ended
    # Has the credential that can write. Its required reviewers approve the plan that the job before it has printed.
    environment: ${environment}
    concurrency: { group: edgewright-${environment}, cancel-in-progress: false }
    steps:
      ${indented(6, checkout())}
      - uses: ${pinned('actions/download-artifact')}
        with: { name: edgewright-saved-${environment} }
      ${indented(
        6,
        ownStep(setting, {
          id: 'apply',
          inputs: [
            ['mode', 'apply'],
            ['plan', 'plan.json'],
            ['sole-runner', 'true'],
          ],
          env: applyingEnv(setting),
        }),
      )}
      # The ids of the routes, by which a lost ledger is rebuilt: the API cannot list routes.
      - uses: ${pinned('actions/upload-artifact')}
        if: always() && steps.apply.outputs.routes-path != ''
        with:
          name: edgewright-routes-${environment}
          path: ${expression('steps.apply.outputs.routes-path')}
          retention-days: 90
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
      contents: write # the branch of the ledger
      actions: read # whether the run that has the lock has ended
    strategy: { max-parallel: 1, matrix: { environment: [${setting.environments.join(', ')}] } }
    # Has the credential that can write; only ${setting.branch} may use it.
    environment: ${environment}
    concurrency: { group: 'edgewright-${environment}', cancel-in-progress: false }
    steps:
      ${indented(6, checkout())}
      ${indented(
        6,
        ownStep(setting, {
          id: 'apply',
          inputs: [
            ['mode', 'apply'],
            ['environment', environment],
            ['sole-runner', 'true'],
          ],
          env: applyingEnv(setting),
        }),
      )}
      # The ids of the routes, by which a lost ledger is rebuilt: the API cannot list routes.
      - uses: ${pinned('actions/upload-artifact')}
        if: always() && steps.apply.outputs.routes-path != ''
        with:
          name: edgewright-routes-${environment}
          path: ${expression('steps.apply.outputs.routes-path')}
          retention-days: 90

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
      ${indented(6, checkout())}
      ${indented(
        6,
        ownStep(setting, {
          inputs: [
            ['mode', 'snapshot'],
            ['environment', environment],
            ['snapshot', 'snapshot.json'],
          ],
          env: snapshotEnv,
        }),
      )}
      - uses: ${pinned('actions/upload-artifact')}
        with:
          name: edgewright-snapshot-${environment}
          path: snapshot.json
          retention-days: 30
`;
}
