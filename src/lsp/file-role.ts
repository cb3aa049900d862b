import type { Workspace } from '../model/workspace.ts';

/** The role of a file in a workspace. */
export type FileRole = 'settings' | 'environment' | 'resource';

/**
 * Undefined for a file that the workspace did not read as YAML of ours: no pattern matches it, or it is only inlined.
 */
export function roleOf({ settings, environments, yaml }: Workspace, path: string): FileRole | undefined {
  const isOwn = ({ source }: { readonly source: { readonly path: string } }): boolean => source.path === path;
  if (isOwn(settings.document)) return 'settings';
  for (const { documents } of environments.values()) if (documents.some(isOwn)) return 'environment';
  return yaml.some(isOwn) ? 'resource' : undefined;
}
