import { identityKeys } from '../../derive/forms/identity.ts';
import { entryOf } from '../../derive/yaml/document-tree.ts';
import type { Place } from '../../model/document.ts';
import type { Spec } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { parseExpression } from '../../workspace/syntax.ts';
import { textPlace } from '../hover/scalar-place.ts';
import type { ResourceDocument } from '../../model/workspace/workspace-document.ts';

/** The URLs of the cloud endpoints in every environment, with their addresses. */
export function endpointUrls(workspace: Workspace): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const resource of workspace.resources) {
    if (resource.kind !== 'endpoint') continue;
    for (const url of urlsIn(workspace, resource).flatMap(({ urls }) => urls))
      if (!found.has(url)) found.set(url, resource.address);
  }
  return found;
}

/** Where endpoints say that they have the URL, in whatever spelling. */
export function endpointsAt(workspace: Workspace, url: string): readonly Place[] {
  const keys = new Set(identityKeys('endpoint', { url }));
  const isSame = (otherUrl: Spec[string] | undefined): boolean =>
    typeof otherUrl === 'string' && identityKeys('endpoint', { url: otherUrl }).some((key) => keys.has(key));
  return workspace.resources.flatMap((resource): readonly Place[] => {
    if (resource.kind !== 'endpoint') return [];
    return urlsIn(workspace, resource).flatMap(({ place, urls }) => (urls.some(isSame) ? [place] : []));
  });
}

interface DeclaredUrl {
  readonly place: Place;
  /** With the values of variables, in each environment. */
  readonly urls: readonly string[];
}

function urlsIn(
  { environments }: Workspace,
  { spec, overrides, document }: ResourceDocument,
): readonly DeclaredUrl[] {
  const layers = [spec, ...[...overrides.values()].map((override) => override.spec)];
  return layers.flatMap((layer): readonly DeclaredUrl[] => {
    const node = layer === undefined ? undefined : entryOf(layer, 'url')?.value;
    if (node?.type !== 'scalar' || typeof node.value !== 'string') return [];
    return [{ place: textPlace(document.source, node), urls: valuesOf(environments, node.value) }];
  });
}

function valuesOf(environments: Workspace['environments'], text: string): readonly string[] {
  const { pieces } = parseExpression(text);
  if (!pieces.some(({ type }) => type === 'variable')) return [text];
  const values = [...environments.values()].map(({ name, vars }) =>
    pieces
      .map((piece) => {
        if (piece.type === 'text') return piece.text;
        if (piece.type !== 'variable') return '';
        const node = vars.get(piece.name)?.node;
        if (piece.name === 'environment') return name;
        return node?.type === 'scalar' ? String(node.value) : '';
      })
      .join(''),
  );
  return [...new Set(values)];
}
