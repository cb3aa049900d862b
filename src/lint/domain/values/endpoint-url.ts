import { canonicalString } from '../../../derive/compare/canonical.ts';
import type { Subject } from '../../rule.ts';

/** What an endpoint's URL was seen to be. */
export interface EndpointUrl {
  readonly scheme: string;
  readonly host: string;
  readonly port: number | undefined;
  /** What follows the authority: a path, a query. */
  readonly rest: string;
}

export const endpointSchemes: readonly string[] = ['http', 'https', 'tcp', 'tls'];

const form = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(\[[^\s/?#[\]@]*\]|[^\s/?#:@[\]]+)(?::(\d{1,9}))?([/?#].*)?$/;

/** The parts of a URL, or undefined for a text that is none. */
export function parseEndpointUrl(text: string): EndpointUrl | undefined {
  const [, scheme, host, port, rest] = form.exec(text) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  return {
    scheme: scheme.toLowerCase(),
    host,
    port: port === undefined ? undefined : Number(port),
    rest: rest ?? '',
  };
}

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
