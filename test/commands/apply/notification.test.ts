/** The notifications of `apply` and `drift`, through the front door: one for each kind of event. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../../src/server/start-server.ts';
import { hookServer, type HookServer } from '../../run/session/hook-server.ts';
import { makeFolder, type Folder, type Said } from '../../pipeline/workspace-folder.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/notification.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

let api: RunningServer;
let hook: HookServer;
let folder: Folder;

beforeEach(async () => {
  [api, hook] = await Promise.all([startServer({ store: 'memory' }), hookServer()]);
  folder = makeFolder({ EDGEWRIGHT_API_URL: api.url, EDGEWRIGHT_SECRET_CHAT: hook.url });
  settings('[apply, drift, unknown]');
  folder.write('environments/production.yaml', 'ids: { https-edge/main: edghts_1 }\n');
  endpoint('www', 'first');
  expect(await folder.run(['ledger', 'init'])).toMatchObject({ exit: 0 });
});
afterEach(async () => {
  folder.remove();
  await Promise.all([api.close(), hook.close()]);
});

function settings(events: string): void {
  folder.write(
    'edgewright.yaml',
    [
      'version: 1',
      'ledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }',
      'secrets: [CHAT]',
      `notify: [{ url: $(secret:CHAT), events: ${events} }]`,
      '',
    ].join('\n'),
  );
}

function endpoint(name: string, description: string): void {
  folder.write(
    `resources/${name}.yaml`,
    `kind: endpoint\nname: ${name}\nspec: { url: "https://${name}.example.com", description: "${description}" }\n`,
  );
}

const apply = (more: readonly string[] = []): Promise<Said> => folder.run(['apply', '--yes', ...more]);

/** The messages received since the last call. */
function received(): readonly Record<string, unknown>[] {
  const bodies = hook.bodies.slice(seen);
  seen = hook.bodies.length;
  return bodies.map((body) => {
    const document = JSON.parse(body) as Record<string, unknown>;
    expect(validate(document), JSON.stringify(validate.errors, null, 1)).toBe(true);
    return document;
  });
}
let seen = 0;
beforeEach(() => (seen = 0));

test('an apply that did something is told, with its counts and its id; an empty one is not', async () => {
  const { exit, stdout } = await apply();
  expect(exit).toBe(0);
  const id = /\(run ([0-9a-f]{12})\)/.exec(stdout)?.[1];
  expect(received()).toMatchObject([
    {
      text: `production: 1 created (run ${id})`,
      events: ['apply'],
      verb: 'apply',
      run: id,
      environment: 'production',
      api: api.url,
      exit_code: 0,
      counts: { created: 1, steps: 1 },
      next: [{ purpose: 'undo' }],
    },
  ]);
  expect(await apply()).toMatchObject({ exit: 0 });
  expect(received()).toEqual([]);
});

test('a test that fails when `drift` sends it is told by its name', async () => {
  await apply();
  received();
  folder.write(
    'tests/www.yaml',
    'tests:\n  - { name: www is closed, request: "https://www.example.com/", expect: { status: 403 } }\n',
  );
  // Nothing is behind the proxy, so that no host outside is asked.
  const env = { HTTPS_PROXY: 'http://127.0.0.1:9' };
  expect(await folder.run(['drift', '--send-tests'], env)).toMatchObject({ exit: 2 });
  expect(received()).toMatchObject([
    {
      text: 'production: 1 test of requests fails\nTests that are not ok: www is closed',
      events: ['drift'],
      verb: 'drift',
      drifted: [],
      tests: ['www is closed'],
      exit_code: 2,
    },
  ]);
});

test('drift is told by drift, and by an apply that keeps it', async () => {
  await apply();
  received();
  const id = api.outside.objects('endpoint')[0]?.id ?? '';
  await api.outside.change('endpoint', id, { description: 'other' });
  const drifted = { events: ['drift'], drifted: ['endpoint/www'], exit_code: 2 };
  expect(await folder.run(['drift'])).toMatchObject({ exit: 2 });
  expect(received()).toMatchObject([
    {
      ...drifted,
      verb: 'drift',
      text: 'production: 1 changed outside Edgewright\nChanged outside Edgewright: endpoint/www',
    },
  ]);
  expect(await apply()).toMatchObject({ exit: 2 });
  expect(received()).toMatchObject([{ ...drifted, verb: 'apply' }]);
});

