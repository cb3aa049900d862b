import type { Write } from '../backend.ts';
import type { ShownBranch } from './ledger-git.ts';
import { folderId, type BranchSnapshot, type LedgerBranch } from './ledger-branch.ts';
import type { FileChanges } from './text-segments.ts';
import { retryWaitMs } from '../../text/waits/retry-limits.ts';
import { LedgerError } from '../../model/errors.ts';
import type { Env } from '../../model/io.ts';
import type { RunAbout } from '../../model/ledger/journal.ts';
import { onOneLine } from '../../text/words/one-line.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** One commit to be pushed, on whatever commit is the newest by then. */
export interface Publication {
  readonly environment: string;
  readonly run: RunAbout;
  /** Its effect, for its message. */
  readonly what: string;
  /** By path below the environment's folder. */
  readonly changes: FileChanges;
  /**
   * Called for each commit that this one is to be made on: whether it still may, or need not. Throws if it must not.
   */
  readonly check: (base: BranchSnapshot) => Promise<'make' | 'needless'>;
}

/** With other runs pushing to the same branch, each attempt has a fair chance. */
const mostMoves = 40;

/** From then on, an older commit is not an answer that lags: the branch was moved back or deleted. */
const believedAfter = 8;
const mostFailures = 4;

/**
 * Pushes a commit as a compare-and-swap on the branch, and returns the branch as it is then. A push whose answer was
 * lost, or that came too late, is looked for in the branch before it is tried again: the environment's folder is then
 * as this commit made it, also if commits of other environments followed.
 */
export async function publish(
  branch: LedgerBranch,
  env: Env,
  publication: Publication,
): Promise<BranchSnapshot> {
  const { environment, check } = publication;
  let made: { readonly on: string | undefined; readonly snapshot: BranchSnapshot } | undefined;
  let failures = 0;
  for (let moves = 1; ; moves++) {
    const base = branch.latest();
    if (made !== undefined && folderId(base, environment) === folderId(made.snapshot, environment))
      return base;
    if ((await check(base)) === 'needless') return base;
    if (made === undefined || made.on !== base.commit)
      made = { on: base.commit, snapshot: await commitOn(branch, base, env, publication) };
    const pushed = await branch.push(made.snapshot, base);
    if (pushed.outcome === 'done') return made.snapshot;
    if (pushed.outcome === 'refused') throw pushed.error;
    if (pushed.outcome === 'moved' && moves >= mostMoves) throw tooBusy(branch.shown, pushed.reason);
    let error = pushed.outcome === 'unknown' ? pushed.error : undefined;
    do {
      if (error !== undefined && (failures += 1) >= mostFailures) throw error;
      await env.clock.sleep(pause(env, error === undefined ? { moves } : { failures }));
      error = await failureOf(branch.fetch(moves < believedAfter ? 'newest' : 'as-given'));
    } while (error !== undefined);
  }
}

function commitOn(
  branch: LedgerBranch,
  base: BranchSnapshot,
  { clock }: Env,
  { environment, run, what, changes }: Publication,
): Promise<BranchSnapshot> {
  return branch.commit(base, {
    author: authorOf(run, clock.now(), branch.email),
    message: commitMessage(run, environment, what),
    files: new Map([...changes].map(([path, change]) => [`${environment}/${path}`, change])),
  });
}

/** In milliseconds; random, so that runs that met once do not meet again. */
function pause({ random }: Env, after: { readonly moves: number } | { readonly failures: number }): number {
  const share = (random(1)[0] ?? 0) / 255;
  return 'moves' in after
    ? share * Math.min(2000, 50 * 2 ** Math.min(after.moves, 10))
    : retryWaitMs({ attempt: after.failures, firstMs: 1000, share });
}

/** The error of a fetch that another attempt may cure. */
async function failureOf(fetched: Promise<BranchSnapshot>): Promise<LedgerError | undefined> {
  try {
    await fetched;
    return undefined;
  } catch (error) {
    if (error instanceof LedgerError && error.exitCode === exitCodes.unreachable) return error;
    throw error;
  }
}

function tooBusy({ branch, remote }: ShownBranch, reason: string): LedgerError {
  return new LedgerError(
    exitCodes.unreachable,
    `\`${remote}\` did not accept a push to \`${branch}\` in ${mostMoves} attempts: ${reason}`,
    { help: 'other runs may push to the branch all the time; wait for them, then run this again' },
  );
}

/** The message of a commit: the log of the branch is an audit log. There is nothing on it that CI could build. */
function commitMessage(run: RunAbout, environment: string, done: string): string {
  const { id, verb, host, commit, ci, outside_window: reason } = run;
  const trailers = [
    ['Run', id],
    ['Host', host],
    ['Commit', commit],
    ['CI', ci === undefined ? undefined : `${ci.url} (attempt ${ci.attempt})`],
    ['Outside-Window', reason],
  ].flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name ?? ''}: ${onOneLine(value)}\n`],
  );
  return `${onOneLine(`${verb} ${environment}: ${done} (run ${id})`)}\n\n[skip ci]\n\n${trailers.join('')}`;
}

/** "8 records", "ledger, 2 records, rollback file". */
export function writesInWords(writes: readonly Write[]): string {
  const names = writes.flatMap((write) => ('put' in write ? [write.put] : []));
  const records = writes
    .flatMap((write) =>
      'create' in write
        ? [[write.create, write.text]]
        : 'append' in write
          ? [[write.append, write.text]]
          : [],
    )
    .filter(([name = '']) => name.startsWith('journal/'))
    .reduce((sum, [, text = '']) => sum + (text.match(/\n/g)?.length ?? 0), 0);
  const parts = [
    ...(names.includes('ledger.json') ? ['ledger'] : []),
    ...(records === 0 ? [] : [records === 1 ? '1 record' : `${records} records`]),
    ...(names.some((name) => name.startsWith('rollback/')) ? ['rollback file'] : []),
  ];
  return parts.length === 0 ? 'other texts' : parts.join(', ');
}

/** Name, address and time, as git writes an author. By default the address is of no person: it would be public. */
function authorOf({ actor = '' }: RunAbout, now: Date, email = 'edgewright@noreply.invalid'): string {
  const name = actor.replace(/[\p{Cc}\p{Cf}<>\s]+/gu, ' ').replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, '');
  return `${name === '' ? 'edgewright' : name.slice(0, 100)} <${email}> ${Math.floor(now.getTime() / 1000)} +0000`;
}
