/** What a workspace declares, changed a little before each run: routes, endpoints and TLS edges. */
import type { KindName } from '../../src/kinds/kind.ts';
import type { Random } from '../model/history/random.ts';

export interface Declared {
  /** The version of each object, by its address. */
  readonly versions: ReadonlyMap<string, number>;
  /** The number of objects ever declared: names are not used again. */
  readonly count: number;
}

export const nothingDeclared: Declared = { versions: new Map(), count: 0 };

/** The edge of an environment's routes. */
export const edgeOf = (environment: string): string => `edghts_2aPz${environment}Edge0001`;

/** Six to eleven objects more, a third of the others changed, up to two endpoints fewer. */
export function changedAtRandom({ versions, count }: Declared, random: Random): Declared {
  const next = new Map(versions);
  for (const [address, version] of versions)
    if (!address.startsWith('tls-edge/') && random.below(3) === 0) next.set(address, version + 1);
  const endpoints = [...versions.keys()].filter((address) => address.startsWith('endpoint/'));
  for (let left = random.below(3); left > 0 && endpoints.length > 0; left--)
    next.delete(endpoints.splice(random.below(endpoints.length), 1)[0] ?? '');
  const more = 6 + random.below(6);
  const kinds: readonly KindName[] = ['https-route', 'endpoint', 'https-route', 'tls-edge', 'endpoint'];
  for (let index = 0; index < more; index++) next.set(`${random.pick(kinds)}/o${count + index}`, 1);
  return { versions: next, count: count + more };
}

/** The file that declares them. */
export function declaredText({ versions }: Declared): string {
  return [...versions].map(([address, version]) => documentOf(address, version)).join('---\n');
}

function documentOf(address: string, version: number): string {
  const [kind = '', name = ''] = address.split('/');
  return `kind: ${kind}\nname: ${name}\nspec: ${JSON.stringify(specOf(kind, name, version))}\n`;
}

function specOf(kind: string, name: string, version: number): unknown {
  if (kind === 'tls-edge') return { hostports: [`${name}.$(domain):443`], description: 'an edge' };
  if (kind === 'endpoint')
    return {
      url: `https://${name}.$(domain)`,
      description: `version ${version}`,
      // The service has any number of these at one URL.
      pooling_enabled: true,
    };
  const headers = { add: { 'x-version': `${version}` } };
  return {
    edge_id: 'https-edge/main',
    match_type: 'exact_path',
    match: `/${name}`,
    response_headers: headers,
  };
}

/** The environment and the address of what a request creates. */
export function subjectOf(path: string, body: string): { environment: string; address: string } {
  const sent = JSON.parse(body) as { url?: string; hostports?: readonly string[]; match?: string };
  const [, edge] = /^\/edges\/https\/edghts_2aPz(\w+)Edge0001\/routes$/.exec(path) ?? [];
  if (edge !== undefined) return { environment: edge, address: `https-route/${sent.match?.slice(1)}` };
  const host = sent.url?.replace('https://', '') ?? sent.hostports?.[0] ?? '';
  const [name = '', environment = ''] = host.split('.');
  return { environment, address: `${path === '/endpoints' ? 'endpoint' : 'tls-edge'}/${name}` };
}
