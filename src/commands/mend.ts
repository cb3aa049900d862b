import type { Workspace } from '../model/workspace.ts';
import { judge, type Look } from './lint-look.ts';
import { writeResult } from './write-result.ts';

/** Mends until nothing is left that can be; undefined when `--diff` only printed what would change. */
export async function mend(look: Look, workspace: Workspace): Promise<Workspace | undefined> {
  const { io, options, selection } = look;
  const { fixUntilQuiet } = await import('./fix-until-quiet.ts');
  const changed = await fixUntilQuiet(workspace, {
    safety: options.unsafe === true ? 'unsafe' : 'safe',
    judge: (current) => judge(look, current),
    reopen: look.open,
  });
  if (options.diff === true) {
    const { fixDiff } = await import('../report/fix-diff.ts');
    const { sensitive } = await judge(look, workspace);
    writeResult(io, fixDiff(workspace.sources, changed, sensitive), options.output);
    return undefined;
  }
  if (selection.overlay !== undefined) {
    for (const [path, text] of selection.overlay) io.stdout(changed.get(path) ?? text);
    return look.open(changed);
  }
  const { replaceFile } = await import('./replace-file.ts');
  // A folder on the way could have become a link since it was read.
  const { refuseLinks } = await import('./refuse-links.ts');
  for (const path of changed.keys()) refuseLinks(workspace.root, path);
  for (const [path, text] of changed) replaceFile(workspace.root, path, text);
  return changed.size === 0 ? workspace : look.open();
}
