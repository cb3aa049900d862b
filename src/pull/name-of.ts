import type { Live } from '../model/live.ts';
import type { Address } from '../model/workspace.ts';

/** A name for a live object, from what it serves; made unique against `taken`, and added to it. */
export function nameOf(live: Live, taken: Set<Address>): string {
  const base = slug(source(live)) || slug(live.id);
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base.slice(0, 58)}-${count}`;
    const address: Address = `${live.kind}/${name}`;
    if (taken.has(address)) continue;
    taken.add(address);
    return name;
  }
}

function source({ kind, spec, id }: Live): string {
  const { url, match, hostports } = spec;
  switch (kind) {
    case 'endpoint':
      return typeof url === 'string' ? url.replace(/^[a-z]+:\/\//i, '') : id;
    case 'https-route':
      return match === '/' ? 'root' : typeof match === 'string' ? match : id;
    case 'tls-edge': {
      const first = Array.isArray(hostports) ? (hostports[0] as unknown) : undefined;
      return typeof first === 'string' ? first : id;
    }
  }
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');
}
