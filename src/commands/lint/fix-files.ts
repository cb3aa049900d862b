import { type LintRequest, lintSelected } from './lint-request.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { shownOf } from '../../run/lint/limit-findings.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { writeResult } from '../../run/cli/files/write-result.ts';
import { counted } from '../../text/words/noun-words.ts';
import type { Source } from '../../model/document.ts';
import type { Io } from '../../model/io.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { inertLine } from '../../report/text/inert.ts';

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
