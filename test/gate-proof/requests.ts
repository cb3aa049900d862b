import type { EndpointModel, ObjectModel } from './url-sets.ts';

/** A request in normal form, as an edge or an endpoint sees it. */
export type Request =
  | { readonly to: 'edge'; readonly host: string; readonly path: string }
  | {
      readonly to: 'endpoint';
      /** An endpoint is reached by its binding: from the internet, from other endpoints, or from a cluster. */
      readonly by: EndpointModel['binding'];
      readonly scheme: string;
      readonly host: string;
      readonly port: string;
    };

const bindings = ['public', 'internal', 'kubernetes'] as const;

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443', tls: '443' };

/** A URL in normal form. */
export function partsOf(url: string): {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
} {
  const [, scheme = '', host = '', port] = /^([a-z]+):\/\/([^:]+)(?::(\d+))?$/i.exec(url) ?? [];
  const lower = scheme.toLowerCase();
  return { scheme: lower, host: normalHost(host), port: port ?? defaultPorts[lower] ?? '' };
}

/** RFC 1123: without letter case; a final dot names the same host. */
export function normalHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** RFC 3986 6.2.2: an escaped letter, digit or `-._~` is that character. */
export function normalPath(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Requests that tell all matches of these objects apart, and some that nothing names. */
export function universeOf(objects: readonly ObjectModel[]): readonly Request[] {
  const routes = objects.filter((object) => object.kind === 'https-route');
  const paths = new Set(['/', '/zz', '/shop', '/shop/deep/er', '/shopping']);
  const hosts = new Set(['other.test', 'www.example.com']);
  for (const { path, host } of routes) {
    const written = normalPath(path);
    for (const each of written === '' ? [] : [written, `${written}zz`, `${written}/zz`]) paths.add(each);
    if (host !== '') hosts.add(normalHost(host)).add(`zz.${normalHost(host)}`);
  }
  const urls = objects.filter((object) => object.kind === 'endpoint').map(({ url }) => partsOf(url));
  const names = new Set(urls.map(({ host }) => host.replace(/^\*/, 'zz')));
  const services = new Set(urls.map(({ scheme, port }) => `${scheme} ${port}`));
  return [
    ...(routes.length === 0 ? [] : [...hosts]).flatMap((host) =>
      [...paths].map((path): Request => ({ to: 'edge', host, path })),
    ),
    ...[...services].flatMap((service) => {
      const [scheme = '', port = ''] = service.split(' ');
      return [...names].flatMap((host) =>
        bindings.map((by): Request => ({ to: 'endpoint', by, scheme, host, port })),
      );
    }),
  ];
}
