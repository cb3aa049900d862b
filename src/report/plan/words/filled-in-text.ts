import { valueAt } from '../../../derive/forms/tree.ts';
import { markerPlace } from '../../../derive/forms/marker.ts';
import type { Value } from '../../../model/value.ts';
import { parseJsonPointer } from '../../../text/pointer.ts';
import { dotted } from '../../../text/dotted-path.ts';
import type { FilledIn, PlannedRequest } from '../../../model/plan/planned-request.ts';

/** The part of a body that is filled in when it is sent, and its place: `oidc.client_secret: the secret SHOP_OIDC`. */
export function filledInText(
  { at, with: what, names = [] }: FilledIn,
  { body }: Pick<PlannedRequest, 'body'>,
): string {
  const where = dotted(parseJsonPointer(at, (path) => Array.isArray(valueAt(body, path))));
  switch (what) {
    case 'secret':
      return `${where}: the ${names.length === 1 ? 'secret' : 'secrets'} ${names.join(', ')}`;
    case 'written-secret':
      return `${where}: the secret that is in the files`;
    case 'live-secret':
      return `${where}: the secret that is live there now`;
    case 'marker':
      return `${where}: our marker${markerWords(valueAt(body, [where]))}`;
    case 'kept-marker':
      return `${where}: our marker, where the object carries one${markerWords(valueAt(body, [where]))}`;
  }
}

/** Must match the places where `withMarker` puts the marker. */
function markerWords(metadata: Value | undefined): string {
  switch (markerPlace(typeof metadata === 'string' ? metadata : undefined)) {
    case 'alone':
      return ', `edgewright:` and 62 characters';
    case 'last-line':
      return ' as a last line, `edgewright:` and 62 characters';
    case 'last-key':
      return ' as a last key, `$edgewright`, of 62 characters';
  }
}
