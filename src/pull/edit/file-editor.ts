import type { EditTools } from '../../edit/edit-to.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Drafts } from './drafts.ts';
import type { FileUses } from './file-uses.ts';
import { policyEdit } from './policy-edit.ts';
import type { Taking } from '../values/taking.ts';
import { canBeFile, type TextFiles } from './text-files.ts';

/** Writes a text to the file that `$(file:…)` includes, or to a new file if others include that one too. */
export function fileEditor(
  {
    workspace,
    uses,
    drafts,
    files,
    tools,
  }: {
    readonly workspace: Pick<Workspace, 'readFile'>;
    readonly uses: FileUses;
    readonly drafts: Drafts;
    readonly files: TextFiles;
    readonly tools: EditTools;
  },
  name: string,
): Taking['editFile'] {
  return ({ file, folder, text, standing }) => {
    const read = workspace.readFile(file);
    const before = 'source' in read ? read.source.text : undefined;
    const isShared = standing === 'shared' || uses(file) > 1;
    if (before === undefined || isShared) return files.claim(folder, name, text);
    const next = folder === 'policies' ? policyEdit(tools, drafts.textOf(file) ?? before, text) : text;
    if (!canBeFile(next)) return undefined;
    drafts.write(file, before, next);
    return file;
  };
}
