import type { DocumentNode, Place, ScalarNode } from '../../model/document.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { type Mention, mentionsInResource, mentionsInSettings } from './mentions-in-resource.ts';
import { textPlace, scalarNodes } from '../hover/scalar-place.ts';
import type { Environment } from '../../model/workspace/environment.ts';

/** All mentions of all names in a workspace, the common list for definition, references, rename and hover. */
export const mentionsOf = rememberEach((workspace: Workspace): readonly Mention[] => {
  const found: Mention[] = [...mentionsInSettings(workspace.settings)];
  for (const environment of workspace.environments.values())
    found.push(...mentionsInEnvironment(environment, workspace));
  for (const resource of workspace.resources) found.push(...mentionsInResource(resource));
  for (const preset of workspace.presets.values()) found.push(...mentionsInResource(preset));
  for (const document of workspace.removed) found.push(...mentionsInResource(document));
  for (const approval of workspace.approvals) found.push(...mentionsInResource(approval));
  return found;
});

/**
 * The mention at an offset of an open file. The end of a name counts too, because a cursor is between two characters.
 */
export function mentionAt(workspace: Workspace, path: string, offset: number): Mention | undefined {
  return mentionsOf(workspace).find(
    ({ place }) => place.source.path === path && place.start <= offset && offset <= place.end,
  );
}

/** The places where the name is declared or used. */
export function sameName(workspace: Workspace, mention: Mention): readonly Mention[] {
  return mentionsOf(workspace).filter(({ type, name }) => type === mention.type && name === mention.name);
}

/** The places where the name is declared. */
export function declarations(workspace: Workspace, mention: Mention): readonly Mention[] {
  return sameName(workspace, mention).filter(({ role }) => role === 'declaration');
}

/** The variables and id names that an environment declares, and the addresses that it adopts. */
function mentionsInEnvironment(environment: Environment, workspace: Workspace): readonly Mention[] {
  const { name, vars, ids, adopt, documents } = environment;
  const found: Mention[] = [];
  const [first] = documents;
  if (first !== undefined) {
    const place = { source: first.source, start: 0, end: 0 };
    found.push({ type: 'environment', name, role: 'declaration', place });
  }
  const keys = keysByPlace(environment);
  const add = (type: Mention['type'], key: string, role: Mention['role'], place: Place): void => {
    const node = keys.get(placeKey(place));
    if (node !== undefined) found.push({ type, name: key, role, place: textPlace(place.source, node) });
  };
  for (const variable of vars.values()) add('variable', variable.name, 'declaration', variable.place);
  for (const namedId of ids.values()) add('id', namedId.name, 'declaration', namedId.place);
  for (const adoption of adopt) add('resource', adoption.address, 'use', adoption.place);
  for (const { node, place } of vars.values()) found.push(...idsIn(node, place, workspace));
  return found;
}

/** A variable may hold the name of an id. */
function idsIn(node: DocumentNode, { source }: Place, { environments }: Workspace): readonly Mention[] {
  const isKnown = (text: string): boolean => [...environments.values()].some(({ ids }) => ids.has(text));
  return [...scalarNodes(node)].flatMap((scalar): readonly Mention[] => {
    const { value } = scalar;
    if (typeof value !== 'string' || !value.includes('/') || !isKnown(value)) return [];
    return [{ type: 'id', name: value, role: 'use', place: textPlace(source, scalar) }];
  });
}

function keysByPlace({ documents }: Environment): ReadonlyMap<string, ScalarNode> {
  const keys = new Map<string, ScalarNode>();
  for (const { root, source } of documents) {
    if (root?.type !== 'map') continue;
    for (const { value } of root.entries) {
      if (value.type !== 'map') continue;
      for (const { key } of value.entries) keys.set(placeKey({ source, ...key }), key);
    }
  }
  return keys;
}

function placeKey({ source, start }: Pick<Place, 'source' | 'start'>): string {
  return `${source.path}\0${start}`;
}
