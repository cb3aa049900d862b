import { normalUrl } from '../../../derive/forms/endpoint-url.ts';
import type { Subject } from '../../rule.ts';
import { isHost } from '../../../derive/forms/host-name.ts';

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

/** The user info of a URL, perhaps with a password; undefined if there is no `@` before the path. */
export function userIn(url: string): string | undefined {
  return form.exec(url)?.[2];
}

/** The URL without its user info, which may be a secret. */
export function withoutUser(url: string): string {
  return url.replace(form, '$1');
}

const form = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#]*)@/;

/** The `host:port` of a TLS edge. Either part is undefined if it is missing or malformed. */
export interface Hostport {
  readonly host: string | undefined;
  readonly port: string | undefined;
}

export function parseHostport(text: string): Hostport {
  const colon = text.lastIndexOf(':');
  const host = colon === -1 ? text : text.slice(0, colon);
  const port = colon === -1 ? undefined : text.slice(colon + 1);
  return {
    host: isHost(host) ? host : undefined,
    port: port !== undefined && /^\d+$/.test(port) ? port : undefined,
  };
}
