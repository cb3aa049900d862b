/**
 * Every way in which services hide a secret, in every field that can contain one, through the command line: create,
 * second plan, update, remove, declare again, adopt, pull. The service stores our secrets at every moment.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { secretEchoes } from '../../src/server/objects/secret-echo.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { openDoor } from './echo-door.ts';
import { makeFolder, type Folder, type Said } from './workspace-folder.ts';

const secret = 'correct-horse-battery-staple';

/** The module or field with the secret, by resource, as YAML and as the service stores it. */
const places: Readonly<
  Record<string, { readonly kind: KindName; readonly field: string; readonly text: string }>
> = {
  login: {
    kind: 'https-route',
    field: 'oidc',
    text: '{ issuer: https://login.example.com, client_id: shop, client_secret: $(secret:ONE), scopes: [openid] }',
  },
  github: {
    kind: 'https-route',
    field: 'oauth',
    text: '{ provider: { github: { client_id: shop, client_secret: $(secret:ONE), organizations: [acme] } } }',
  },
  hooks: {
    kind: 'https-route',
    field: 'webhook_verification',
    text: '{ provider: github, secret: $(secret:ONE) }',
  },
  headers: {
    kind: 'https-route',
    field: 'request_headers',
    text: '{ add: { authorization: "Bearer $(secret:ONE)", x-upstream: $(secret:ONE) } }',
  },
  policy: {
    kind: 'https-route',
    field: 'traffic_policy',
    text: '{ value: { on_http_request: [{ actions: [{ type: basic-auth, config: { credentials: ["a:$(secret:ONE)"] } }, { type: deny }] }] } }',
  },
  www: {
    kind: 'endpoint',
    field: 'traffic_policy',
    text: '{ on_http_request: [{ actions: [{ type: basic-auth, config: { credentials: ["a:$(secret:ONE)"] } }, { type: deny }] }] }',
  },
};

const extents = ['whole', 'within'] as const;

describe.each(secretEchoes.flatMap((how) => extents.map((extent) => ({ how, extent }))))(
  'secrets returned $how ($extent)',
  ({ how, extent }) => {
    test('are kept, sent and compared as if they were shown', async () => {
      const server = await startServer({ store: 'memory', ids: 'seeded' });
      const door = await openDoor(server.url, { secrets: [secret], how, extent });
      const env = { EDGEWRIGHT_API_URL: door.url, EDGEWRIGHT_SECRET_ONE: secret };
      const folder = makeFolder(env);
      try {
        await lifeOf(folder, server);
        const { exit, stdout } = await folder.run(['lint', '--live']);
        // A policy of which only the beginning is shown does not parse, which lint reports.
        const isCut = how === 'prefix' && extent === 'whole';
        expect(exit, stdout).toBe(isCut ? 1 : 0);
        if (isCut) expect(stdout).not.toMatch(/^error\[(?!traffic-policy-parse)/m);
      } finally {
        folder.remove();
        await door.close();
        await server.close();
      }
    });
  },
);

const names = Object.keys(places);
const allowed = names.flatMap((name) => ['--allow-exposure', `${places[name]!.kind}/${name}`]);

async function lifeOf(folder: Folder, server: RunningServer): Promise<void> {
  begin(folder, '');
  for (const name of names) write(folder, name, { hasSecret: true });
  ok(await folder.run(['ledger', 'init']));
  await converge(folder);
  expectStored(server, 'on');

  for (const name of names) write(folder, name, { hasSecret: true, description: 'another' });
  await converge(folder);
  expectStored(server, 'on');

  for (const name of names) write(folder, name, { hasSecret: false });
  await converge(folder);
  expectStored(server, 'off');

  for (const name of names) write(folder, name, { hasSecret: true });
  await converge(folder);
  expectStored(server, 'on');

  rmSync(path.join(folder.root, '.edgewright'), { recursive: true });
  begin(
    folder,
    `adopt:\n${names.map((name) => `  ${places[name]!.kind}/${name}: ${keyOf(server, name)}\n`).join('')}`,
  );
  ok(await folder.run(['ledger', 'init']));
  const adopted = await folder.run(['apply', '--yes', ...allowed]);
  // 2: a value that is hidden differs from the files, so the next plan updates it.
  expect([0, 2], adopted.stdout + adopted.stderr).toContain(adopted.exit);
  await converge(folder);
  expectStored(server, 'on');

  rmSync(path.join(folder.root, '.edgewright'), { recursive: true });
  for (const name of names) rmSync(path.join(folder.root, `resources/${name}.yaml`));
  begin(folder, '');
  ok(await folder.run(['ledger', 'init']));
  ok(await folder.run(['pull', ...names.map((name) => keyOf(server, name))]));
  ok(await folder.run(['lint']));
}

function begin(folder: Folder, more: string): void {
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 0f7b4c7e-52a8-4f0b-8a55-0c6c2f1e9b33 }\nsecrets: [ONE]\nsafety: { max_changed_percent: 100 }\n',
  );
  folder.write(
    'environments/production.yaml',
    `ids: { https-edge/main: edghts_1, backend/shop: bkdhr_1 }\n${more}`,
  );
}

function write(
  folder: Folder,
  name: string,
  { hasSecret, description = 'first' }: { readonly hasSecret: boolean; readonly description?: string },
): void {
  const { kind, field, text } = places[name]!;
  const place =
    kind === 'endpoint'
      ? [`url: https://${name}.example.com`]
      : [
          'edge_id: https-edge/main',
          'match_type: path_prefix',
          `match: /${name}`,
          'backend: { backend_id: backend/shop }',
        ];
  const lines = [...place, `description: ${description}`, ...(hasSecret ? [`${field}: ${text}`] : [])];
  folder.write(
    `resources/${name}.yaml`,
    `kind: ${kind}\nname: ${name}\nspec:\n${lines.map((line) => `  ${line}\n`).join('')}`,
  );
}

/** Applies, expects that each response equals the plan and that the next plan is empty. */
async function converge(folder: Folder): Promise<void> {
  const { stdout } = ok(await folder.run(['apply', '--yes', '--format', 'json', ...allowed]));
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { address?: string; surprises?: string[] });
  for (const { address, surprises = [] } of events) expect([address, ...surprises]).toEqual([address]);
  ok(await folder.run(['plan', '--detailed-exitcode']));
}

function ok(said: Said): Said {
  expect(said.exit, said.stdout + said.stderr).toBe(0);
  return said;
}

/** Expects the secret in clear in the service's store; a removed module is disabled and keeps its secret. */
function expectStored(server: RunningServer, state: 'on' | 'off'): void {
  for (const name of names) {
    const { kind, field } = places[name]!;
    const value = stored(server, name)[field];
    if (state === 'off' && kind === 'endpoint') expect(value).toBe('');
    else {
      expect(JSON.stringify(value), name).toContain(secret);
      if (kind !== 'endpoint') expect((value as JsonObject)['enabled'] ?? true, name).toBe(state === 'on');
    }
  }
}

function stored(server: RunningServer, name: string): JsonObject {
  return objectOf(server, name).spec;
}

function keyOf(server: RunningServer, name: string): string {
  const { id, edge_id } = objectOf(server, name);
  return edge_id === undefined ? id : `${edge_id}/${id}`;
}

function objectOf(
  server: RunningServer,
  name: string,
): ReturnType<RunningServer['outside']['objects']>[number] {
  const { kind } = places[name]!;
  return server.outside
    .objects(kind)
    .find(({ spec }) =>
      kind === 'endpoint' ? spec['url'] === `https://${name}.example.com` : spec['match'] === `/${name}`,
    )!;
}
