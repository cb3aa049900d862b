import { canonicalString } from '../../../derive/compare/canonical.ts';
import type { Value } from '../../../model/value.ts';

/** Schemes by which ones they become when they are encrypted. */
const encryptedBy: Readonly<Record<string, string>> = { http: 'https', tcp: 'tls' };
const ports: Readonly<Record<string, string>> = { http: '80', https: '443', tls: '443' };

/** Whether one url is at most what the other is: encrypted, with its port unless that is the usual one, or one of its names. */
export function isUrlWithin(inner: Value | undefined, outer: Value | undefined): boolean {
  const [is, was] = [inner, outer].map(partsOf);
  if (is === undefined || was === undefined) return false;
  const isAlike = is.scheme === was.scheme || is.scheme === encryptedBy[was.scheme];
  const isSamePort = is.port === was.port || (is.port === ports[is.scheme] && was.port === ports[was.scheme]);
  return isAlike && isSamePort && isNameWithin(is.host, was.host);
}

function isNameWithin(inner: string, outer: string): boolean {
  return inner === outer || (outer.startsWith('*.') && inner.endsWith(outer.slice(1)));
}

function partsOf(url: Value | undefined): { scheme: string; host: string; port: string } | undefined {
  if (typeof url !== 'string') return undefined;
  const shown = canonicalString('endpoint-url', url);
  const [, scheme, host, port] = /^([a-z][a-z0-9+.-]*):\/\/([^/:]+)(?::(\d+))?$/.exec(shown) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  return { scheme, host, port: port ?? ports[scheme] ?? '' };
}
