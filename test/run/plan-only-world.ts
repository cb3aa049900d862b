/** A workspace that is applied to a local API, whose files and live objects can then be edited at will. */
import { expect } from 'vitest';
import type { JsonObject } from '../../src/model/value.ts';
import { startServer } from '../../src/server/start-server.ts';
import { makeFolder } from '../pipeline/workspace-folder.ts';

export const edits = ['none', 'describe', 'weaken', 'strengthen', 'idle', 'move', 'remove'] as const;
export type Edit = (typeof edits)[number];
export const outsides = ['none', 'describe', 'weaken', 'strengthen', 'idle', 'move', 'gone'] as const;
export type Outside = (typeof outsides)[number];

/** Routes that cover one another, and an endpoint that covers the others. */
const places = {
  'https-route/all': '/',
  'https-route/a': '/a',
  'https-route/deep': '/a/deep',
  'https-route/secret': '/secret',
  'endpoint/x': 'x.example.com',
  'endpoint/wild': '*.example.com',
  'endpoint/inner': 'inner.internal',
} as const;
export type Place = keyof typeof places;
export const addresses = Object.keys(places) as readonly Place[];

function fileOf(address: Place, edit: Edit): string {
  const [kind = '', name = ''] = address.split('/');
  if (edit === 'remove') return '';
  const described = edit === 'describe' ? 'described again' : 'described';
  const place = edit === 'move' ? movedPlace(address) : places[address];
  if (kind === 'endpoint')
    return `kind: endpoint
name: ${name}
spec:
  url: 'https://${place}'
  description: ${described}
  bindings: [${edit === 'idle' ? 'internal' : 'public'}]
  traffic_policy: '${policyOf(edit)}'
`;
  const login = `oidc: { issuer: https://login.example.com, client_id: x, client_secret: $(secret:LOGIN), scopes: [openid] }`;
  return `kind: https-route
name: ${name}
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: ${place}
  description: ${described}
  backend: { enabled: ${edit !== 'idle'}, backend_id: backend/shop }
  ip_restriction: { enabled: ${edit !== 'weaken'}, ip_policy_ids: [ip-policy/office] }
  ${edit === 'strengthen' ? 'webhook_verification: { provider: slack, secret: $(secret:LOGIN) }' : 'compression: {}'}
  ${name === 'secret' ? login : 'circuit_breaker: { error_threshold_percentage: 0.5 }'}
`;
}

function movedPlace(address: Place): string {
  return address.startsWith('endpoint/')
    ? `moved-${address.slice(9)}.example.com`
    : `${places[address]}moved`;
}

function policyOf(edit: Edit | Outside): string {
  const deny = '{ actions: [{ type: deny }] }';
  const open = `{ actions: [{ type: log }] }`;
  return `on_http_request: [${edit === 'weaken' ? open : deny}${edit === 'strengthen' ? `, ${deny}` : ''}]`;
}

const outsideEndpoint: Readonly<Record<Outside, (address: Place) => JsonObject>> = {
  none: () => ({}),
  describe: () => ({ description: 'elsewhere' }),
  weaken: () => ({ traffic_policy: policyOf('weaken') }),
  strengthen: () => ({ traffic_policy: policyOf('strengthen') }),
  idle: () => ({ bindings: ['internal'] }),
  move: (address) => ({ url: `https://${movedPlace(address)}` }),
  gone: () => ({}),
};

const outsideRoute: typeof outsideEndpoint = {
  ...outsideEndpoint,
  weaken: () => ({ ip_restriction: { enabled: false } }),
  strengthen: () => ({ ip_restriction: { enabled: true, ip_policy_ids: [] } }),
  idle: () => ({ backend: { enabled: false, backend_id: 'bkdhr_2aPzShop' } }),
  move: (address) => ({ match: movedPlace(address) }),
};

export interface World {
  readonly run: (command: readonly string[]) => Promise<{ exit: number; stdout: string; stderr: string }>;
  readonly requests: () => readonly { readonly path: string }[];
  readonly ledger: () => string;
  readonly write: (file: string, text: string) => void;
  readonly writeFiles: (edited: Readonly<Partial<Record<Place, Edit>>>, drift?: 'report' | 'revert') => void;
  /** Changes live objects; the returned function takes that back, unless one of them was removed. */
  readonly changeOutside: (
    changed: Readonly<Partial<Record<Place, Outside>>>,
    added: readonly string[],
  ) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

export async function openWorld(): Promise<World> {
  const server = await startServer({ store: 'memory' });
  const folder = makeFolder({
    EDGEWRIGHT_API_URL: server.url,
    EDGEWRIGHT_SECRET_LOGIN: 'a-secret-of-the-login',
  });
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000002 }\nsecrets: [LOGIN]\n' +
      'safety: { max_deletes: 9 }\n',
  );
  const writeFiles: World['writeFiles'] = (edited, drift = 'report') => {
    folder.write(
      'environments/production.yaml',
      `drift: ${drift}\nids: { https-edge/main: edghts_2aPzMain, backend/shop: bkdhr_2aPzShop, ip-policy/office: ipp_2aPzOffice }\n`,
    );
    for (const address of addresses)
      folder.write(`resources/${address.replace('/', '-')}.yaml`, fileOf(address, edited[address] ?? 'none'));
  };
  writeFiles({});
  await folder.run(['ledger', 'init']);
  const { exit, stdout, stderr } = await folder.run(['apply', '--yes']);
  expect(exit, stdout + stderr).toBe(0);
  const ledger = (): string => folder.read('.edgewright/production/ledger.json');
  const { resources } = JSON.parse(ledger()) as { resources: Record<string, { id: string }> };

  return {
    run: folder.run,
    requests: server.requests,
    ledger,
    write: folder.write,
    writeFiles,
    changeOutside: async (changed, added) => {
      const { add, change, remove, objects } = server.outside;
      const undo: (() => Promise<void>)[] = [];
      for (const [place, outside] of Object.entries(changed) as [Place, Outside][]) {
        const kind = place.startsWith('endpoint/') ? 'endpoint' : 'https-route';
        const { id } = resources[place]!;
        const { spec } = objects(kind).find((each) => each.id === id)!;
        if (outside === 'gone') await remove(kind, id);
        else {
          await change(kind, id, (kind === 'endpoint' ? outsideEndpoint : outsideRoute)[outside](place));
          undo.push(() => change(kind, id, spec));
        }
      }
      for (const url of added) {
        const id = await add('endpoint', { url });
        undo.push(() => remove('endpoint', id));
      }
      return async () => {
        for (const each of undo) await each();
      };
    },
    close: async () => {
      folder.remove();
      await server.close();
    },
  };
}
