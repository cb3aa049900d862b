import type { Live } from '../../model/live.ts';
import type { Spec } from '../../model/value.ts';

/**
 * The body of a PATCH with an empty `metadata` for our marker, which apply fills in. A service that resets omitted
 * fields would remove the marker, and lost creates can be found by nothing else.
 */
export function withMarkerPlace(body: Spec, { marker }: Pick<Live, 'marker'>): Spec {
  return marker === undefined || body['metadata'] !== undefined ? body : { ...body, metadata: '' };
}
