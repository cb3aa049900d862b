/* A workspace with many routes, and the built-in mock API as a process of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { edgewright, root } from './measure.mjs';

/** Documents in a file. */
const eachFile = 1_000;

/** Creates the files of a workspace; `store` is the value of `ledger.store`. */
export function writeRoutes(workspace, count, store = 'file') {
  mkdirSync(path.join(workspace, 'resources'), { recursive: true });
  mkdirSync(path.join(workspace, 'environments'));
  writeFileSync(
    path.join(workspace, 'edgewright.yaml'),
    `version: 1\nledger: { store: ${store}, lineage: 0f7b4c7e-52a8-4f0b-8a55-0c6c2f1e9b33 }\n`,
  );
  writeFileSync(
    path.join(workspace, 'environments/production.yaml'),
    'ids: { https-edge/main: edghts_2aPzProductionShopEdge0001, backend/shop: bkdhr_2aPzProductionStorefront01 }\n',
  );
  for (let from = 0; from < count; from += eachFile) {
    const documents = Array.from({ length: Math.min(eachFile, count - from) }, (_, index) =>
      route(from + index),
    );
    writeFileSync(path.join(workspace, `resources/routes-${from}.yaml`), documents.join('---\n'));
  }
}

/** The API with its state in a folder, always at the same address: a ledger belongs to one. */
export function serveFolder(data, flags, limit) {
  return serve(['--data', data, ...flags], { port: '4047', limit });
}

/** The API with its state in memory; `limit` is one of `limit-requests.cjs`. */
export async function serve(flags, { port = '0', limit } = {}) {
  const preload = limit === undefined ? [] : ['--require', path.join(root, 'test/bench/limit-requests.cjs')];
  const child = spawn(process.execPath, [...preload, edgewright, 'serve', '--port', port, ...flags], {
    cwd: root,
    env: { ...process.env, EDGEWRIGHT_BENCH_LIMIT: limit },
    // Not what it says on stderr when it starts and stops: it would be between the figures.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(child.stdout, 'data');
  const url = /http:\S+/.exec(String(line))?.[0];
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The median of bare requests one after the other, in milliseconds. */
export function roundTrip(url) {
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'test/bench/round-trip.mjs'), url], {
    encoding: 'utf8',
  });
  return Number(stdout);
}

/** The text of a route, by its number. */
export function route(index) {
  return `kind: https-route
name: route-${index}
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /services/${index}/
  backend: { backend_id: backend/shop }
  response_headers: { add: { x-service: "${index}", x-frame-options: DENY } }
`;
}
