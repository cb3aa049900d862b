import type { CiSetting } from './ci-setting.ts';
import { checkout, expression, indented, ownStep, snapshotEnv } from './github-steps.ts';
import { pinned } from './pinned.ts';

/** Publishes what is live after an apply, for the plans of pull requests that get no secret. */
export function githubSnapshotJob(setting: CiSetting, after: string): string {
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
