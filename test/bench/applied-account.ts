import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withMarker } from '../../src/derive/forms/marker.ts';
import { ledgerText } from '../../src/ledger/ledger-text.ts';
import type { LedgerEntry, LedgerState } from '../../src/model/ledger/ledger.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import type { StateChange } from '../../src/server/state/server-state.ts';
import { nodeHost } from '../../src/run/session/node-host.ts';
import { openDirectoryStore } from '../../src/server/state/store/directory-store.ts';
import { route } from './local-api.mjs';
import { ownerOf, addressHash } from '../../src/derive/forms/owner-id.ts';

/*
 * Run by plan-account.mjs and apply-at-scale.mjs: a workspace whose resources were all applied, without the hours that
 * as many creates would take. Half are endpoints, which a plan reads from the list; half are routes, each of which it
 * reads by a GET. What an apply would have left is written as it writes it: files, ledger, and the state of the local
 * API.
 */
const [workspace = '', data = '', api = '', size = '0'] = process.argv.slice(2);
const lineage = '0f7b4c7e-52a8-4f0b-8a55-0c6c2f1e9b33';
const environment = 'production';
const edge = 'edghts_2aPzProductionShopEdge0001';
const backend = 'bkdhr_2aPzProductionStorefront01';
const at = '2026-06-01T00:00:00Z';
const eachFile = 5;
const half = Number(size) / 2;

const policy = `on_http_request:
  - expressions: ["req.method == 'TRACE'"]
    actions:
      - type: deny
        config: { status_code: 405 }
`;

function id(prefix: string, of: string): string {
  const digest = createHash('sha256').update(of).digest('base64url');
  return prefix + digest.replaceAll(/[_-]/g, '0').slice(0, 27);
}

function nonce(address: Address): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}

/** What the metadata of an object is live, with the marker of its create. */
function marked(address: Address, metadata?: string): string {
  const owner = ownerOf(lineage, environment);
  return withMarker(metadata, { owner, address: addressHash(address), op: nonce(address) });
}

function endpointText(index: number): string {
  return `kind: endpoint
name: service-${index}
spec:
  url: https://service-${index}.example.com
  description: Serves what service ${index} has to offer
  metadata: '{"service":${index}}'
  traffic_policy: |
${policy.replaceAll(/^/gm, '    ').trimEnd()}
`;
}

const resources: Record<Address, LedgerEntry> = {};
const changes: StateChange[] = [];

function put(kind: LedgerEntry['kind'], of: string, spec: JsonObject): void {
  const serial = changes.length + 1;
  const parent = kind === 'https-route' ? { edge_id: edge } : {};
  changes.push({ put: { kind, id: of, serial, created_at: at, updated_at: at, ...parent, spec } });
}

function addRoute(index: number): void {
  const address: Address = `https-route/route-${index}`;
  const of = id('edghtsrt_', address);
  const spec = { match_type: 'path_prefix', match: `/services/${index}/` };
  const add = { 'x-frame-options': 'DENY', 'x-service': String(index) };
  const modules = { backend: { backend_id: backend }, response_headers: { add } };
  put('https-route', of, { ...spec, ...modules, metadata: marked(address) });
  resources[address] = {
    uid: nonce(address),
    kind: 'https-route',
    id: of,
    edge_id: edge,
    applied: { ...spec, edge_id: edge, ...modules },
    observed: {
      ...spec,
      edge_id: edge,
      description: '',
      backend: { backend_id: backend, enabled: true },
      response_headers: { add, enabled: true, remove: [] },
    },
    observed_at: at,
    is_protected: false,
    origin: `resources/routes-${index - (index % eachFile)}.yaml`,
  };
}

function addEndpoint(index: number): void {
  const address: Address = `endpoint/service-${index}`;
  const of = id('ep_', address);
  const metadata = `{"service":${index}}`;
  const declared = {
    url: `https://service-${index}.example.com`,
    description: `Serves what service ${index} has to offer`,
    traffic_policy: policy,
  };
  put('endpoint', of, { ...declared, metadata: marked(address, metadata) });
  resources[address] = {
    uid: nonce(address),
    kind: 'endpoint',
    id: of,
    applied: { ...declared, metadata },
    observed: { ...declared, metadata, type: 'cloud', bindings: ['public'], pooling_enabled: false },
    observed_at: at,
    is_protected: false,
    origin: `resources/services-${index - (index % eachFile)}.yaml`,
  };
}

function write(file: string, text: string): void {
  const name = path.join(workspace, file);
  mkdirSync(path.dirname(name), { recursive: true });
  writeFileSync(name, text);
}

function writeFiles(name: string, textOf: (index: number) => string): void {
  for (let from = 0; from < half; from += eachFile) {
    const count = Math.min(eachFile, half - from);
    const documents = Array.from({ length: count }, (_, index) => textOf(from + index));
    write(`resources/${name}-${from}.yaml`, documents.join('---\n'));
  }
}

write('edgewright.yaml', `version: 1\nledger: { store: file, lineage: ${lineage} }\n`);
write('environments/production.yaml', `ids: { https-edge/main: ${edge}, backend/shop: ${backend} }\n`);
writeFiles('routes', route);
writeFiles('services', endpointText);
for (let index = 0; index < half; index++) addEndpoint(index);
for (let index = 0; index < half; index++) addRoute(index);
const ledger: LedgerState = {
  ...{ format: 1, environment, lineage, serial: 2, fence: 1, api, resources, orphans: {} },
};
write('.edgewright/production/ledger.json', ledgerText(ledger));
const store = await openDirectoryStore({ directory: data, host: await nodeHost() });
store.commit(changes);
await store.close();
