import type { DocumentNode, Place, ScalarNode } from '../../model/document.ts';
import type { Environment, Workspace } from '../../model/workspace.ts';
import type { Mention } from './mention.ts';
import { scalarNodes, textPlace } from '../hover/scalar-place.ts';

/** The variables and id names that an environment declares, and the addresses that it adopts. */
export function mentionsInEnvironment(environment: Environment, workspace: Workspace): readonly Mention[] {
  const { name, vars, ids, adopt, documents } = environment;
  const found: Mention[] = [];
  const [first] = documents;
  if (first !== undefined) {
    const place = { source: first.source, start: 0, end: 0 };
    found.push({ type: 'environment', name, role: 'declaration', place });
  }
  const keys = keysByPlace(environment);
  const add = (type: Mention['type'], key: string, role: Mention['role'], place: Place): void => {
    const node = keys.get(keyOf(place));
    if (node !== undefined) found.push({ type, name: key, role, place: textPlace(place.source, node) });
  };
  for (const one of vars.values()) add('variable', one.name, 'declaration', one.place);
  for (const one of ids.values()) add('id', one.name, 'declaration', one.place);
  for (const one of adopt) add('resource', one.address, 'use', one.place);
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
      for (const { key } of value.entries) keys.set(keyOf({ source, ...key }), key);
    }
  }
  return keys;
}

function keyOf({ source, start }: Pick<Place, 'source' | 'start'>): string {
  return `${source.path}\0${start}`;
}
