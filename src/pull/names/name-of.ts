import { identityKeys } from '../../derive/forms/identity.ts';
import type { Live } from '../../model/live.ts';
import type { Address } from '../../model/workspace.ts';
import type { SecretNames } from './secret-names.ts';

/** Sorts objects by their identity, so that an account always gets the same names. */
export function inNameOrder(objects: readonly Live[]): readonly Live[] {
  const keyed = objects.map((live) => ({
    live,
    key: [live.kind, ...identityKeys(live.kind, live.spec), live.id].join(' '),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ live }) => live);
}

/**
 * A name for a live object, from the URLs it serves unless these contain a secret; made unique within `taken` and added
 * to it.
 */
export function nameOf(live: Live, taken: Set<Address>, { partIn }: Pick<SecretNames, 'partIn'>): string {
  const served = source(live);
  const base = (partIn(served) === undefined ? slug(served) : '') || slug(live.id) || live.kind;
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base.slice(0, 58).replace(/-+$/, '')}-${count}`;
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
      const first = Array.isArray(hostports) ? (hostports as readonly string[]).toSorted()[0] : undefined;
      return first ?? id;
    }
  }
}

/** Removes diacritics: `größe` becomes `grosse`. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');
}
