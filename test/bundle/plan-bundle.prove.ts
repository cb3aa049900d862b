/** `plan` as it is shipped, against an API that is another process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executable, loading, shipped } from './shipped.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-bundle-plan-'));
let service: ChildProcess;
let env: NodeJS.ProcessEnv;

const file = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};

const route = (name: string): string => `kind: https-route
name: ${name}
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /${name}/
  backend: { backend_id: backend/shop }
  response_headers: { add: { x-frame-options: DENY } }
`;

beforeAll(async () => {
  service = spawn(
    process.execPath,
    [executable, 'serve', '--port', '0', '--data', path.join(folder, 'api')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(service.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  env = { EDGEWRIGHT_API_URL: /http:\S+/.exec(line.toString())?.[0] };
  file(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 0f7b4c7e-52a8-4f0b-8a55-0c6c2f1e9b33 }\n',
  );
  file(
    'environments/production.yaml',
    'ids: { https-edge/main: edghts_2aPzProductionShopEdge0001, backend/shop: bkdhr_2aPzProductionStorefront01 }\n',
  );
  file('resources/routes.yaml', [route('cart'), route('search')].join('---\n'));
  shipped(folder, ['ledger', 'init'], env);
});

afterAll(async () => {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

test('a plan without changes loads the HTTP client and no other library', () => {
  const before = loading(folder, ['plan', '--detailed-exitcode'], env);
  expect(before).toMatchObject({ exit: 2, stderr: '' });
  const applied = loading(folder, ['apply', '--yes'], env);
  expect(applied).toMatchObject({ exit: 0, stderr: '' });
  const after = loading(folder, ['plan', '--detailed-exitcode'], env);
  expect(after).toMatchObject({ exit: 0, stderr: '', files: ['main.cjs', 'vendor/undici.cjs'] });
  expect(after.stdout).toContain('No changes: live matches the files.');
});

test('a plan of a big workspace for many environments warns of nothing', () => {
  const head = readFileSync(path.join(folder, 'edgewright.yaml'), 'utf8');
  const ids = readFileSync(path.join(folder, 'environments/production.yaml'), 'utf8');
  // An edge of its own for each: environments that share one take URLs from each other.
  const idsOf = (name: string): string => ids.replace('Production', name);
  file('big/edgewright.yaml', head);
  const environments = ['blue', 'green', 'production', 'red', 'staging'];
  for (const name of environments) file(`big/environments/${name}.yaml`, idsOf(name));
  for (let index = 0; index < 500; index++) file(`big/resources/r${index}.yaml`, route(`r${index}`));
  const big = path.join(folder, 'big');
  for (const name of environments) shipped(big, ['ledger', 'init', '--env', name], env);
  const planned = shipped(big, ['plan'], env);
  expect(planned).toMatchObject({ exit: 0, stderr: '' });
  expect(planned.stdout.match(/^To apply: /gm)).toHaveLength(environments.length);
});
