/**
 * A browser that came by a name below `localhost` stays on this machine: what a response says of hosts of the edge is
 * said of their local names. Other clients, which name the host themselves, get what the edge would send.
 */
import { parseRequest } from '../../routing/traffic/request.ts';
import type { DevSite } from '../dev-site.ts';

export interface LocalNames {
  readonly isByLocalName: boolean;
  readonly isEncrypted: boolean;
  readonly port: number;
}

export function localValues(
  site: DevSite,
  name: string,
  { values, names }: { readonly values: readonly string[]; readonly names: LocalNames },
): readonly string[] {
  if (!names.isByLocalName) return values;
  switch (name) {
    case 'location':
    case 'content-location':
    case 'access-control-allow-origin':
      return values.map((value) => localAddress(site, value, names));
    case 'set-cookie':
      return values.map((value) =>
        value.replace(/(;\s*domain=)\.?([^;\s]+)/i, (_, key: string, host: string) =>
          host.toLowerCase().endsWith('localhost') ? `${key}${host}` : `${key}${host}.localhost`,
        ),
      );
    default:
      return values;
  }
}

/** The local name of a URL whose host the environment serves; other URLs stay. */
function localAddress({ side }: DevSite, url: string, { isEncrypted, port }: LocalNames): string {
  const [, scheme = '', host = '', rest = ''] = /^(https?):\/\/([^/:?#@]+)([/?#].*)?$/is.exec(url) ?? [];
  if (host === '') return url;
  const parsed = parseRequest(`${scheme.toLowerCase()}://${host}/`);
  const isServed = 'request' in parsed && side.takersOf(parsed.request).length > 0;
  return isServed ? `${isEncrypted ? 'https' : 'http'}://${host}.localhost:${port}${rest}` : url;
}
