import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Source } from '../model/document.ts';
import type { Workspace } from '../model/workspace.ts';

/** Maximum number of files that are suggested: a folder can contain any number. */
const most = 500;
const deepest = 8;

/** The files that `$(file:path)` could name, sorted, without hidden files and links. */
export function textFilesUnder(root: string): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    if (depth > deepest) return;
    for (const entry of entriesOf(path.join(root, folder))) {
      if (found.length >= most) return;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(name, depth + 1);
      else if (entry.isFile() && name !== 'edgewright.yaml') found.push(name);
    }
  };
  visit('', 0);
  return found;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

export type FileRole = 'settings' | 'environment' | 'resource' | 'test';

/** Undefined for a file that is not part of the workspace: no pattern matches it, or it is only inlined. */
export function roleOf(workspace: Workspace, path: string): FileRole | undefined {
  const { settings, environments, yaml, resources } = workspace;
  const isOwn = ({ source }: { readonly source: { readonly path: string } }): boolean => source.path === path;
  if (isOwn(settings.document)) return 'settings';
  for (const { documents } of environments.values()) if (documents.some(isOwn)) return 'environment';
  if (yaml.some(isOwn) || resources.some(isOwn)) return 'resource';
  return testSource(workspace, path) === undefined ? undefined : 'test';
}

export function sourceAt(workspace: Workspace, path: string): Source | undefined {
  return workspace.sources.get(path) ?? testSource(workspace, path);
}

function testSource({ requestTests }: Workspace, path: string): Source | undefined {
  return requestTests?.().files.find(({ source }) => source.path === path)?.source;
}
