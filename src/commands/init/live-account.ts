import { counted } from '../../text/words/noun-words.ts';
import { kinds } from '../../kinds/index.ts';
import type { Io } from '../../model/io.ts';
import { inertLine } from '../../report/text/inert.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import { previewAccount, type AccountPreview } from '../../run/session/api/account-preview.ts';
import { shellWord } from '../../text/words/shell-word.ts';

/** Runs `pull` for a new workspace; gives its exit code. */
export type PullAll = (
  io: Io,
  options: { readonly workspace: string; readonly env: string },
) => Promise<number>;

export type SeenAccount = Extract<AccountPreview, { readonly state: 'seen' }>;

/** The account, if it has objects that a new workspace can adopt. A failure is only a note. */
export async function liveAccount(io: Io, environment: string): Promise<SeenAccount | undefined> {
  const preview = await previewAccount(io, environment);
  if (preview.state === 'unreadable')
    io.stderr(`note: it is unknown whether the account has live objects: ${inertLine(preview.why)}\n`);
  return preview.state === 'seen' && preview.counts.size > 0 ? preview : undefined;
}

/** Prints the objects, and at a terminal offers to pull them; gives the exit code of the pull, or undefined. */
export async function offerPull(
  io: Io,
  account: SeenAccount,
  {
    folder,
    environment,
    pullAll,
  }: { readonly folder: string; readonly environment: string; readonly pullAll: PullAll },
): Promise<number | undefined> {
  io.stdout(
    `\nFound ${foundText(account)} on ${inertLine(account.host)} without the marker of a workspace.\n`,
  );
  // `ask` is undefined in CI and without a terminal.
  const answer = await io.ask?.('Write them into files and adopt them (pull)? [y/N] ');
  const isYes = /^y(es)?$/i.test(answer?.trim() ?? '');
  if (!isYes) return undefined;
  const exit = await pullAll(io, { workspace: folder, env: environment });
  io.stdout(nextBlock(folder, [planStep(environment)]));
  return exit;
}

/** The next steps on an account with live objects. */
export function adoptSteps(folder: string, environment: string): string {
  const pull = commandLine(['pull', '--env', environment], {});
  return nextBlock(folder, [
    `${pull}   # writes them into files; name routes with --routes`,
    planStep(environment),
  ]);
}

function planStep(environment: string): string {
  return `${commandLine(['plan', '--env', environment], {})}   # only adopts, without a request that writes`;
}

function nextBlock(folder: string, steps: readonly string[]): string {
  const enter = folder === '.' ? [] : [`cd ${shellWord(folder)}`];
  return `\nNext:\n${[...enter, ...steps].map((step) => `  ${step}\n`).join('')}`;
}

function foundText({ counts, isAll }: SeenAccount): string {
  const parts = [...counts].map(([kind, count]) => counted(count, kinds[kind].title));
  return `${isAll ? '' : 'at least '}${parts.join(' and ')}`;
}
