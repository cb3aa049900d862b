import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Live } from '../../model/live.ts';
import type { JsonObject, Value } from '../../model/value.ts';
import { splitMarker } from './marker.ts';
import { fromReadForm } from './read-form.ts';

/**
 * Converts a returned object to the planner's form. The caller has validated the response: `id` is present and
 * well-formed. Built without spreads, as a plan makes thousands of them between its requests.
 */
export function toLive(kind: KindName, answer: JsonObject): Live {
  const { fields, manageable } = kinds[kind];
  const spec = fromReadForm(fields, answer) as Record<string, Value>;
  const { id, edge_id: edgeId, uri } = answer;
  const live: Building = {
    kind,
    id: typeof id === 'string' ? id : '',
    spec,
    isManageable: manageable === undefined || answer[manageable.field] === manageable.value,
    answer,
  };
  if (typeof edgeId === 'string') live.edge_id = edgeId;
  if (typeof uri === 'string') live.uri = uri;
  const metadata = typeof spec['metadata'] === 'string' ? splitMarker(spec['metadata']) : undefined;
  if (metadata?.marker === undefined) return live;
  live.marker = metadata.marker;
  if (metadata.text === '') delete spec['metadata'];
  else spec['metadata'] = metadata.text;
  return live;
}

type Building = { -readonly [Name in keyof Live]: Live[Name] };
