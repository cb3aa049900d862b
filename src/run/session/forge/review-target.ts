import { usageError } from '../../../model/errors.ts';
import type { Forge } from '../../../model/forge.ts';
import type { Io } from '../../../model/io.ts';
import { commitAt } from '../ledger/run-about.ts';
import type { ForgeFlags, ForgePlace } from './detect-forge.ts';
import { given } from '../../cli/given-variable.ts';
import { readEvent, type ForgeEvent, isCommit } from './read-event.ts';

/** The pull request and the commit that this run speaks for. */
export interface ReviewTarget {
  /** Undefined in a merge queue, and for a run without an open pull request. */
  readonly pullRequest: string | undefined;
  /** Why there is none. */
  readonly without?: 'merge-group' | 'no-open-pull-request';
  /** The commit that was planned, as the pull request names it; undefined without git. */
  readonly commit: string | undefined;
}

/**
 * By the options, else by the variables and the event file of the CI system. A `workflow_run` after a job of a fork
 * does not name its pull request: the forge is asked for the open one whose newest commit that job ran on. Nothing that
 * such a job made is asked, since its author controls it.
 */
export async function reviewTarget(
  io: Io,
  { place, forge, root }: { readonly place: ForgePlace; readonly forge: Forge; readonly root: string },
  flags: ForgeFlags,
): Promise<ReviewTarget> {
  const event = place.isOwnCi && place.kind !== 'gitlab' ? readEvent(io) : undefined;
  const commit = flags.commit ?? (await plannedCommit(io, place, { event, root }));
  const number = flags.pullRequest ?? numberOf(io, place, event);
  if (number !== undefined) {
    if (/^[1-9]\d{0,17}$/.test(number)) return { pullRequest: number, commit };
    throw usageError(`\`${number}\` is not a valid pull request number`);
  }
  if (event?.name === 'merge_group') return { pullRequest: undefined, without: 'merge-group', commit };
  if (event?.name === 'workflow_run' && commit !== undefined) {
    const pullRequest = await forge.pullRequestOf(commit);
    if (pullRequest !== undefined) return { pullRequest, commit };
    return { pullRequest, without: 'no-open-pull-request', commit };
  }
  throw usageError(
    'this run belongs to no pull request',
    'run it on pull requests, or name one: `--pull-request <number>`',
  );
}

function numberOf(io: Io, { kind, isOwnCi }: ForgePlace, event: ForgeEvent | undefined): string | undefined {
  if (!isOwnCi) return undefined;
  return kind === 'gitlab' ? given(io, 'CI_MERGE_REQUEST_IID') : event?.pullRequest;
}

/** A job of a pull request may have checked out a merge of it: the event names the commit itself. */
async function plannedCommit(
  io: Io,
  { kind, isOwnCi }: ForgePlace,
  { event, root }: { readonly event: ForgeEvent | undefined; readonly root: string },
): Promise<string | undefined> {
  if (event?.commit !== undefined) return event.commit;
  const names = !isOwnCi
    ? []
    : kind === 'gitlab'
      ? ['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA', 'CI_COMMIT_SHA']
      : [];
  const [named] = names.flatMap((name) => given(io, name) ?? []).filter((text) => isCommit(text));
  return named ?? (await commitAt(io, root));
}
