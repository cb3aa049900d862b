/** Tests that name an HTTPS edge in place of a host: with which host they are sent, and to which never. */
import { afterAll, expect, test } from 'vitest';
import { endSendStages, onSendStage, secret, type SendStage, type StageWorld } from './send-stage.ts';

afterAll(endSendStages);

const listed = (id: string, host: string, edge: string): object => ({
  id,
  type: 'edge',
  url: `https://${host}`,
  edge: { id: edge, uri: `http://a/edges/https/${edge}` },
});

const route = (name: string, edge: string): string => `kind: https-route
name: ${name}
spec:
  edge_id: https-edge/${edge}
  match_type: path_prefix
  match: /
  backend: { backend_id: backend/shop }
`;

/** An edge with one host, one with two, and one without any. */
const world: StageWorld = {
  files: {
    'environments/production.yaml': `ids:
  https-edge/one: edghts_one
  https-edge/two: edghts_two
  https-edge/none: edghts_none
  backend/shop: bkd_1
`,
    'resources/routes.yaml': ['one', 'two', 'none'].map((edge) => route(edge, edge)).join('---\n'),
  },
  fixture: {
    endpoints: [
      listed('ep_1', 'new.example.com', 'edghts_one'),
      listed('ep_2', 'a.example.com', 'edghts_two'),
      listed('ep_3', 'b.example.com', 'edghts_two'),
      listed('ep_9', 'evil.example.net', 'edghts_of_others'),
    ],
  },
};

const key = '$(secret:KEY)';

const shown = (name: string, url: string, headers = ''): string =>
  `  - { name: ${name}, request: { url: "${url}"${headers} }, expect: { status: 200 } }\n`;

async function results(stage: SendStage, tests: string, flags: readonly string[] = []) {
  stage.folder.write('tests/hello.yaml', `tests:\n${tests}`);
  stage.answer = () => ({ status: 200 });
  const { stdout, stderr, exit } = await stage.send(['--format', 'json', ...flags]);
  if (stdout === '') return { exit, said: stderr, tests: [] };
  const { tests: read } = JSON.parse(stdout) as {
    readonly tests: readonly {
      readonly name: string;
      readonly result: string;
      readonly url?: string;
      readonly skipped?: string;
      readonly message?: string;
    }[];
  };
  return {
    exit,
    said: stdout + stderr,
    tests: read.map(({ name, result, url, skipped, message }) => [name, result, url ?? skipped ?? message]),
  };
}

test('the only host that the API lists, one that is named, or none with the reason', async () => {
  await onSendStage(async (stage) => {
    const tests = [
      shown('one', 'https-edge/one/x', `, headers: { x-api-key: "${key}" }`),
      shown('two', 'https-edge/two/'),
      shown('none', 'https-edge/none/'),
    ].join('');
    const found = await results(stage, tests);
    expect(found.tests).toEqual([
      ['one', 'ok', 'https://new.example.com/x'],
      ['two', 'skipped', '`https-edge/two` has 2 hosts; `--host a.example.com=https-edge/two` chooses one'],
      [
        'none',
        'skipped',
        'the API lists no host of `https-edge/none`; `--host <host>=https-edge/none` names one',
      ],
    ]);
    expect(stage.arrived.map(({ headers }) => [headers.host, headers['x-api-key']])).toEqual([
      ['new.example.com', secret],
    ]);
    expect(found.exit).toBe(0);
    // By an option, and by the file that `dev` reads, too.
    const chosen = ['--host', 'a.example.com=https-edge/two'];
    const resolve = ['--resolve', `a.example.com=127.0.0.1:${stage.ports.https}`];
    const asked = async (flags: readonly string[] = []): Promise<unknown> =>
      (await results(stage, shown('two', 'https-edge/two/'), [...resolve, ...flags])).tests[0]?.[2];
    // The service has no certificate for it.
    expect(await asked(chosen)).toBe('https://a.example.com/');
    stage.folder.write('edgewright.dev.yaml', 'hosts: { a.example.com: https-edge/two }\n');
    expect(await asked()).toBe('https://a.example.com/');
    stage.folder.write('edgewright.dev.yaml', 'hosts: { b.example.com: https-edge/two }\n');
    expect(await asked(chosen)).toBe('https://a.example.com/');
  }, world);
});

test('without the API, no host of an edge is known, and none that is named is believed', async () => {
  await onSendStage(async (stage) => {
    const tests = shown('one', 'https-edge/one/x', `, headers: { x-api-key: "${key}" }`);
    stage.folder.write('tests/hello.yaml', `tests:\n${tests}`);
    const send = (...flags: readonly string[]) => stage.send(flags, { EDGEWRIGHT_API_URL: '' });
    expect((await send()).stdout).toContain('the hosts of `https-edge/one` are not known without the API');
    const named = await send('--host', 'evil.example.net=https-edge/one');
    expect(named.stdout.replaceAll(/\s+/g, ' ')).toContain('are not known without the API');
    expect(named.exit).toBe(1);
    expect(stage.arrived).toEqual([]);
  }, world);
});

