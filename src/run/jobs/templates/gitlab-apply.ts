import type { CiSetting } from '../ci-setting.ts';
import { sendWait } from './github-steps.ts';
import { installCommand, ownPackage } from '../package-source.ts';

export const onMergeRequest = `    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID`;

export const onForkRequest = `    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID != $CI_MERGE_REQUEST_PROJECT_ID`;

export const onDefaultBranch = `    - if: $CI_PIPELINE_SOURCE == "schedule" && $SCHEDULED_JOB == "apply"
    - if: $CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH`;

/** The head of the file, and the job that all others extend. */
export function gitlabHead({ source }: CiSetting): string {
  return `.edgewright:
  image: node:24
  timeout: 15 minutes
  before_script:
    - ${installCommand} ${ownPackage(source, 'gitlab')}
`;
}

/** Applies the default branch after each merge and on a schedule, after the environment before it. */
export function gitlabApply(setting: CiSetting, environment: string, before: string | undefined): string {
  const needs =
    before === undefined ? '' : `  needs: [{ job: edgewright-apply-${before}, artifacts: false }]\n`;
  return `edgewright-apply-${environment}:
  extends: .edgewright
${needs}  rules:
${onDefaultBranch}
${applying(setting, environment, ` --env ${environment}${placeOption(setting)} --auto --sole-runner`)}`;
}

/** The reviewed variant: one job saves the plan, and a person starts the one that applies just that plan. */
export function gitlabReviewed(setting: CiSetting, environment: string): string {
  const options = `--env ${environment}${placeOption(setting)}`;
  return `edgewright-review-${environment}:
  extends: .edgewright
  rules:
${onDefaultBranch}
  environment: { name: ${environment}-review, action: access } # the credential that can only read, and the key of plans
  script:
    - ${required('EDGEWRIGHT_API_TOKEN')}
    - edgewright plan ${options} --save plan.json || code=$?
    - exit \${code:-0}
  allow_failure: { exit_codes: 2 } # drift, which is kept
  artifacts:
    when: always
    paths: [plan.json]
    expire_in: 5 days

edgewright-apply-${environment}:
  extends: .edgewright
  needs: [edgewright-review-${environment}]
  rules:
${onDefaultBranch.replaceAll(/^ {4}- .*$/gm, '$&\n      when: manual')}
${applying(setting, environment, `${placeOption(setting)} --yes --sole-runner plan.json`)}`;
}

/** The variable that lets the job write the ledger. */
function ledgerVariable({ store }: CiSetting): string {
  return store === 'postgres' ? 'EDGEWRIGHT_POSTGRES_URL' : 'LEDGER_TOKEN';
}

/** Where and how a job applies; `words` follow the command, each after a space. */
function applying(setting: CiSetting, environment: string, words: string): string {
  const push = `
  variables: # the branch of the ledger is pushed with a token of its own
    GIT_CONFIG_COUNT: '1'
    GIT_CONFIG_KEY_0: remote.origin.pushurl
    GIT_CONFIG_VALUE_0: https://edgewright:$LEDGER_TOKEN@$CI_SERVER_HOST/$CI_PROJECT_PATH.git`;
  return `  environment: ${environment} # has the credential that can write
  resource_group: edgewright-${environment} # one at a time
  interruptible: false
  timeout: 1 hour${setting.store === 'postgres' ? '' : push}
  script:
    - ${required('EDGEWRIGHT_API_TOKEN')}
    - ${required(ledgerVariable(setting))}
    - edgewright apply${words} || code=$?
    - edgewright ledger list --env ${environment}${placeOption(setting)} --format routes > routes.txt${sending(setting, environment)}
    - exit \${code:-0}
  allow_failure: { exit_codes: 2 } # drift, which is kept
  artifacts: # the ids of the routes, by which a lost ledger is rebuilt
    when: always
    paths: [routes.txt]
    expire_in: 90 days
`;
}

/** Sends the tests after an apply that ended well: a failure tells, and undoes nothing. */
function sending(setting: CiSetting, environment: string): string {
  if (!setting.sendsTests) return '';
  const words = `--env ${environment}${placeOption(setting)} --wait ${sendWait}`;
  return `
    - case \${code:-0} in 0|2) edgewright test --send ${words} || exit $?;; esac`;
}

/** The option for a workspace that is not at the top of its repository. */
export function placeOption({ folder }: CiSetting): string {
  return folder === '' ? '' : ` -C ${folder}`;
}

/** Stops before any request if a variable is empty: a request without a credential would read a different account. */
export function required(variable: string): string {
  return `test -n "$${variable}" || { echo "$CI_JOB_NAME needs the variable ${variable}" >&2; exit 77; }`;
}
