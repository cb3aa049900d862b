import type { Workspace } from '../../model/workspace/workspace.ts';
import { overlayFrom } from '../files/find-root.ts';
import { diskTree } from '../files/file-tree.ts';
import { readDocuments, type Load } from '../load.ts';
import { contentsOf } from './contents.ts';
import { meaningsOf } from './document-meanings.ts';

/**
 * The workspace with a resource file as it is now, unchecked, and all else as it was. Undefined if other files may
 * depend on this one: then all must be read again.
 */
export function withFileAgain(
  workspace: Workspace,
  path: string,
  overlay: ReadonlyMap<string, string>,
): Workspace | undefined {
  const isThere = ({ source }: { readonly source: { readonly path: string } }): boolean =>
    source.path === path;
  const { presets, removed, approvals, root } = workspace;
  const shared = [...presets.values(), ...removed, ...approvals];
  if (
    shared.some(({ document }) => isThere(document)) ||
    ![...workspace.yaml, ...workspace.resources].some(isThere)
  )
    return undefined;
  const load: Load = {
    tree: diskTree(root, overlayFrom(root, overlay)),
    sources: new Map(workspace.sources),
    diagnostics: [],
  };
  const documents = readDocuments(load, path);
  if (load.diagnostics.some(({ rule }) => rule.startsWith('file-'))) return undefined;
  const meanings = documents.flatMap(meaningsOf);
  const reread = contentsOf([{ documents, meanings }]);
  if (reread.presets.size + reread.removed.length + reread.approvals.length > 0) return undefined;
  return {
    ...workspace,
    sources: load.sources,
    yaml: [...workspace.yaml.filter((document) => !isThere(document)), ...reread.yaml],
    resources: [...workspace.resources.filter((resource) => !isThere(resource)), ...reread.resources],
  };
}

/** The same with a file and all others whose text in the overlay has changed. */
export function withOpenFilesAgain(
  workspace: Workspace,
  path: string,
  overlay: ReadonlyMap<string, string>,
): Workspace | undefined {
  const isChanged = (file: string, text: string): boolean => {
    const known = workspace.sources.get(file);
    return file !== path && known !== undefined && known.text !== text;
  };
  const changed = [...overlay].flatMap(([file, text]) => (isChanged(file, text) ? [file] : []));
  let next: Workspace | undefined = workspace;
  for (const file of [path, ...changed]) next = next && withFileAgain(next, file, overlay);
  return next;
}
