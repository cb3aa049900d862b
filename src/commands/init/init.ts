import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { settings } from '../../kinds/documents/settings.ts';
import { ledgerStores } from '../../kinds/documents/words.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerSettings } from '../../model/workspace/settings.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { collectExtra, extras, forges, type Extra } from '../../run/jobs/extra-files.ts';
import type { ExtrasRequest } from './add-extras.ts';
import type { NewStore } from './init-workspace.ts';
import { readSource, sourceOfBuild, type PackageSource } from '../../run/jobs/package-source.ts';
import type { PullAll, SeenAccount } from './live-account.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { verb } from '../../run/cli/verb.ts';

interface InitOptions {
  readonly store?: LedgerSettings['store'];
  readonly remote?: string;
  readonly branch?: string;
  readonly env?: readonly string[];
  readonly with?: readonly Extra[];
  readonly reviewed?: boolean;
  readonly sendTests?: boolean;
  readonly source?: PackageSource;
  readonly owner?: string;
  readonly update?: boolean;
}

/**
 * `init [folder]`: creates a workspace without findings that can be planned, with a ledger for its first environment.
 */
export function initCommand(run: RunCommand, pullAll: PullAll): Command {
  return verb('init', {
    group: 'write',
    summary: 'make a workspace with one environment and one resource',
    description: 'make a workspace: edgewright.yaml, one environment, one resource, an empty ledger',
    examples: [
      'edgewright init my-edges',
      'edgewright init my-edges --with github --source your-org/edgewright@0123456789abcdef0123456789abcdef01234567',
    ],
    exits: ['unsafe', 'unreachable', 'settings'],
  })
    .argument('[folder]', 'folder of the workspace', '.')
    .optionsGroup(optionGroups.selection)
    .option(
      '-e, --env <name>',
      'name of the first environment, or of one to add to a workspace that exists; may be repeated (default: production)',
      collectName,
    )
    .addOption(
      new Option(
        '--with <what>',
        'extra files, also for a workspace that exists; may be repeated, or joined by commas',
      )
        .choices(extras)
        .argParser(collectExtra),
    )
    .option(
      '--source <source>',
      'place that the files of --with get Edgewright from: repository@commit, or URL of a tarball (default: the commit of this release)',
      readSource,
    )
    .option(
      '--owner <owner>',
      'team or user that reviews edgewright.yaml and approvals, for codeowners: @org/team, @user or an e-mail address',
      readOwner,
    )
    .option(
      '--update',
      'write the files of --with again, for the workspace as it is now, with the lines that you changed in jobs, and show the difference; refused while a change is in no commit',
    )
    .option(
      '--reviewed',
      'wait for the approval of a person before each apply, in the jobs of github and gitlab',
    )
    .option(
      '--send-tests',
      'send the tests of requests to what is deployed after each apply, and where drift is looked for, in the jobs of a forge',
    )
    .addOption(
      new Option('--store <store>', 'store of the ledgers (default: file; with jobs of a forge: git)')
        .choices(ledgerStores)
        .helpGroup(optionGroups.selection),
    )
    .option(
      '--remote <remote>',
      'for `--store git`: remote in the git configuration; everyone who can read it can read ids and live values (default: origin)',
    )
    .option(
      '--branch <branch>',
      'for `--store git`: branch of the ledgers (default: edgewright-ledger, or one of its own beside other workspaces)',
    )
    .action(
      run(async (io, folder: string, options: InitOptions, self: Command) => {
        refuseUnused(options);
        if (await addToExisting(io, folder, options, self)) return exitCodes.ok;
        const [{ initWorkspace }, { liveAccount }, { whoReads }, { printFiles, printForgeSteps }] =
          await Promise.all([
            import('./init-workspace.ts'),
            import('./live-account.ts'),
            import('../../run/session/ledger/ledger-settings.ts'),
            import('./print-extras.ts'),
          ]);
        const store = storeOf(options);
        const environments = options.env ?? ['production'];
        const [environment = ''] = environments;
        const account = await liveAccount(io, environment);
        const made = await initWorkspace(io, {
          ...requestOf(folder, options),
          source: options.source ?? sourceOfBuild(),
          environments,
          hasSample: account === undefined,
          store,
        });
        printFiles(io, made);
        const readers = whoReads(made.ledger);
        if (readers !== undefined) io.stderr(`note: ${readers}; ${elsewhere}\n`);
        const exit = await next(io, account, { folder, environment, pullAll });
        printForgeSteps(io, options.with ?? [], made.setting);
        return exit;
      }),
    );
}

function requestOf(
  folder: string,
  { with: extras = [], reviewed, sendTests, source, owner }: InitOptions,
): Omit<ExtrasRequest, 'isUpdate'> {
  return { folder, extras, isReviewed: reviewed === true, sendsTests: sendTests === true, source, owner };
}

