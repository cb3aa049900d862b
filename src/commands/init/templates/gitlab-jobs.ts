import { version } from '../../../version.ts';
import type { CiSetting } from './ci-setting.ts';

/** The option for a workspace that is not at the top of its repository. */
export function placeOption({ folder }: CiSetting): string {
  return folder === '' ? '' : ` -C ${folder}`;
}

/** Stops before any request if a variable is empty: a request without a credential would read a different account. */
export function required(variable: string): string {
  return `test -n "$${variable}" || { echo "$CI_JOB_NAME needs the variable ${variable}" >&2; exit 77; }`;
}

export const onMergeRequest = `    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID`;
export const onForkRequest = `    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID != $CI_MERGE_REQUEST_PROJECT_ID`;
export const onDefaultBranch = `    - if: $CI_PIPELINE_SOURCE == "schedule" && $SCHEDULED_JOB == "apply"
    - if: $CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH`;

/** The head of the file, and the job that all others extend. */
export const gitlabHead = `.edgewright:
  image: node:24
  timeout: 15 minutes
  before_script:
    - npm install --global --ignore-scripts --no-audit --no-fund edgewright@${version}
`;