test('a host that is named is not believed: the edge has to have it', async () => {
  await onSendStage(async (stage) => {
    const tests = shown('one', 'https-edge/one/', `, headers: { x-api-key: "${key}" }`);
    const refusal = 'the API does not list the host of `https://evil.example.net/` for `https-edge/one`';
    const option = await results(stage, tests, ['--host', 'evil.example.net=https-edge/one']);
    expect(option.tests).toEqual([['one', 'failed', `one: ${refusal}`]]);
    // A branch writes the file, and gives another edge the name.
    stage.folder.write('edgewright.dev.yaml', 'hosts: { evil.example.net: https-edge/one }\n');
    expect((await results(stage, tests)).tests).toEqual([['one', 'failed', `one: ${refusal}`]]);
    stage.folder.write(
      'environments/production.yaml',
      'ids: { https-edge/one: edghts_of_others, https-edge/two: edghts_two, https-edge/none: edghts_none, backend/shop: bkd_1 }\n',
    );
    expect((await results(stage, tests)).tests).toEqual([['one', 'failed', `one: ${refusal}`]]);
    stage.folder.write('edgewright.dev.yaml', 'hosts: {}\n');
    expect((await results(stage, tests)).tests[0]?.[1]).toBe('skipped');
    // A host of another edge of ours is not that of this one.
    stage.folder.write('environments/production.yaml', world.files?.['environments/production.yaml'] ?? '');
    const other = await results(stage, tests, ['--host', 'a.example.com=https-edge/one']);
    expect(other.tests[0]?.[2]).toContain('the API does not list the host of `https://a.example.com/`');
    expect(stage.arrived).toEqual([]);
  }, world);
});

test('mistakes in `--host` are named', async () => {
  await onSendStage(async (stage) => {
    const said = async (...flags: readonly string[]): Promise<string> =>
      (await results(stage, shown('one', 'https-edge/one/'), flags)).said;
    expect(await said('--host', 'shop.example.com')).toContain(
      'write `--host shop.example.com=https-edge/main`',
    );
    expect(await said('--host', 'a.example.com=https-edge/tow')).toContain('write `https-edge/two`');
    stage.folder.write('environments/staging.yaml', 'ids: {}\n');
    expect(await said('--host', 'a.example.com=https-edge/two')).toContain('add `--env <name>`');
    stage.folder.write('environments/staging.yaml', '');
    expect(await said('--resolve', 'a.example.com:4444:127.0.0.1')).toContain(
      'write `--resolve a.example.com=127.0.0.1:4444`',
    );
    expect(await said('--resolve', '127.0.0.1:4444')).toContain('`*` matches any characters of the host');
    const unsent = await stage.folder.run(['test', '--host', 'a.example.com=https-edge/two']);
    expect(unsent.stderr).toContain('--host requires --send');
  }, world);
});

test('an address of this machine where no `dev` answers is named', async () => {
  await onSendStage(async (stage) => {
    stage.folder.write(
      'resources/later.yaml',
      'kind: endpoint\nname: later\nspec: { url: https://evil.example.net, traffic_policy: \'{"on_http_request":[{"actions":[{"type":"deny"}]}]}\' }\n',
    );
    stage.folder.write('tests/hello.yaml', `tests:\n${shown('later', 'https://evil.example.net/')}`);
    const { stdout } = await stage.folder.run(['test', '--send', '--resolve', '*=localhost:9']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('no `edgewright dev` answers at 127.0.0.1:9');
  }, world);
});

test('a server on this machine that is not `dev` is the service: it gets no facts, and hosts have to be applied', async () => {
  await onSendStage(async (stage) => {
    stage.folder.write(
      'resources/later.yaml',
      'kind: endpoint\nname: later\nspec: { url: https://evil.example.net, traffic_policy: \'{"on_http_request":[{"actions":[{"type":"deny"}]}]}\' }\n',
    );
    const found = await results(
      stage,
      [
        shown('hello', 'https://hello.example.com/'),
        shown('later', 'https://evil.example.net/'),
        '  - { name: far, request: "https://hello.example.com/", from: { country: DE }, expect: { status: 200 } }\n',
      ].join(''),
    );
    expect(found.tests.map(([, result]) => result)).toEqual(['ok', 'failed', 'skipped']);
    expect(
      stage.arrived
        .flatMap(({ headers }) => Object.keys(headers))
        .filter((name) => name.startsWith('edgewright')),
    ).toEqual([]);
  }, world);
});
