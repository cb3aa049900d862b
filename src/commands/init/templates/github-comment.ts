import type { CiSetting } from './ci-setting.ts';
import { expression, indented, ownStep } from './github-steps.ts';
import { pinningNote } from './pinned.ts';

/**
 * Comments the plans of pull requests that get no secret. This workflow may write, so it checks nothing out and runs
 * nothing of the other one: it takes a file of limited size, reads it as data, and finds the pull request by itself.
 */
export function githubComment(setting: CiSetting): string {
  return `${pinningNote()}name: edgewright comment
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
      ${indented(
        6,
        ownStep(setting, {
          if: "steps.fetched.outputs.plan != ''",
          inputs: [
            ['mode', 'comment'],
            ['plan', 'plan.json'],
          ],
        }),
      )}
`;
}
