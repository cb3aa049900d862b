import type { Live } from '../../model/live.ts';
import type { Spec } from '../../model/value.ts';

/**
 * The body of a PATCH with a place for our marker, which apply fills in: a service that resets what an update leaves out
 * would take it away, and lost creates are found again by nothing else.
 */
export function withMarkerPlace(body: Spec, { marker }: Pick<Live, 'marker'>): Spec {
  return marker === undefined || body['metadata'] !== undefined ? body : { ...body, metadata: '' };
}
