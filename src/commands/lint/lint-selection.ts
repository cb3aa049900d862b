import { type Command, Option } from 'commander';
import { optionGroups } from '../../run/cli/option-groups.ts';
import type { SelectionOptions } from './lint-options.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { WorkspaceOptions } from '../../run/cli/options.ts';
import type { LintBefore, Selection } from '../../run/lint/lint-workspace.ts';
import { workspaceFolder } from '../../run/session/workspace/open-workspace.ts';

export function addSelectionOptions(command: Command): Command {
  return command
    .optionsGroup(optionGroups.selection)
    .option('--stdin', 'check standard input instead of the file that --stdin-filename names')
    .option('--stdin-filename <file>', 'file that standard input replaces; requires --stdin')
    .option(
      '--staged',
      'check the files as staged for the next commit, and report the findings in what is staged',
    )
    .addOption(
      new Option(
        '--changed-since <ref>',
        'git ref, such as origin/main: findings in what changed since the branch left it',
      ).conflicts('staged'),
    )
    .option('--diff-only', 'report changed lines only; requires --staged or --changed-since')
    .option('--watch', 'run again after each change of a file, until interrupted');
}

interface OtherOptions {
  readonly fix?: boolean;
  readonly live?: boolean;
}

/** Throws `UserError` for options that contradict each other. */
export function refuseSelection(
  { stdin, stdinFilename, staged, changedSince, diffOnly, watch, fix, live }: SelectionOptions & OtherOptions,
  files: readonly string[],
): void {
  const isOfGit = staged === true || changedSince !== undefined;
  if ((stdin === true) !== (stdinFilename !== undefined))
    throw usageError(
      '--stdin and --stdin-filename go together',
      'write `--stdin --stdin-filename resources/shop.yaml`',
    );
  if (live === true && (stdin === true || isOfGit || watch === true))
    throw usageError('--live cannot be used with --stdin, --staged, --changed-since or --watch');
  if (stdin === true && (isOfGit || watch === true || files.length > 0))
    throw usageError('--stdin cannot be used with files, --staged, --changed-since or --watch');
  if (diffOnly === true && !isOfGit) throw usageError('--diff-only requires --staged or --changed-since');
  if (staged === true && fix === true)
    throw usageError(
      '--fix fixes files, not what is staged',
      'run `edgewright lint --fix`, then `git add` what it fixed',
    );
  if (watch === true && (fix === true || staged === true))
    throw usageError(`--watch cannot be used with --fix or --staged`);
}

/** The selection by the options. `lintBefore` is called only if a finding may be older than the change. */
export async function openSelection(
  io: Io,
  options: SelectionOptions & WorkspaceOptions,
  lintBefore: LintBefore,
): Promise<Selection> {
  const { stdinFilename, staged, changedSince } = options;
  const from = workspaceFolder(io, options);
  if (stdinFilename !== undefined)
    return (await import('./lint-stdin.ts')).selectStdin(io, from, stdinFilename);
  if (staged !== true && changedSince === undefined)
    return { narrow: (_, result) => Promise.resolve(result) };
  const { selectChange } = await import('./lint-change.ts');
  const unit = options.diffOnly === true ? 'lines' : 'files';
  return selectChange(io, {
    from,
    since: staged === true ? 'index' : { ref: changedSince ?? '' },
    unit,
    lintBefore,
  });
}
