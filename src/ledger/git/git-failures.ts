import { LedgerError, UserError } from '../../model/errors.ts';
import { onOneLine } from '../../text/words/one-line.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { ShownBranch, LedgerGitAnswer } from './ledger-git.ts';

export type PushOutcome =
  | { readonly outcome: 'done' }
  /** Another commit is there, or comes at this moment: look, and try again. */
  | { readonly outcome: 'moved'; readonly reason: string }
  /** It may or may not have arrived. */
  | { readonly outcome: 'unknown'; readonly error: LedgerError }
  /** It did not arrive and will not. */
  | { readonly outcome: 'refused'; readonly error: LedgerError };

/** Reasons that servers give if two pushes update one branch at the same moment. */
const contention =
  /cannot lock ref|failed to (?:update|lock)|unable to lock|incorrect old value|already exists|fetch first|non-fast-forward|stale|try again/i;

/** Reads the answer to `git push --porcelain`. */
export function pushOutcome(answer: LedgerGitAnswer, shown: ShownBranch): PushOutcome {
  if (answer.exitCode === 0 && !answer.isTimedOut) return { outcome: 'done' };
  const lines = answer.stdout.toString('utf8');
  const [, by = '', reason = ''] = /^!\t[^\t]*\t\[(remote rejected|rejected)\] \((.*)\)$/m.exec(lines) ?? [];
  if (by === 'rejected' || contention.test(reason))
    return { outcome: 'moved', reason: movedReason(reason, answer.stderr) };
  if (by === 'remote rejected') return { outcome: 'refused', error: rejected(reason, answer.stderr, shown) };
  const { error, isFinal } = remoteFailure('push', answer, shown);
  return { outcome: isFinal ? 'refused' : 'unknown', error };
}

/** Why a remote did not answer, and whether another attempt is useless. */
export function remoteFailure(
  command: 'fetch' | 'push',
  { stderr, isTimedOut }: LedgerGitAnswer,
  { remote, branch }: ShownBranch,
): { readonly error: LedgerError; readonly isFinal: boolean } {
  const help = `check that \`git ls-remote ${/^[\w.-]+$/.test(remote) ? remote : '<remote>'}\` works here`;
  if (isTimedOut) {
    const message = `the ledger's remote \`${remote}\` did not answer \`git ${command}\` in time`;
    return { error: new LedgerError(exitCodes.unreachable, message, { help }), isFinal: false };
  }
  const reason = reasonIn(stderr);
  if (isCredential.test(stderr)) {
    const message = `the ledger's remote \`${remote}\` rejected the credential of \`git ${command}\`: ${reason}`;
    const right = `give it the right to ${command === 'push' ? 'push' : 'read'} the branch \`${branch}\``;
    return {
      error: new LedgerError(exitCodes.credential, message, { help: `${help}; ${right}` }),
      isFinal: true,
    };
  }
  const message = `the ledger's remote \`${remote}\` cannot be reached: ${reason}`;
  return {
    error: new LedgerError(exitCodes.unreachable, message, { help }),
    isFinal: /repository .* not found|not appear to be a git repository|transport '.*' not allowed/i.test(
      stderr,
    ),
  };
}

const isCredential =
  /authentication failed|could not read (?:username|password)|prompts disabled|permission denied|access denied|not authorized|returned error: 40[13]|write access .* not granted|host key verification failed/i;

function rejected(reason: string, stderr: string, { branch, remote }: ShownBranch): LedgerError {
  const words = remoteLines(stderr);
  return new LedgerError(
    exitCodes.disk,
    `\`${remote}\` rejected the push to \`${branch}\`: ${onOneLine(reason)}${words === '' ? '' : `: ${words}`}`,
    {
      help: `allow the credential of this run to push to the branch \`${branch}\` directly; it needs no other branch`,
    },
  );
}

function movedReason(reason: string, stderr: string): string {
  const words = remoteLines(stderr);
  return words === '' ? onOneLine(reason) : `${onOneLine(reason)}: ${words}`;
}

/** The lines that the server printed. */
function remoteLines(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => /^remote: ?(.*)$/.exec(line)?.[1] ?? []);
  return onOneLine(lines.filter((line) => !/^\s*$|^error: hook declined to update/.test(line)).join(' '));
}

const advice =
  /^remote: |^hint: |^To |could not read from remote repository|^please make sure you have|^and the repository exists|failed to push some refs/i;

/** The server's words and git's own, without the advice that git adds. */
function reasonIn(stderr: string): string {
  const lines = stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !advice.test(line.replace(/^(?:fatal|error): /, '')))
    .map((line) => line.replace(/^(?:fatal|error): /, ''));
  const reason = [remoteLines(stderr), ...lines.slice(0, 3)].filter((line) => line !== '').join('; ');
  return reason === '' ? 'the connection ended' : onOneLine(reason);
}

/** The error for a local git command that must succeed. */
export function localGitFailed(command: string, { stderr, isTimedOut }: LedgerGitAnswer): LedgerError {
  const reason = isTimedOut ? 'it did not end in time' : reasonIn(stderr);
  return new LedgerError(exitCodes.disk, `\`git ${command}\` failed: ${reason}`);
}

/** All that a backend throws is a `LedgerError`. */
export function asLedgerError(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  if (!(error instanceof UserError)) throw error;
  const { exitCode, message, help } = error;
  return new LedgerError(exitCode, message, { cause: error, ...withoutUndefined({ help }) });
}
