import type { CiSetting } from '../ci-setting.ts';
import { checkout, checkSteps, expression, ownStep, pinned, planningEnv } from './github-steps.ts';

/**
 * Lints and plans pull requests. Those of forks and of Dependabot get no secret: they are planned from the snapshot of
 * the default branch, and the plan is commented by the other workflow, `githubComment`.
 */
export function githubPullRequest(setting: CiSetting): string {
  const environment = expression('matrix.environment');
  const matrix = `{ fail-fast: false, matrix: { environment: [${setting.environments.join(', ')}] } }`;
  return `name: edgewright pull request
on:
  pull_request:
  merge_group:
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
      # The merge that GitHub tests, and the commit of the branch that it is for.
      ${checkout({ depth: 2 })}
      ${checkSteps(setting, 'HEAD^1')}

  plan:
    if: >-
      github.event_name == 'pull_request' &&
      github.event.pull_request.head.repo.full_name == github.repository &&
      github.event.pull_request.user.login != 'dependabot[bot]'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read # the files, and the branch of the ledger
      pull-requests: write # the comment
      checks: write # the verdict beside the commit
    strategy: ${matrix}
    # Has the credential that can only read.
    environment: ${environment}-plan
    steps:
      ${checkout({ depth: 2 })}
      ${ownStep(setting, { mode: 'plan', environment, base: 'HEAD^1', comment: 'true', status: 'true', 'pass-on': '2 # drift, which the pull request did not make' }, { env: planningEnv(setting) })}

  plan-without-secrets:
    if: >-
      github.event_name == 'pull_request' &&
      (github.event.pull_request.head.repo.full_name != github.repository ||
      github.event.pull_request.user.login == 'dependabot[bot]')
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read # the files
      actions: read # the snapshot
    strategy: ${matrix}
    steps:
      ${checkout({ depth: 2 })}
      - name: Fetch the newest snapshot that the default branch has published
        env:
          GITHUB_TOKEN: ${expression('github.token')}
          BRANCH: ${expression('github.event.repository.default_branch')}
          ENVIRONMENT: ${environment}
        shell: bash
        run: |
          github() { curl --fail --silent --show-error --location --header "Authorization: Bearer $GITHUB_TOKEN" "$@"; }
          artifacts="$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/actions/artifacts"
          # A run of a fork can publish an artifact of this name, too.
          id=$(github "$artifacts?name=edgewright-snapshot-$ENVIRONMENT&per_page=100" |
            jq --arg branch "$BRANCH" --argjson repository "$GITHUB_REPOSITORY_ID" '[.artifacts[]
              | select((.expired | not) and .workflow_run.head_branch == $branch
                and .workflow_run.head_repository_id == $repository)] | max_by(.created_at).id // empty')
          if [ -z "$id" ]; then
            echo "::error::$BRANCH has no snapshot of $ENVIRONMENT yet: the workflow edgewright apply publishes it"
            exit 1
          fi
          github --output snapshot.zip "$artifacts/$id/zip"
          unzip -p snapshot.zip snapshot.json > snapshot.json
      ${ownStep(setting, { mode: 'plan', environment, base: 'HEAD^1', snapshot: 'snapshot.json', formats: 'json=plan.json', 'pass-on': '2 # drift, which the pull request did not make' })}
      # Also a plan that is refused is commented.
      - uses: ${pinned('actions/upload-artifact')}
        if: always()
        with:
          name: edgewright-plan-${environment}
          path: plan.json
          if-no-files-found: ignore
          retention-days: 5
`;
}
