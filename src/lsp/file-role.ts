import type { Workspace } from '../model/workspace.ts';

export type FileRole = 'settings' | 'environment' | 'resource';

/** Undefined for a file that is not part of the workspace: no pattern matches it, or it is only inlined. */
export function roleOf(workspace: Workspace, path: string): FileRole | undefined {
  const { settings, environments, yaml, resources } = workspace;
  const isOwn = ({ source }: { readonly source: { readonly path: string } }): boolean => source.path === path;
  if (isOwn(settings.document)) return 'settings';
  for (const { documents } of environments.values()) if (documents.some(isOwn)) return 'environment';
  return yaml.some(isOwn) || resources.some(isOwn) ? 'resource' : undefined;
}
