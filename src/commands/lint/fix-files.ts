import { counted } from '../../text/words/noun-words.ts';
import { Option, type Command } from 'commander';
import { writeResult } from '../../run/cli/files/write-result.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import type { WorkspaceOptions } from '../../run/cli/options.ts';
import type { Base } from '../../lint/rule.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source } from '../../model/document.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { inertLine } from '../../report/text/inert.ts';
import { openWorkspace, workspaceFolder } from '../../run/session/workspace/open-workspace.ts';
import { shownOf } from '../../run/lint/limit-findings.ts';
import { lintAll } from '../../run/lint/lint-all.ts';
import type { LintBefore, Selection } from '../../run/lint/lint-workspace.ts';
import { exitCodes, type ExitCode } from '../../model/exit-codes.ts';
import type { LintOptions, SelectionOptions } from './lint-options.ts';

/** The texts that fixes change, until none is left. */
async function fixedTexts(
  look: LintRequest,
  workspace: Workspace,
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly fixed: number }> {
  const { options } = look;
  const { fixUntilQuiet } = await import('../../run/lint/fix-until-quiet.ts');
  return fixUntilQuiet(workspace, {
    safety: options.unsafe === true ? 'unsafe' : 'safe',
    check: async (current) => shownOf(await lintSelected(look, current), options),
    reopen: look.open,
  });
}

/** Prints the changes of fixes as a patch. */
export async function printPatch(look: LintRequest, workspace: Workspace): Promise<ExitCode> {
  const { io, options } = look;
  const { texts: changed } = await fixedTexts(look, workspace);
  const { fixDiff } = await import('../../report/findings/fix-diff.ts');
  const { sensitive, diagnostics } = await lintSelected(look, workspace);
  writeResult(io, fixDiff(withInlined(workspace, changed), changed, sensitive), options.output);
  return exitOfPatch(io, workspace, diagnostics);
}

/** Writes fixes until none is left; returns the workspace with them. */
export async function fixFiles(look: LintRequest, workspace: Workspace): Promise<Workspace> {
  const { io, selection } = look;
  const { texts: changed, fixed } = await fixedTexts(look, workspace);
  io.stderr(`Fixed: ${counted(fixed, 'finding')} in ${counted(changed.size, 'file')}\n`);
  if (selection.overlay !== undefined) {
    for (const [path, text] of selection.overlay) io.stdout(changed.get(path) ?? text, 'verbatim');
    // With --stdin, only that text is fixed; mistakes in other files stay.
    return look.open(
      new Map([...selection.overlay].map(([path, text]) => [path, changed.get(path) ?? text])),
    );
  }
  const { replaceFile } = await import('../../run/cli/files/replace-file.ts');
  // A folder of the path may have been replaced by a link since it was read.
  const { refuseLinks } = await import('../../run/cli/files/refuse-target.ts');
  for (const path of changed.keys()) refuseLinks(workspace.root, path);
  for (const [path, text] of changed) replaceFile(workspace.root, path, text);
  return changed.size === 0 ? workspace : look.open();
}

/** The files of the workspace, plus those changed files that `$(file:…)` includes. */
function withInlined(
  { sources, readFile }: Workspace,
  changed: ReadonlyMap<string, string>,
): ReadonlyMap<string, Source> {
  const all = new Map(sources);
  for (const path of changed.keys()) {
    const read = all.has(path) ? undefined : readFile(path);
    if (read !== undefined && 'source' in read) all.set(path, read.source);
  }
  return all;
}

/** A patch omits unreadable files, so the run is not a success if there are any. */
function exitOfPatch(io: Io, { sources }: Workspace, diagnostics: readonly Diagnostic[]): ExitCode {
  const unread = diagnostics.filter(({ rule, place }) => {
    return rule === 'file-unreadable' && !sources.has(place.source.path);
  });
  for (const { place } of unread)
    io.stderr(`error: \`${inertLine(place.source.path)}\` cannot be read; see \`edgewright lint\`\n`);
  return unread.length === 0 ? exitCodes.ok : exitCodes.configuration;
}

/** One run of lint: the files to read, and the findings to show. */
interface LintRequest {
  readonly io: Io;
  readonly files: readonly string[];
  readonly options: LintOptions;
  readonly selection: Selection;
  readonly open: (texts?: ReadonlyMap<string, string>) => Promise<Workspace>;
}

export function lintRequest(
  io: Io,
  files: readonly string[],
  options: LintOptions,
  selection: Selection,
): LintRequest {
  const { overlay = new Map<string, string>(), files: ofGit } = selection;
  const open: LintRequest['open'] = (texts = new Map()) =>
    openWorkspace(io, options, new Map([...overlay, ...texts]), ofGit);
  return { io, files, options, selection, open };
}

export async function lintSelected(
  { io, files, options, selection }: LintRequest,
  workspace: Workspace,
  base?: Base,
): Promise<LintResult> {
  return selection.narrow(workspace, await lintAll(io, workspace, files, options, base));
}

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
