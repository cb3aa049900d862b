import type { Draw } from './draw.ts';
import { freshUid, type Edited } from './pairs.ts';
import type { EndpointModel, Guard } from './url-sets.ts';

/** The `$` is the pair's own label. */
const domains = [
  '$.example.com',
  '*.$.example.com',
  'api.$.example.com',
  'api.$.example.co',
  'api.$.example.com.evil.org',
  '*.$.example.com.evil.org',
];
const guards: readonly Guard[] = [{}, {}, { networks: ['office'] }];
const bindings = ['public', 'public', 'public', 'public', 'public', 'internal', 'kubernetes'] as const;

export function newEndpoint(draw: Draw, uid: number): EndpointModel {
  return {
    kind: 'endpoint',
    uid,
    name: `e${uid}`,
    url: newUrl(draw),
    guard: draw.among(guards),
    binding: draw.among(bindings),
  };
}

function newUrl(draw: Draw): string {
  // No `tls`: the documents do not say whether it shares its port with the `https` of a host.
  const scheme = draw.among(['https', 'https', 'https', 'http', 'tcp']);
  return `${scheme}://${draw.among(domains)}${scheme === 'tcp' ? draw.among([':8443', ':9443']) : ''}`;
}

/** One edit of the files. An endpoint that they no longer have is deleted. */
export function editedEndpoints(
  draw: Draw,
  { objects, removed }: Edited<EndpointModel>,
): Edited<EndpointModel> {
  const fresh = newEndpoint(draw, freshUid(objects));
  if (objects.length === 0) return { objects: [fresh], removed };
  const endpoint = draw.among(objects);
  const rest = objects.filter((each) => each !== endpoint);
  switch (draw.among(['change', 'change', 'change', 'change', 'add', 'remove', 'replace'] as const)) {
    case 'change': {
      const changed = { ...endpoint, ...changeOf(draw, endpoint) };
      return { objects: objects.map((each) => (each === endpoint ? changed : each)), removed };
    }
    case 'add':
      return { objects: [...objects, fresh], removed };
    case 'remove':
      return { objects: rest, removed };
    case 'replace':
      return { objects: [...rest, { ...fresh, url: endpoint.url }], removed };
  }
}

const changes = ['url', 'url', 'host', 'host', 'spelling', 'scheme', 'guard', 'binding', 'name'] as const;

function changeOf(draw: Draw, { url, name }: EndpointModel): Partial<EndpointModel> {
  switch (draw.among(changes)) {
    case 'url':
      return { url: newUrl(draw) };
    case 'host':
      return { url: url.replace(/\/\/[^:]+/, `//${draw.among(domains)}`) };
    case 'spelling':
      return {
        url: draw.among([
          url.replace(/example\.com?(?=$|:)/, '$&.'),
          url.replace('example', 'EXAMPLE'),
          url.replace(/^(https:.*[a-z])$/, '$1:443'),
        ]),
      };
    case 'scheme':
      return {
        url: url.startsWith('http:') ? url.replace('http:', 'https:') : url.replace('https:', 'http:'),
      };
    case 'guard':
      return { guard: draw.among(guards) };
    case 'binding':
      return { binding: draw.among(bindings) };
    case 'name':
      return { name: `${name}n` };
  }
}
