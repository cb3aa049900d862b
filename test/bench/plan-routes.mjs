import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

const routes = 1_000;
const latency = 50;
const concurrency = 16;

/**
 * `plan` of 1,000 routes that the ledger knows, against an API that answers after 50 ms. Ideal: one round trip for
 * every 16 GETs, and nothing else. The lists of endpoints and TLS edges run beside them.
 */
export async function planRoutes(folder) {
  return withSlowApi(folder, ({ plan, ideal, peakMiB }) => ({
    figure: `plan of ${routes.toLocaleString('en')} routes at ${latency} ms / ideal at ${concurrency} at once`,
    ratios: Array.from({ length: 5 }, () => plan() / ideal),
    goal: '<= 1.10',
    peakMiB: peakMiB(),
  }));
}

/** The same against a process that does no more than ask for the same objects: what the machine's network takes is in both. */
export async function planOverRequests(folder) {
  return withSlowApi(folder, ({ plan, bare }) => ({
    figure: `plan of ${routes.toLocaleString('en')} routes at ${latency} ms / the bare requests`,
    ratios: ratiosOf(plan, bare, 5),
    goal: '<= 1.10',
  }));
}

async function withSlowApi(folder, measure) {
  const workspace = path.join(folder, 'plan');
  const data = path.join(folder, 'plan-api');
  if (!existsSync(workspace)) await applyRoutes(workspace, data);
  const slow = await serve(data, ['--latency', `${latency}ms`]);
  try {
    const env = { CI: '', EDGEWRIGHT_API_URL: slow.url };
    const args = [edgewright, 'plan', '-C', workspace];
    const ledger = path.join(workspace, '.edgewright/production/ledger.json');
    const bareArgs = [path.join(root, 'test/bench/bare-requests.mjs'), slow.url, ledger, String(concurrency)];
    const plan = () => time(args, { env });
    plan();
    return measure({
      plan,
      bare: () => time(bareArgs),
      ideal: Math.ceil(routes / concurrency) * latency,
      peakMiB: () => peakMemory(args, { env }),
    });
  } finally {
    await slow.stop();
  }
}

async function applyRoutes(workspace, data) {
  mkdirSync(path.join(workspace, 'resources'), { recursive: true });
  mkdirSync(path.join(workspace, 'environments'));
  writeFileSync(
    path.join(workspace, 'edgewright.yaml'),
    'version: 1\nledger: { store: file, lineage: 0f7b4c7e-52a8-4f0b-8a55-0c6c2f1e9b33 }\n',
  );
  writeFileSync(
    path.join(workspace, 'environments/production.yaml'),
    'ids: { https-edge/main: edghts_2aPzProductionShopEdge0001, backend/shop: bkdhr_2aPzProductionStorefront01 }\n',
  );
  writeFileSync(
    path.join(workspace, 'resources/routes.yaml'),
    Array.from({ length: routes }, (_, index) => route(index)).join('---\n'),
  );
  const fast = await serve(data, []);
  const env = { CI: '', EDGEWRIGHT_API_URL: fast.url };
  time([edgewright, 'ledger', 'init', '-C', workspace], { env });
  time([edgewright, 'apply', '--yes', '-C', workspace], { env });
  await fast.stop();
}

function route(index) {
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

async function serve(data, flags) {
  const child = spawn(process.execPath, [edgewright, 'serve', '--port', '4047', '--data', data, ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
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
