/**
 * A plan of one address that the ledger knows reads this object, and of the others those that the files change. What it
 * says of the address, left out what becomes of the others, is what a plan of the same address says that has read everything, as a glob makes it do.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/value.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { makeFolder, type Folder } from '../pipeline/workspace-folder.ts';

const edits = ['none', 'none', 'none', 'describe', 'weaken', 'move', 'remove'] as const;
type Edit = (typeof edits)[number];
const outsides = ['none', 'none', 'describe', 'weaken'] as const;
type Outside = (typeof outsides)[number];

const routes = ['a', 'b', 'c', 'secret'] as const;
const endpoints = ['x', 'y'] as const;
const addresses = [
  ...routes.map((name) => `https-route/${name}` as const),
  ...endpoints.map((name) => `endpoint/${name}` as const),
];

function fileOf(address: string, edit: Edit): string {
  const [kind = '', name = ''] = address.split('/');
  if (edit === 'remove') return '';
  const described = edit === 'describe' ? 'described again' : 'described';
  if (kind === 'endpoint') {
    const policy =
      edit === 'weaken' ? 'on_http_request: []' : 'on_http_request: [{ actions: [{ type: deny }] }]';
    const host = edit === 'move' ? `${name}-moved` : name;
    return `kind: endpoint
name: ${name}
spec: { url: 'https://${host}.example.com', description: ${described}, traffic_policy: '${policy}' }
`;
  }
  const login = `oidc: { issuer: https://login.example.com, client_id: x, client_secret: $(secret:LOGIN), scopes: [openid] }`;
  return `kind: https-route
name: ${name}
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /${edit === 'move' ? `${name}/moved` : name}
  description: ${described}
  backend: { backend_id: backend/shop }
  ip_restriction: { enabled: ${edit !== 'weaken'}, ip_policy_ids: [ip-policy/office] }
  ${name === 'secret' ? login : 'compression: {}'}
`;
}

let server: RunningServer;
let folder: Folder;
let applied: string;
const write = (edited: Readonly<Record<string, Edit>>): void => {
  for (const address of addresses)
    folder.write(`resources/${address.replace('/', '-')}.yaml`, fileOf(address, edited[address] ?? 'none'));
};

beforeAll(async () => {
  server = await startServer({ store: 'memory' });
  folder = makeFolder({ EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_SECRET_LOGIN: 'a-secret-of-the-login' });
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000002 }\nsecrets: [LOGIN]\n',
  );
  folder.write(
    'environments/production.yaml',
    'ids: { https-edge/main: edghts_2aPzMain, backend/shop: bkdhr_2aPzShop, ip-policy/office: ipp_2aPzOffice }\n',
  );
  write({});
  await folder.run(['ledger', 'init']);
  const { exit, stdout, stderr } = await folder.run(['apply', '--yes']);
  expect(exit, stdout + stderr).toBe(0);
  // What a url that the files move to already belongs to, outside Edgewright.
  await server.outside.add('endpoint', { url: 'https://x-moved.example.com' });
  applied = folder.read('.edgewright/production/ledger.json');
});
beforeEach(() => write({}));
afterAll(async () => {
  folder.remove();
  await server.close();
});

interface PlanOfOne {
  readonly notes: readonly { readonly topic: string; readonly address?: string }[];
}

async function planned(
  address: string,
  only: string,
): Promise<{ exit: number; plan: unknown; gets: number }> {
  const before = server.requests().length;
  const { exit, stdout, stderr } = await folder.run(['plan', '--only', only, '--format', 'json']);
  const gets = server.requests().slice(before).length;
  if (stdout === '') return { exit, plan: stderr.replaceAll(only, address), gets };
  const [plan] = (JSON.parse(stdout) as { plans: readonly (PlanOfOne & JsonObject)[] }).plans;
  const notes = plan!.notes.filter(
    (note) => !['scope', 'filter'].includes(note.topic) && (note.address ?? address) === address,
  );
  const { bound: _bound, ...rest } = plan!;
  return { exit, plan: { ...rest, notes }, gets };
}

/** A glob that only this address matches. */
const globOf = (address: string): string => `${address.slice(0, -1)}*${address.slice(-1)}`;

test('says of one address what a plan says that has read everything', { timeout: 300_000 }, async () => {
  const narrow: number[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...addresses),
      fc.record(Object.fromEntries(addresses.map((address) => [address, fc.constantFrom(...edits)]))),
      fc.constantFrom(...outsides),
      async (address, edited, outside) => {
        write(edited);
        const undo = await changeOutside(address, outside);
        try {
          const one = await planned(address, address);
          const all = await planned(address, globOf(address));
          expect({ ...one, gets: 0 }).toEqual({ ...all, gets: 0 });
          if (one.gets < all.gets) narrow.push(one.gets);
        } finally {
          await undo();
        }
      },
    ),
    { numRuns: 16, seed: 7 },
  );
  expect(narrow.length).toBeGreaterThan(6);
  expect(folder.read('.edgewright/production/ledger.json')).toBe(applied);
});

async function changeOutside(address: string, outside: Outside): Promise<() => Promise<void>> {
  const kind = address.startsWith('endpoint/') ? 'endpoint' : 'https-route';
  const { resources } = JSON.parse(applied) as { resources: Record<string, { id: string }> };
  const { id } = resources[address]!;
  const stored = server.outside.objects(kind).find((each) => each.id === id)!;
  if (outside === 'describe') await server.outside.change(kind, id, { description: 'elsewhere' });
  if (outside === 'weaken')
    await server.outside.change(
      kind,
      id,
      kind === 'endpoint'
        ? { traffic_policy: 'on_http_request: []' }
        : { ip_restriction: { enabled: false } },
    );
  return () => server.outside.change(kind, id, stored.spec);
}

test('reads one object where the files change no other, and says so', async () => {
  write({ 'https-route/a': 'describe' });
  const before = server.requests().length;
  const { exit, stdout } = await folder.run(['plan', '--only', 'https-route/a']);
  const paths = server.requests().slice(before);
  expect(exit, stdout).toBe(0);
  // The route with a secret too: its value must be hidden wherever it appears.
  expect(paths.map(({ path }) => path.split('/').slice(1, 3).join('/'))).toEqual([
    'edges/https',
    'edges/https',
  ]);
  expect(stdout).toMatch(/4 other objects count as last\s+observed/);
});
