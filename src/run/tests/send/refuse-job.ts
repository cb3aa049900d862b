/** Jobs in which no test is sent, and options that a job must not have. */
import { usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { runningOn } from '../../session/forge/detect-forge.ts';
import { given } from '../../cli/given-variable.ts';

/** Variables that a CI system sets in the job of a pull request; a value of the second list means that it is none. */
const pullRequestVariables = [
  'BITBUCKET_PR_ID',
  'BUILDKITE_PULL_REQUEST',
  'CHANGE_ID',
  'CIRCLE_PULL_REQUEST',
  'CI_COMMIT_PULL_REQUEST',
  'CI_EXTERNAL_PULL_REQUEST_IID',
  'CI_MERGE_REQUEST_IID',
  'CI_PULL_REQUEST',
  'DRONE_PULL_REQUEST',
  'GITHUB_HEAD_REF',
  'SYSTEM_PULLREQUEST_PULLREQUESTID',
  'TRAVIS_PULL_REQUEST',
] as const;

const none: ReadonlySet<string> = new Set(['false', '0']);

/** Events of GitHub, Gitea and Forgejo of which the files, or those who began them, may be of a pull request. */
const pullRequestEvents: ReadonlySet<string> = new Set([
  'issue_comment',
  'merge_group',
  'pull_request',
  'pull_request_approve',
  'pull_request_comment',
  'pull_request_rejected',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_sync',
  'pull_request_target',
]);

/** The variable that says that this is the job of a pull request; undefined in any other run. */
export function pullRequestVariable(io: Io): string | undefined {
  const event = given(io, 'GITHUB_EVENT_NAME');
  if (event !== undefined && pullRequestEvents.has(event)) return `GITHUB_EVENT_NAME=${event}`;
  if (given(io, 'GITHUB_REF')?.startsWith('refs/pull/') === true) return 'GITHUB_REF';
  const source = given(io, 'CI_PIPELINE_SOURCE');
  if (source === 'merge_request_event' || source === 'external_pull_request_event')
    return `CI_PIPELINE_SOURCE=${source}`;
  return pullRequestVariables.find((name) => {
    const value = given(io, name);
    return value !== undefined && !none.has(value);
  });
}

interface SendFlags {
  readonly resolve?: readonly string[] | undefined;
}

/** Throws `UserError` 64 in the job of a pull request, and for an address that a job would be led to. */
export function refuseJob(io: Io, { resolve = [] }: SendFlags): void {
  const variable = pullRequestVariable(io);
  if (variable !== undefined)
    throw usageError(
      `tests are not sent in a job of a pull request (\`${variable}\`)`,
      'its files are not approved, and could send a secret away: send the tests after the merge, in the job that applies',
    );
  if (resolve.length > 0 && isJob(io))
    throw usageError(
      '--resolve is not for a job',
      'it leads requests to another address: leave it out, so that the names of hosts are looked up',
    );
}

export function isJob(io: Io): boolean {
  const ci = given(io, 'CI');
  return runningOn(io) !== undefined || (ci !== undefined && !none.has(ci));
}
