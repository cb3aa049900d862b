import { normalUrl } from '../../../derive/forms/endpoint-url.ts';
import type { Subject } from '../../rule.ts';

/** The URL of an endpoint, normalized, so that all spellings compare equal. */
export function servedUrl({ kind, spec }: Subject): string | undefined {
  const { url } = spec;
  if (kind !== 'endpoint' || typeof url !== 'string' || url === '') return undefined;
  return normalUrl(url);
}

/** The URL of an endpoint as written, or an empty string. */
export function urlText({ spec }: Subject): string {
  return typeof spec['url'] === 'string' ? spec['url'] : '';
}
