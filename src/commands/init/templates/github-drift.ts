import type { CiSetting } from './ci-setting.ts';
import { checkout, expression, indented, ownStep, readingEnv } from './github-steps.ts';
import { pinningNote } from './pinned.ts';

/** Reports once a day what was changed outside Edgewright, in one issue for each environment. */
export function githubDrift(setting: CiSetting): string {
  const environment = expression('matrix.environment');
  return `${pinningNote()}name: edgewright drift
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
    environment: ${environment}-plan
    concurrency: { group: 'edgewright-drift-${environment}', cancel-in-progress: false }
    steps:
      ${indented(6, checkout())}
      ${indented(
        6,
        ownStep(setting, {
          inputs: [
            ['mode', 'drift'],
            ['environment', environment],
            ['issue', 'true'],
          ],
          env: readingEnv,
        }),
      )}
`;
}
