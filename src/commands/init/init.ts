import { Command, Option } from 'commander';
import { settings } from '../../kinds/documents/settings.ts';
import { ledgerStores } from '../../kinds/documents/words.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { LedgerSettings } from '../../model/workspace.ts';
import { collect, type RunCommand } from '../../cli/run-command.ts';
import { helpEnd, optionGroups, verbGroups } from '../../cli/help.ts';
import type { NewStore } from './init-workspace.ts';

interface InitOptions {
  readonly store: LedgerSettings['store'];
  readonly remote?: string;
  readonly branch?: string;
  readonly env: string;
  readonly with?: readonly string[];
}

/**
 * `init [folder]`: creates a workspace without findings that can be planned, with a ledger for its first environment.
 */
export function initCommand(run: RunCommand): Command {
  return new Command('init')
    .helpGroup(verbGroups.write)
    .summary('make a workspace with one environment and one resource')
    .description('make a workspace: edgewright.yaml, one environment, one resource, an empty ledger')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright init my-edges',
          'edgewright init my-edges --env staging --with editor --with pre-commit',
        ],
        exits: ['unsafe', 'unreachable', 'settings'],
      }),
    )
    .argument('[folder]', 'folder of the workspace', '.')
    .optionsGroup(optionGroups.selection)
    .option('-e, --env <name>', 'name of the first environment', 'production')
    .addOption(
      new Option(
        '--with <what>',
        'extra files: editor (settings), pre-commit (a hook), github-actions (workflows); may be repeated',
      ).argParser(collect),
    )
    .addOption(
      new Option('--store <store>', 'store of the ledgers')
        .choices(ledgerStores)
        .default(ledgerStores[0])
        .helpGroup(optionGroups.selection),
    )
    .option(
      '--remote <remote>',
      'for `--store git`: remote or URL; everyone who can read it can read ids and live values (default: origin)',
    )
    .option('--branch <branch>', 'for `--store git`: branch of the ledgers (default: edgewright-ledger)')
    .action(
      run(async (io, folder: string, options: InitOptions) => {
        const [{ initWorkspace }, { whoReads }] = await Promise.all([
          import('./init-workspace.ts'),
          import('../../session/ledger/who-reads.ts'),
        ]);
        const store = storeOf(options);
        const files = await initWorkspace(io, {
          folder,
          environment: options.env,
          extras: options.with ?? [],
          store,
        });
        for (const file of files) io.stdout(`created ${file}\n`);
        const readers = whoReads({ ...store, lineage: '' });
        if (readers !== undefined) io.stderr(`note: ${readers}; ${elsewhere}\n`);
        io.stdout(nextSteps(folder));
        return exitCodes.ok;
      }),
    );
}

const elsewhere =
  'if that is too many, move the ledger to a repository of its own: `edgewright ledger migrate --from git --to git --remote <remote>`';

function storeOf({ store, remote, branch }: InitOptions): NewStore {
  if (store === 'git') {
    const { fields } = settings.fields.ledger;
    return { store, remote: remote ?? fields.remote.default, branch: branch ?? fields.branch.default };
  }
  if (remote === undefined && branch === undefined) return { store };
  throw new UserError(exitCodes.usage, '--remote and --branch require `--store git`');
}

function nextSteps(folder: string): string {
  const enter = folder === '.' ? '' : `  cd ${folder}\n`;
  return `\nNext:\n${enter}  edgewright lint            # what is wrong, at the exact key\n  edgewright plan --local    # what would change, on the built-in mock API\n  edgewright apply --local   # do it; the plan after it is empty\n`;
}
