import type { Desired, Origin } from '../../../src/model/desired.ts';
import type { RemovedDocument } from '../../../src/model/workspace/workspace-document.ts';
import type { KindName } from '../../../src/kinds/kind.ts';
import type { Random } from '../../model/history/random.ts';
import type { JsonMap } from '../../model/service/values.ts';
import { desiredOf } from '../../plan/desired-of.ts';
import type { Address } from '../../../src/model/workspace/address.ts';

/** The files of one environment, as data. */
export interface Files {
  readonly environment: string;
  /** `was`: the spec before the last edit. */
  readonly resources: Map<Address, { spec: JsonMap; was?: JsonMap; formerly: string[] }>;
  readonly removed: Map<Address, 'retire' | 'forget'>;
  marker: boolean;
  drift: 'report' | 'revert';
  /** The number of the last name given. */
  names: number;
}

export const edge = 'edghts_000000000000000000000000001';
export const secretValue = 'canary-5f2e9c0b7a';

/** `endpoints`: how many it has at least; they alone can be changed and deleted. */
export function newFiles(environment: string, random: Random, endpoints: number): Files {
  const files: Files = {
    environment,
    resources: new Map(),
    removed: new Map(),
    marker: !random.chance(0.1),
    drift: random.chance(0.7) ? 'revert' : 'report',
    names: 0,
  };
  for (let count = endpoints; count > 0; count--) add(files, random, 'endpoint');
  for (let count = 1 + random.below(4 - endpoints); count > 0; count--) add(files, random);
  return files;
}

/** Edits the files as a person would between two runs; says what it did. */
export function edit(
  files: Files,
  random: Random,
  {
    wished,
    at,
  }: { readonly wished?: 'change' | 'delete' | undefined; readonly at?: Address | undefined } = {},
): string {
  const all = [...files.resources.keys()];
  // What the API can do to all kinds is done to endpoints.
  const endpoints = all.filter((each) => each.startsWith('endpoint/'));
  const addresses = wished === undefined || endpoints.length === 0 ? all : endpoints;
  const address =
    at !== undefined && files.resources.has(at)
      ? at
      : addresses.length === 0
        ? undefined
        : random.pick(addresses);
  const what =
    (at !== undefined && at === address
      ? random.pick(['change', 'back', 'back', 'rename'] as const)
      : wished) ?? random.pick(['add', 'add', 'change', 'change', 'protect', 'rename', 'delete', 'undo']);
  if (address === undefined || what === 'add') return `adds ${add(files, random)}`;
  const resource = files.resources.get(address)!;
  const [kind, name] = address.split('/') as [KindName, string];
  // The API cannot change an edge.
  if (kind === 'tls-edge' && what !== 'rename' && what !== 'delete') return `adds ${add(files, random)}`;
  switch (what) {
    case 'change':
      resource.was = resource.spec;
      resource.spec = { ...resource.spec, ...changeOf(kind, random) };
      return `changes ${address}`;
    case 'back': {
      const { spec } = resource;
      resource.spec = resource.was ?? { ...spec, ...plainOf(kind) };
      resource.was = spec;
      return `reverts ${address}`;
    }
    case 'undo':
      // Back to what may have been before: a request of the version between may still arrive.
      resource.spec = { ...resource.spec, ...plainOf(kind) };
      return `changes ${address} back`;
    case 'protect': {
      if (kind === 'endpoint') resource.spec = { ...resource.spec, ...policyOf(random) };
      else
        resource.spec = {
          ...resource.spec,
          ip_restriction: { enabled: random.chance(0.7), ip_policy_ids: ['ipp_1'] },
        };
      return `protects ${address}`;
    }
    case 'rename': {
      const to: Address = `${kind}/${name.split('-')[0]}-${++files.names}`;
      files.resources.delete(address);
      files.resources.set(to, { ...resource, formerly: [...resource.formerly, name] });
      return `renames ${address} to ${to}`;
    }
    case 'delete':
      files.resources.delete(address);
      for (const former of [name, ...resource.formerly])
        if (kind !== 'endpoint')
          files.removed.set(
            `${kind}/${former}`,
            kind === 'tls-edge' || random.chance(0.3) ? 'forget' : 'retire',
          );
      return `removes ${address}`;
  }
}

/** The files as a run reads them when it starts. */
export function asRead(files: Files): Files {
  const resources = [...files.resources].map(([address, resource]) => [address, { ...resource }] as const);
  return { ...files, resources: new Map(resources), removed: new Map(files.removed) };
}

export function desiredIn({ environment, resources }: Files): readonly Desired[] {
  return [...resources]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, { spec, formerly }]) => ({
      ...desiredOf(address, spec, { formerly }),
      environment,
      originOf: () => nowhere,
    }));
}

/** The place of everything in the files: computing the real ones takes longer than the rest of a plan. */
const nowhere: Origin = {
  place: { source: { path: 'resources/all.yaml', text: '' }, start: 0, end: 0 },
  layer: 'spec',
  through: [],
};

export function removedIn({ removed }: Files): readonly RemovedDocument[] {
  return [...removed].map(
    ([address, then]) => ({ kind: 'removed', address, then }) as unknown as RemovedDocument,
  );
}

function add(files: Files, random: Random, wished?: 'endpoint'): Address {
  const { environment, resources } = files;
  const kind =
    wished ?? random.pick(['endpoint', 'endpoint', 'https-route', 'https-route', 'tls-edge'] as const);
  const name = `${environment}-${++files.names}`;
  const address: Address = `${kind}/${name}`;
  const place: JsonMap =
    kind === 'endpoint'
      ? { url: `https://${name}.example.com` }
      : kind === 'tls-edge'
        ? { hostports: [`${name}.example.com:443`] }
        : { edge_id: edge, match_type: 'path_prefix', match: `/${name}` };
  const more: JsonMap = kind === 'endpoint' ? policyOf(random) : { backend: { backend_id: 'bkdhr_1' } };
  const guard: JsonMap =
    kind !== 'endpoint' && random.chance(0.5) ? { ip_restriction: { ip_policy_ids: ['ipp_1'] } } : {};
  const hook: JsonMap =
    kind === 'https-route' && random.chance(0.3)
      ? { webhook_verification: { provider: 'github', secret: '$(secret:HOOK)' } }
      : {};
  resources.set(address, {
    spec: { ...place, ...more, ...guard, ...hook, ...changeOf(kind, random) },
    formerly: [],
  });
  return address;
}

function changeOf(kind: KindName, random: Random): JsonMap {
  const description = `version ${random.below(1000)}`;
  const metadata = random.pick(['owner: shop', '{"team":"shop"}', `v${random.below(1000)}`]);
  const compression = kind === 'https-route' ? { compression: { enabled: random.chance(0.5) } } : {};
  return random.pick<JsonMap>([{ description }, { description, metadata }, { description, ...compression }]);
}

function plainOf(_kind: KindName): JsonMap {
  return { description: 'plain' };
}

function policyOf(random: Random): JsonMap {
  const action = random.pick(['deny', 'custom-response'] as const);
  const actions =
    action === 'deny' ? [{ type: 'deny' }] : [{ type: action, config: { status_code: 200, body: 'ok' } }];
  return { traffic_policy: JSON.stringify({ on_http_request: [{ actions }] }) };
}
