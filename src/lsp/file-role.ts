import type { Source } from '../model/document.ts';
import type { Workspace } from '../model/workspace/workspace.ts';

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
