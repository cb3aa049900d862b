import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Live } from '../model/live.ts';
import type { JsonObject, Value } from '../model/value.ts';
import { splitMarker } from './marker.ts';
import { fromReadForm } from './read-form.ts';

/** An answered object as the planner sees it. The caller has validated the answer: `id` is there and well-formed. */
export function toLive(kind: KindName, answer: JsonObject): Live {
  const { fields, manageable } = kinds[kind];
  const spec: Record<string, Value> = { ...fromReadForm(fields, answer) };
  const metadata = typeof spec['metadata'] === 'string' ? splitMarker(spec['metadata']) : undefined;
  if (metadata?.marker !== undefined) {
    if (metadata.text === '') delete spec['metadata'];
    else spec['metadata'] = metadata.text;
  }
  return {
    kind,
    id: typeof answer['id'] === 'string' ? answer['id'] : '',
    ...(typeof answer['edge_id'] === 'string' ? { edge_id: answer['edge_id'] } : {}),
    ...(typeof answer['uri'] === 'string' ? { uri: answer['uri'] } : {}),
    spec: spec,
    ...(metadata?.marker === undefined ? {} : { marker: metadata.marker }),
    isManageable: manageable === undefined || answer[manageable.field] === manageable.value,
    answer,
  };
}