test('an unknown outcome is told with the commands that settle it', async () => {
  folder.write(
    'resources/cart.yaml',
    'kind: https-route\nname: cart\nspec: { edge_id: https-edge/main, match_type: path_prefix, match: /cart, ip_restriction: { enabled: false } }\n',
  );
  settings('[unknown]');
  // Lists nothing, and drops the connection of a create.
  const lossy = await hookServer((response, _attempt, { method, url = '' }) => {
    const list = url.includes('tls') ? 'tls_edges' : 'endpoints';
    if (method === 'POST') response.socket?.destroy();
    else response.end(JSON.stringify({ [list]: [], uri: url, next_page_uri: null }));
  });
  try {
    const env = { EDGEWRIGHT_API_URL: new URL(lossy.url).origin };
    const { exit, stderr } = await folder.run(['apply', '--yes', '--only', 'https-route/cart'], env);
    expect(exit, stderr).toBe(4);
  } finally {
    await lossy.close();
  }
  const place = 'edgewright resolve https-route/cart --env production';
  expect(received()).toMatchObject([
    {
      events: ['apply', 'unknown'],
      exit_code: 4,
      unknown: ['https-route/cart'],
      next: [
        { purpose: 'settle', command: 'edgewright resolve --list --env production' },
        { purpose: 'adopt', command: `${place} --adopt <id>`, address: 'https-route/cart' },
        { purpose: 'absent', command: `${place} --absent`, address: 'https-route/cart' },
      ],
    },
  ]);
});

test('an apply that is refused or cannot begin is told, and a wrong command line is not', async () => {
  await apply();
  received();
  folder.write('resources/www.yaml', '# nothing is declared\n');
  endpoint('other', 'first');
  expect(await apply()).toMatchObject({ exit: 6 });
  expect(received()).toMatchObject([{ events: ['apply'], exit_code: 6, refusals: [expect.any(String)] }]);
  const holder = { id: 'a1b2c3d4e5f6', at: '2026-06-01T11:59:00.000Z', verb: 'apply', host: 'build-7' };
  folder.write(
    '.edgewright/production/ledger.lock',
    `${JSON.stringify({ holder: '0'.repeat(32), pid: 1, boot: 'b', started: '1', run: holder })}\n`,
  );
  expect(await apply()).toMatchObject({ exit: 5 });
  expect(received()).toMatchObject([
    { exit_code: 5, error: { message: expect.stringContaining('locked by run a1b2c3d4e5f6') as string } },
  ]);
  expect(await apply(['--env', 'nowhere'])).toMatchObject({ exit: 64 });
  expect(received()).toEqual([]);
});

test('a hook that fails changes nothing but one line', async () => {
  await hook.close();
  const { exit, stdout, stderr } = await apply();
  expect(exit).toBe(0);
  expect(stdout).toContain('Applied: 1 created.');
  expect(stderr).toBe(
    'warning: the notification to CHAT was not delivered: the connection was refused, 3 times\n',
  );
});

test('a message has no secrets, and calls nobody in a chat', async () => {
  const secret = 's3cret "value" of <the> shop';
  const refusing = await hookServer((response) =>
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ msg: `<!channel> @all ${secret} ${hook.url}` })),
  );
  try {
    const env = { EDGEWRIGHT_API_URL: new URL(refusing.url).origin, EDGEWRIGHT_SECRET_OTHER: secret };
    expect(await folder.run(['apply', '--yes'], env)).toMatchObject({ exit: 77 });
  } finally {
    await refusing.close();
  }
  const [message] = received();
  const { text, ...fields } = message ?? {};
  expect(text).toMatch(/^production: apply failed: /);
  expect(text).not.toMatch(/[<>@]/);
  for (const value of [secret, JSON.stringify(secret).slice(1, -1), 'T0-B0-secret', 'k3y'])
    expect(JSON.stringify([text, fields])).not.toContain(value);
});

test('the URL may come from a secrets folder', async () => {
  folder.write('secrets/CHAT', `${hook.url}\n`);
  const env = { EDGEWRIGHT_SECRET_CHAT: '' };
  expect(await folder.run(['apply', '--yes', '--secrets-dir', 'secrets'], env)).toMatchObject({ exit: 0 });
  expect(received()).toHaveLength(1);
});
