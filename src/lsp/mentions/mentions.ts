import type { Workspace } from '../../model/workspace.ts';
import type { Mention } from './mention.ts';
import { mentionsInEnvironment } from './mentions-in-environment.ts';
import { mentionsInResource } from './mentions-in-resource.ts';
import { mentionsInSettings } from './mentions-in-settings.ts';

/** All mentions of all names in a workspace, the common list for definition, references, rename and hover. */
export function mentionsOf(workspace: Workspace): readonly Mention[] {
  const known = remembered.get(workspace);
  if (known !== undefined) return known;
  const found: Mention[] = [...mentionsInSettings(workspace.settings)];
  for (const environment of workspace.environments.values())
    found.push(...mentionsInEnvironment(environment, workspace));
  for (const one of workspace.resources) found.push(...mentionsInResource(one));
  for (const one of workspace.presets.values()) found.push(...mentionsInResource(one));
  for (const one of workspace.removed) found.push(...mentionsInResource(one));
  for (const one of workspace.approvals) found.push(...mentionsInResource(one));
  remembered.set(workspace, found);
  return found;
}

const remembered = new WeakMap<Workspace, readonly Mention[]>();

/** The mention at an offset. The end of a name counts too, because a cursor is between two characters. */
export function mentionAt(workspace: Workspace, path: string, offset: number): Mention | undefined {
  return mentionsOf(workspace).find(
    ({ place }) => place.source.path === path && place.start <= offset && offset <= place.end,
  );
}

export function sameName(workspace: Workspace, { type, name }: Mention): readonly Mention[] {
  return mentionsOf(workspace).filter((one) => one.type === type && one.name === name);
}
