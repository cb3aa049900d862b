import { canonicalString } from '../../../derive/compare/canonical.ts';
import { defaultPorts, servedHost, type ServedHost } from '../../../derive/forms/endpoint-url.ts';
import type { Value } from '../../../model/value.ts';

/** Schemes by which ones they become when they are encrypted. */
const encryptedBy: Readonly<Record<string, string>> = { http: 'https', tcp: 'tls' };

/** Whether one url is at most what the other is: encrypted, with its port unless that is the usual one, or one of its names. */
export function isUrlWithin(inner: Value | undefined, outer: Value | undefined): boolean {
  const [is, was] = [inner, outer].map(partsOf);
  if (is === undefined || was === undefined) return false;
  const isAlike = is.scheme === was.scheme || is.scheme === encryptedBy[was.scheme];
  const isSamePort =
    is.port === was.port || (is.port === defaultPorts[is.scheme] && was.port === defaultPorts[was.scheme]);
  return isAlike && isSamePort && isNameWithin(is.host, was.host);
}

function isNameWithin(inner: string, outer: string): boolean {
  return inner === outer || (outer.startsWith('*.') && inner.endsWith(outer.slice(1)));
}

function partsOf(url: Value | undefined): ServedHost | undefined {
  return typeof url === 'string' ? servedHost(canonicalString('endpoint-url', url)) : undefined;
}
