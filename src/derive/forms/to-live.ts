import { isJsonMap } from '../../text/json/json-access.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Live, ServedByEdge } from '../../model/live.ts';
import type { JsonObject, Spec } from '../../model/value.ts';
import { splitMarker } from './marker.ts';
import { fromReadForm } from './read-form.ts';

/**
 * Converts a returned object to the planner's form. The caller has validated the response: `id` is present and
 * well-formed. A plan makes one for each live object, so nothing else of the response is kept, and the spec is built
 * without spreads.
 */
export function toLive(kind: KindName, answer: JsonObject): Live {
  const { fields, manageable } = kinds[kind];
  const { id, edge_id: edgeId, metadata } = answer;
  const { text, marker } = typeof metadata === 'string' ? splitMarker(metadata) : { text: '' };
  const unmarked = text === '' ? null : text;
  const spec = fromReadForm(fields, answer, marker === undefined ? undefined : unmarked);
  const live: LiveDraft = {
    kind,
    id: typeof id === 'string' ? id : '',
    spec,
    isManageable: manageable === undefined || answer[manageable.field] === manageable.value,
  };
  if (typeof edgeId === 'string') live.edge_id = edgeId;
  if (marker !== undefined) live.marker = marker;
  if (kind === 'endpoint' && answer['type'] === 'edge') live.served = servedBy(answer, spec);
  return live;
}

type LiveDraft = { -readonly [Name in keyof Live]: Live[Name] };

function servedBy({ edge, public_url }: JsonObject, spec: Spec): ServedByEdge {
  const id = isJsonMap(edge) ? edge['id'] : undefined;
  const url = spec['url'] ?? public_url;
  return {
    ...(typeof id === 'string' ? { edge: id } : {}),
    ...(typeof url === 'string' ? { url } : {}),
  };
}