/** Says what to do next; on an account with live objects, offers to do it. */
async function next(
  io: Io,
  account: SeenAccount | undefined,
  place: { readonly folder: string; readonly environment: string; readonly pullAll: PullAll },
): Promise<number> {
  const { folder, environment } = place;
  if (account === undefined) {
    io.stdout(nextSteps(folder));
    return exitCodes.ok;
  }
  const { adoptSteps, offerPull } = await import('./live-account.ts');
  const pulled = await offerPull(io, account, place);
  if (pulled === undefined) io.stdout(adoptSteps(folder, environment));
  return pulled ?? exitCodes.ok;
}

/** Adds an environment, or the files of `--with`, to a workspace that exists; false without one. */
async function addToExisting(io: Io, folder: string, options: InitOptions, self: Command): Promise<boolean> {
  const isGiven = (name: string): boolean => self.getOptionValueSource(name) === 'cli';
  const { env: environments = [], with: chosen = [], update: isUpdate = false } = options;
  const exists = existsSync(path.resolve(io.cwd, folder, 'edgewright.yaml'));
  if (isUpdate && !exists) throw usageError('--update is for a workspace that exists');
  if (!exists || (chosen.length === 0 && environments.length === 0)) return false;
  const unfit = ['store', 'remote', 'branch'].find(isGiven);
  if (unfit !== undefined) {
    throw usageError(
      `--${unfit} is for a new workspace, and this one exists`,
      'leave it out: edgewright.yaml says where the ledgers are',
    );
  }
  const { printFiles, printForgeSteps } = await import('./print-extras.ts');
  const { addExtras, prepareExtras } = await import('./add-extras.ts');
  const request = { ...requestOf(folder, options), isUpdate };
  if (environments.length > 0) {
    const { addEnvironments } = await import('./init-workspace.ts');
    const check = async (): Promise<unknown> =>
      chosen.length > 0 && (await prepareExtras(io, request, environments));
    printFiles(io, { ...(await addEnvironments(io, folder, environments, check)), kept: [] });
  }
  if (chosen.length === 0) return true;
  const added = await addExtras(io, request);
  printFiles(io, added);
  if (
    isUpdate &&
    added.files.length + added.kept.length === 0 &&
    added.changes.every(({ patch }) => patch === '')
  )
    io.stdout('The files have all that the workspace declares\n');
  else printForgeSteps(io, chosen, added.setting);
  return true;
}

/** Parser of `--env`, which may be repeated. */
function collectName(name: string, before: readonly string[] | undefined): readonly string[] {
  return [...new Set([...(before ?? []), name])];
}

/** Parser of `--owner`. Its value is written into a file of patterns. */
function readOwner(value: string): string {
  if (/^(?:@[\w.-]+(?:\/[\w.-]+)*|[\w.+-]+@[\w.-]+)$/.test(value)) return value;
  throw new InvalidArgumentError('Give `@org/team`, `@user` or an e-mail address.');
}

function refuseUnused({ reviewed, sendTests, source, owner, update, with: chosen = [] }: InitOptions): void {
  if (chosen.includes('codeowners') && owner === undefined) {
    throw usageError(
      '--with codeowners requires `--owner`',
      'name who reviews the settings and approvals: `--owner @org/team`',
    );
  }
  if (owner !== undefined && !chosen.includes('codeowners'))
    throw usageError('--owner requires `--with codeowners`');
  if (update === true && chosen.length === 0) throw usageError('--update requires --with');
  if (sendTests === true && !chosen.some((extra) => forges.includes(extra)))
    throw usageError('--send-tests requires the jobs of a forge, such as `--with github`');
  if (reviewed === true && !chosen.includes('github') && !chosen.includes('gitlab')) {
    throw usageError('--reviewed requires `--with github` or `--with gitlab`');
  }
  if (
    source !== undefined &&
    !['github', 'gitlab', 'gitea', 'pre-commit'].some((extraName) => chosen.includes(extraName as Extra))
  ) {
    throw usageError('--source requires `--with` github, gitlab, gitea or pre-commit');
  }
}

const elsewhere =
  'if that is too many, move the ledger to a repository of its own: `edgewright ledger migrate --from git --to git --remote <remote>`';

/** Files are lost with the runner of a job, so jobs begin with a branch. */
function storeOf({ store: named, remote, branch, with: chosen = [] }: InitOptions): NewStore {
  const store = named ?? (chosen.some((extra) => forges.includes(extra)) ? 'git' : 'file');
  if (store === 'git') {
    const { fields } = settings.fields.ledger;
    return { store, remote: remote ?? fields.remote.default, branch, isForJobs: named === undefined };
  }
  if (remote === undefined && branch === undefined) return { store };
  throw usageError('--remote and --branch require `--store git`');
}

function nextSteps(folder: string): string {
  const enter = folder === '.' ? '' : `  cd ${folder}\n`;
  return `\nNext:\n${enter}  edgewright lint            # what is wrong, at the exact key\n  edgewright plan --local    # what would change, on the built-in mock API\n  edgewright apply --local   # do it; the plan after it is empty\n`;
}
