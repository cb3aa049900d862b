import type { CiSetting } from './ci-setting.ts';
import { githubSnapshotJob } from './github-snapshot-job.ts';
import { applyingEnv, checkout, expression, indented, ownStep } from './github-steps.ts';
import { pinned, pinningNote } from './pinned.ts';

/** Applies the default branch after each merge and on a schedule. */
export function githubApply(setting: CiSetting): string {
  const environment = expression('matrix.environment');
  return `${pinningNote()}name: edgewright apply
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
