import type { Workspace } from '../model/workspace.ts';

/** What a file of a workspace is; `undefined` for one that is none of ours. */
export type FileRole = 'settings' | 'environment' | 'resource';

/** By what the workspace read: a file that no pattern matches, or that is only a text, is someone else's YAML. */
export function roleOf({ settings, environments, yaml }: Workspace, path: string): FileRole | undefined {
  const isOwn = ({ source }: { readonly source: { readonly path: string } }): boolean => source.path === path;
  if (isOwn(settings.document)) return 'settings';
  for (const { documents } of environments.values()) if (documents.some(isOwn)) return 'environment';
  return yaml.some(isOwn) ? 'resource' : undefined;
}
