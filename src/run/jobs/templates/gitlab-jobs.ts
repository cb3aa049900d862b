import type { CiSetting } from '../ci-setting.ts';
import {
  gitlabApply,
  gitlabHead,
  gitlabReviewed,
  onDefaultBranch,
  onForkRequest,
  onMergeRequest,
  placeOption,
  required,
} from './gitlab-apply.ts';

/** The jobs for GitLab: lint and plan of merge requests, apply, snapshot and drift. `.gitlab-ci.yml` includes them. */
export function gitlabPipeline(setting: CiSetting): string {
  const { environments, isReviewed } = setting;
  const jobs = environments.flatMap((environment, index) => [
    plan(setting, environment),
    planOfFork(setting, environment),
    isReviewed
      ? gitlabReviewed(setting, environment)
      : gitlabApply(setting, environment, environments[index - 1]),
    snapshot(setting, environment),
    drift(setting, environment),
  ]);
  return [gitlabHead(setting), lint(setting), ...jobs].join('\n');
}

/** `.gitlab-ci.yml` of a repository that has none yet. */
export const gitlabInclude = `include:
  - local: .gitlab/edgewright.yml
`;

function lint(setting: CiSetting): string {
  const place = placeOption(setting);
  const test = setting.hasTests
    ? `    - edgewright test${place} --format text --format junit=tests.xml\n`
    : '';
  const results = setting.hasTests ? ', junit: tests.xml' : '';
  return `edgewright-lint:
  extends: .edgewright
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
    - edgewright lint${place} --format compact --format gitlab=gl-code-quality-report.json
${test}  artifacts:
    when: always
    reports: { codequality: gl-code-quality-report.json${results} }
`;
}

function plan(setting: CiSetting, environment: string): string {
  return `edgewright-plan-${environment}:
  extends: .edgewright
  rules:
${onMergeRequest}
  environment: { name: ${environment}-plan, action: access } # has the credential that can only read
  variables: { GIT_DEPTH: '0' } # --base needs the history up to the target branch
  script:
    - ${required('EDGEWRIGHT_API_TOKEN')}
    - git fetch --quiet origin "$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"
    - edgewright plan --env ${environment}${placeOption(setting)} --base FETCH_HEAD --format text --format html=plan.html --format json=plan.json --format gitlab=counts.json || code=$?
    - test ! -f plan.json || edgewright comment plan.json
    - exit \${code:-0}
  allow_failure: { exit_codes: 2 } # drift is a warning; a refused change (6) fails
${planArtifacts(environment)}`;
}

function planArtifacts(environment: string): string {
  return `  artifacts:
    when: always
    expose_as: Edgewright plan of ${environment}
    paths: [plan.html]
    reports: { terraform: counts.json }
`;
}

function planOfFork(setting: CiSetting, environment: string): string {
  return `# A fork's pipeline has no secret: it plans from the snapshot that the target project has published.
edgewright-plan-fork-${environment}:
  extends: .edgewright
  rules:
${onForkRequest}
  variables: { GIT_DEPTH: '0' }
  script:
    - curl --fail --silent --show-error --location --output snapshot.json "$CI_MERGE_REQUEST_PROJECT_URL/-/jobs/artifacts/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME/raw/snapshot.json?job=edgewright-snapshot-${environment}"
    - git fetch --quiet "$CI_MERGE_REQUEST_PROJECT_URL.git" "$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"
    - edgewright plan --env ${environment}${placeOption(setting)} --snapshot snapshot.json --base FETCH_HEAD --format text --format html=plan.html --format gitlab=counts.json
  allow_failure: { exit_codes: 2 }
${planArtifacts(environment)}`;
}

function snapshot(setting: CiSetting, environment: string): string {
  return `edgewright-snapshot-${environment}:
  extends: .edgewright
  needs: [edgewright-apply-${environment}]
  rules:
${onDefaultBranch.replaceAll(/^ {4}- .*$/gm, '$&\n      when: always')}
  environment: { name: ${environment}-plan, action: access }
  script:
    - ${required('EDGEWRIGHT_API_TOKEN')}
    - edgewright snapshot --env ${environment}${placeOption(setting)} --output snapshot.json
  artifacts:
    paths: [snapshot.json]
    expire_in: 30 days
`;
}

function drift(setting: CiSetting, environment: string): string {
  return `edgewright-drift-${environment}:
  extends: .edgewright
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule" && $SCHEDULED_JOB == "drift"
  environment: { name: ${environment}-plan, action: access }
  script:
    - ${required('EDGEWRIGHT_API_TOKEN')}
    - edgewright drift --env ${environment}${placeOption(setting)} --issue${setting.sendsTests ? ' --send-tests' : ''}
`;
}
