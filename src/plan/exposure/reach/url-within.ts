import { canonicalString } from '../../../derive/compare/canonical.ts';
import { defaultPorts, servedHost, type ServedHost } from '../../../derive/forms/endpoint-url.ts';
import type { Value } from '../../../model/value.ts';

/** The encrypted counterpart of each scheme. */
const encryptedBy: Readonly<Record<string, string>> = { http: 'https', tcp: 'tls' };

/** Whether `inner` serves no more than `outer`: the same url, its encrypted form, or one name of a wildcard. */
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
