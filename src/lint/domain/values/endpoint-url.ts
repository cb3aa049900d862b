import { canonicalString } from '../../../derive/compare/canonical.ts';
import type { Subject } from '../../rule.ts';

/** The URL of an endpoint in the form that all its spellings share. */
export function servedUrl({ kind, spec }: Subject): string | undefined {
  const { url } = spec;
  if (kind !== 'endpoint' || typeof url !== 'string' || url === '') return undefined;
  return canonicalString('endpoint-url', url);
}

/** The URL as it is written, of an endpoint that is known to have one. */
export function urlText({ spec }: Subject): string {
  return typeof spec['url'] === 'string' ? spec['url'] : '';
}
