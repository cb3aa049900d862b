import type { Run, WorkspaceRun } from '../../run/session/run.ts';
import path from 'node:path';
import { commandLine, type PlaceFlags } from '../../run/cli/command-line.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import { copyOnWrite } from '../../ledger/file/file-texts.ts';
import { ApiError, UserError, exitCodeOf } from '../../model/errors.ts';
import type { LedgerHolder } from '../../model/ledger/ledger-store.ts';
import { inertLine } from '../../report/text/inert.ts';
import { runGit } from '../../workspace/git/run-git.ts';
import { backendsOf } from '../../run/session/ledger/store-of.ts';
import { openStore, readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { whoReads } from '../../run/session/ledger/ledger-settings.ts';
import { counted } from '../../text/words/noun-words.ts';
import { readLeft } from '../../run/ledger/read-left.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { runIdOf } from '../../ledger/run-id.ts';
import { runInWords } from '../../text/words/run-in-words.ts';
import { secondText } from '../../text/words/time-words.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';

/** The ledger of an environment, who has its lock, and the outcomes that are unknown. */
export async function ledgerFindings(run: Run): Promise<readonly Examination[]> {
  const { name } = run.environment;
  const read = await attempt(() => readLedger(run));
  if ('failure' in read) return [{ ...read.failure, text: `${name}: ${read.failure.text}` }];
  const { resources, serial } = read.value;
  const holders = await attempt(async () => (await openStore(run)).holders(name));
  return [
    {
      state: 'ok',
      text: `${name}: a ledger with ${counted(Object.keys(resources).length, 'object')}, serial ${serial}`,
    },
    ...('failure' in holders ? [] : holders.value.map((holder) => lockFinding(holder, run))),
    ...(await unknownOutcomeFindings(run)),
  ];
}

function lockFinding(
  { run, isRunning }: LedgerHolder,
  { environment: { name: environment }, place }: Run,
): Examination {
  const who = run === undefined ? 'a run that the lock does not name' : inertLine(runInWords(run));
  if (isRunning === false) {
    const text = `${environment}: locked by ${who}, which has ended: the next apply takes the lock over`;
    return { state: 'note', text };
  }
  const id = run && runIdOf(run);
  const help =
    id === undefined
      ? 'apply is refused meanwhile; the refusal says how to remove the lock'
      : `apply is refused meanwhile; once it is certain that the run does not run any more: \`${commandLine(['ledger', 'unlock', id, '--env', environment], ledgerPlace(place))}\``;
  const text = `${environment}: locked by ${who}`;
  return isRunning === true
    ? { state: 'note', text, help }
    : { state: 'unknown', text: `${text}; it is unknown whether that still runs`, help };
}

async function unknownOutcomeFindings(run: Run): Promise<readonly Examination[]> {
  const left = await readLeft(run);
  return left
    .filter(({ state }) => state === 'unknown')
    .map(({ address, since, newer, ways }) => ({
      state: 'unknown',
      exitCode: exitCodes.unknown,
      text: `${run.environment.name}: it is unknown whether \`${address}\` was created ${newer === undefined ? `on ${secondText(new Date(since))}` : `since the ledger was written, as ${newer} was`}`,
      help: ways.map(({ lead, command }) => `${lead}: \`${command}\``).join('; '),
    }));
}

/**
 * Facts on the place of the ledgers: who can read a git remote, and whether files can take up space before a run.
 */
export async function placeFindings({
  workspace: { root, settings },
  ledger: { isLocal },
}: WorkspaceRun): Promise<readonly Examination[]> {
  const { ledger } = settings;
  if (!isLocal && ledger !== undefined && ledger.store !== 'file') {
    const readers = whoReads(ledger);
    return readers === undefined ? [] : [readersFinding(readers)];
  }
  const system = (await copyOnWrite(path.join(root, '.edgewright'))) ?? (await copyOnWrite(root));
  return system === undefined ? [] : [spaceFinding(system)];
}

/** The right of the role of the database: a job of a pull request needs one that can only read. */
export async function roleFindings({
  io,
  workspace: { root, settings, environments },
  ledger: access,
  place,
}: WorkspaceRun): Promise<readonly Examination[]> {
  const { ledger } = settings;
  const [name] = environments.keys();
  if (access.isLocal || ledger?.store !== 'postgres' || name === undefined) return [];
  // A database that cannot be read is reported with the ledgers.
  const asked = await attempt(async () =>
    (await backendsOf(io, { root, settings: ledger, ledger: access, place }))(name).canWrite?.(),
  );
  if ('failure' in asked || asked.value === undefined) return [];
  const role = 'the role of EDGEWRIGHT_POSTGRES_URL';
  return [
    asked.value
      ? {
          state: 'note',
          text: `${role} can write the ledger`,
          help: 'apply needs it; jobs of pull requests need a role that can only read: docs/ledger.md#a-role-that-can-only-read',
        }
      : { state: 'ok', text: `${role} can only read the ledger: enough to plan, not to apply` },
  ];
}

/** A file ledger must be committed: one that git ignores exists on this machine alone. */
export async function ignoredLedgers({ io, workspace }: WorkspaceRun): Promise<readonly Examination[]> {
  const { root, settings, environments } = workspace;
  if (settings.ledger?.store !== 'file') return [];
  const files = [...environments.keys()].map((name) => `.edgewright/${name}/ledger.json`);
  const setting = { cwd: root, env: io.env };
  // Of a file that is committed, git does not say that it is ignored. Without a repository there is nothing to say.
  const answer = await attempt(() =>
    runGit(setting, ['check-ignore', '-v', '-z', '--stdin'], files.join('\0')),
  );
  if ('failure' in answer || answer.value.exitCode !== 0) return [];
  const [source = '', line = '', pattern = '', file = ''] = answer.value.stdout.toString('utf8').split('\0');
  return [
    {
      state: 'warn',
      text: inertLine(
        `git ignores \`${file}\`: \`${pattern}\` in ${source}:${line}; without its ledger, another clone creates every object again`,
      ),
      help: `add the line \`!.edgewright/\` below it, and commit the folder`,
    },
  ];
}

function readersFinding(text: string): Examination {
  const move = 'edgewright ledger migrate --from git --to git --remote <remote>';
  return { state: 'note', text, help: `\`${move}\` moves the ledgers to another repository` };
}

function spaceFinding(system: string): Examination {
  return {
    state: 'note',
    text: `\`.edgewright\` is on ${system}, where space cannot be reserved: a disk that fills up during an apply stops it`,
    help: 'it then prints the id of each created object; make room, and apply again',
  };
}

/** `ledger unlock` takes no options of the API. */
function ledgerPlace({ workspace, local, ledger }: PlaceFlags): PlaceFlags {
  return { workspace, local, ledger };
}

export interface DoctorFlags extends WorkspaceOptions, ApiOptions {
  readonly secretsDir?: string;
}

/**
 * `note` is a fact, `warn` may cause problems later, `fail` prevents other commands. `unknown` cannot be seen from
 * here; with an exit code, a plan ends with it.
 */
export interface Examination {
  readonly state: 'ok' | 'note' | 'warn' | 'unknown' | 'fail';
  readonly text: string;
  readonly help?: string;
  /** Lines to paste, which the help announces. */
  readonly script?: string;
  readonly exitCode?: ExitCode;
}

/** The value, or the finding on a failure that the user can do something about. */
export async function attempt<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly value: Result } | { readonly failure: Examination }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof UserError || error instanceof ApiError)) throw error;
    const { help, script } = error instanceof UserError ? error : {};
    return {
      failure: {
        state: 'fail',
        text: inertLine(error.message),
        exitCode: exitCodeOf(error),
        ...withoutUndefined({ help: help === undefined ? undefined : inertLine(help), script }),
      },
    };
  }
}
