/** `test --send` through the front door: what a client sees, compared with tests and with files. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, test } from 'vitest';
import {
  asDeclared,
  endSendStages,
  onSendStage,
  resource,
  secret,
  type Answer,
  type SendStage,
} from './send-stage.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../../../schemas/test-results.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);

afterAll(endSendStages);

interface SentTest {
  readonly name: string;
  readonly result: string;
  readonly skipped?: string;
  readonly message?: string;
  readonly attempts?: number;
  readonly not_compared?: readonly string[];
  readonly response?: { readonly text: string };
  readonly disagreement?: { readonly text: string };
  readonly objects?: readonly object[];
}

interface SentDocument {
  readonly counts: object;
  readonly tests: readonly SentTest[];
}

function documentOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): SentDocument {
  if (stdout === '') throw new Error(stderr);
  const document = JSON.parse(stdout) as SentDocument;
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  return document;
}

async function sent(
  { folder, send }: SendStage,
  tests: string,
  flags: readonly string[] = [],
): Promise<SentDocument> {
  folder.write('tests/hello.yaml', `tests:\n${tests}`);
  return documentOf(await send(['--format', 'json', ...flags]));
}

const seen = `
  - { name: served, request: "https://hello.example.com/", expect: { status: 200, body: hello, response_headers: { x-team: edge, x-none: null } } }
  - { name: closed, request: "https://hello.example.com/closed", expect: { status: 403 } }
  - { name: moved, request: "https://hello.example.com/old", expect: { status: 301, location: "https://hello.example.com/new" } }
  - { name: asked, request: "https://hello.example.com/account", expect: { login: google } }
  - { name: head, request: { method: HEAD, url: "https://hello.example.com/" }, expect: { status: 200, body: hello } }
`;

test('all that a client can see is as expected', async () => {
  await onSendStage(async (stage) => {
    const { counts, tests } = await sent(stage, seen);
    expect(tests.filter(({ result }) => result !== 'ok')).toEqual([]);
    expect(counts).toEqual({ ok: 5, failed: 0, skipped: 0 });
    for (const { headers, by } of stage.arrived) {
      expect(by).toBe('https');
      expect(headers.host).toBe('hello.example.com');
      expect(headers['user-agent']).toMatch(/^edgewright\/\S+ \(test --send\)$/);
    }
  });
});

const differences: readonly (readonly [string, string, Answer, string | undefined])[] = [
  ['/', 'served', { status: 500 }, 'the files say 200 from endpoint/hello, the service answered 500'],
  ['/', 'served', { body: 'hallo', headers: { 'x-team': 'edge' } }, undefined],
  ['/', 'served', { body: 'hello', headers: { 'x-team': 'other' } }, undefined],
  ['/', 'served', { body: 'hello', headers: { 'x-team': 'edge', 'x-none': 'here' } }, undefined],
  [
    '/closed',
    'closed',
    { status: 200 },
    'the files say 403 from deny of endpoint/hello, the service answered 200',
  ],
  [
    '/old',
    'moved',
    { status: 301, headers: { location: 'https://hello.example.com/newer' } },
    'the files say 301 to https://hello.example.com/new, the service answered 301 to https://hello.example.com/newer',
  ],
  ['/account', 'asked', { status: 200 }, 'the files say a login with google, the service answered 200'],
  [
    '/account',
    'asked',
    { status: 302, headers: { location: 'https://github.com/login/oauth/authorize?client_id=1' } },
    undefined,
  ],
  [
    '/closed',
    'closed',
    { close: true },
    'the files say 403 from deny of endpoint/hello, the service closed the connection',
  ],
];

test('each planted difference is found, and where the files are certain, it is said', async () => {
  await onSendStage(async (stage) => {
    for (const [path, name, answer, text] of differences) {
      stage.answer = (request) =>
        request.path === path && request.method === 'GET' ? answer : asDeclared(request);
      const { tests } = await sent(stage, seen);
      expect(tests.filter(({ result }) => result !== 'ok').map((one) => one.name)).toEqual([name]);
      expect(tests.find((one) => one.name === name)?.disagreement?.text).toBe(text);
    }
  });
});

test('a refused connection is expected, or found', async () => {
  await onSendStage(async (stage) => {
    stage.answer = () => ({ close: true });
    const tests = `
  - { name: cut, request: "https://hello.example.com/", expect: { connection: refused } }
  - { name: open, request: "https://hello.example.com/", expect: { login: false } }
`;
    const cut = await sent(stage, tests);
    expect(cut.tests.map(({ result }) => result)).toEqual(['ok', 'failed']);
    stage.answer = asDeclared;
    const open = await sent(stage, tests);
    expect(open.tests.map(({ result }) => result)).toEqual(['failed', 'ok']);
    expect(open.tests[0]?.message).toContain('expected connection refused');
  });
});

test('a login of OpenID Connect is a redirect to its issuer', async () => {
  await onSendStage(async (stage) => {
    const target = 'https://login.example.org/authorize?client_id=1&response_type=code';
    stage.answer = () => ({ status: 302, headers: { location: target } });
    const { tests } = await sent(
      stage,
      `
  - { name: issuer, request: "https://hello.example.com/", expect: { login: "https://login.example.org" } }
  - { name: any, request: "https://hello.example.com/", expect: { login: true } }
  - { name: other, request: "https://hello.example.com/", expect: { login: google } }
`,
    );
    expect(tests.map(({ result }) => result)).toEqual(['ok', 'ok', 'failed']);
    expect(tests[2]?.message).toContain('expected a login with google, got a login with login.example.org');
  });
});

const skips: readonly (readonly [test: string, reason: string])[] = [
  ['request: { method: POST, url: "https://hello.example.com/" }', 'POST may change something'],
  ['send: never, request: "https://hello.example.com/"', 'send: never'],
  ['from: { ip: 192.0.2.1 }, request: "https://hello.example.com/"', 'from.ip'],
  ['from: { country: DE }, request: "https://hello.example.com/germany"', 'from.country'],
  ['request: "https://hello.example.com/germany"', 'from: here'],
  ['request: "https://hello.example.com/night"', 'given.now'],
  [
    'given: { login: { email: ann@example.com } }, request: "https://hello.example.com/account"',
    'given.login',
  ],
  ['given: { rate_limit: exceeded }, request: "https://hello.example.com/"', 'given.rate_limit'],
  ['given: { upstream: { status: 201 } }, request: "https://hello.example.com/"', 'given.upstream'],
  ['given: { secrets: { KEY: abc } }, request: "https://hello.example.com/"', 'given.secrets'],
  ['request: { url: "https://hello.example.com/", headers: { host: evil.example.net } }', 'header `host`'],
];

test('what a client cannot choose is skipped, with the reason', async () => {
  await onSendStage(async (stage) => {
    const all = skips.map(
      ([given], index) => `  - { name: "${index}", ${given}, expect: { status: 200 } }\n`,
    );
    const { counts, tests } = await sent(stage, all.join(''));
    expect(counts).toEqual({ ok: 0, failed: 0, skipped: skips.length });
    for (const [index, [, reason]] of skips.entries()) expect(tests[index]?.skipped).toContain(reason);
    expect(stage.arrived).toEqual([]);
  });
});

test('`from: here`, `send: always` and usual facts are sent', async () => {
  await onSendStage(async (stage) => {
    const { counts } = await sent(
      stage,
      `
  - { name: here, from: here, request: "https://hello.example.com/germany", expect: { status: 200 } }
  - { name: post, send: always, request: { method: POST, url: "https://hello.example.com/", body: x }, expect: { status: 200 } }
  - { name: within, given: { rate_limit: within, login: none }, request: "https://hello.example.com/", expect: { status: 200 } }
`,
    );
    expect(counts).toEqual({ ok: 3, failed: 0, skipped: 0 });
    expect(stage.arrived.map(({ method }) => method)).toContain('POST');
  });
});

test('what a client cannot see is said, and alone it is skipped', async () => {
  await onSendStage(async (stage) => {
    const { tests } = await sent(
      stage,
      `
  - { name: both, request: "https://hello.example.com/", expect: { status: 200, served_by: endpoint/hello } }
  - { name: hidden, request: "https://hello.example.com/closed", expect: { refused_by: deny } }
`,
    );
    expect(tests[0]).toMatchObject({ result: 'ok', not_compared: ['served_by'] });
    expect(tests[1]).toMatchObject({ result: 'skipped', skipped: 'a client cannot see `refused_by`' });
  });
});

describe('limits', () => {
  test('a few are sent at once, each once', async () => {
    await onSendStage(async (stage) => {
      stage.answer = () => ({ close: true });
      const urls = Array.from({ length: 12 }, (_, index) => `"https://hello.example.com/${index}"`);
      const { counts } = await sent(
        stage,
        `  - { name: all, each: [${urls.join(', ')}], expect: { status: 200 } }\n`,
      );
      expect(counts).toEqual({ ok: 0, failed: 12, skipped: 0 });
      expect(stage.arrived).toHaveLength(12);
      expect(stage.mostOpen()).toBeLessThanOrEqual(4);
    });
  });

  test('a response that does not come fails in time', async () => {
    await onSendStage(async (stage) => {
      stage.answer = () => ({ isHeld: true });
      const { tests } = await sent(
        stage,
        '  - { name: slow, request: "https://hello.example.com/", expect: { connection: refused } }\n',
        ['--timeout', '1'],
      );
      expect(tests[0]).toMatchObject({ result: 'failed' });
      expect(tests[0]?.message).toContain('did not answer in time');
      stage.proceed();
    });
  });

  test('with --wait, a test that fails is sent again, and says so', async () => {
    await onSendStage(async (stage) => {
      stage.answer = (request) => (stage.arrived.length < 3 ? { status: 404 } : asDeclared(request));
      const one = '  - { name: late, request: "https://hello.example.com/", expect: { status: 200 } }\n';
      const { tests } = await sent(stage, one, ['--wait', '10']);
      expect(tests[0]).toMatchObject({ result: 'ok', attempts: 3 });
      stage.answer = () => ({ status: 404 });
      const never = await sent(stage, one, ['--wait', '4']);
      expect(never.tests[0]).toMatchObject({ result: 'failed', attempts: 3 });
    });
  });

  test('too many that are skipped fail the run', async () => {
    await onSendStage(async (stage) => {
      stage.folder.write(
        'edgewright.yaml',
        `${stage.folder.read('edgewright.yaml')}sent_tests: { max_skipped_percent: 40 }\n`,
      );
      stage.folder.write(
        'tests/hello.yaml',
        `tests:
  - { name: sent, request: "https://hello.example.com/", expect: { status: 200 } }
  - { name: not sent, send: never, request: "https://hello.example.com/", expect: { status: 200 } }
`,
      );
      const said = await stage.send();
      expect(said.exit).toBe(1);
      expect(said.stdout).toContain('skipped    not sent (production): it says `send: never`');
      expect(said.stdout).toContain('Too many tests are skipped: at most 40 % may be');
      const document = documentOf(await stage.send(['--format', 'json']));
      expect(document).toMatchObject({ max_skipped_percent: 40 });
    });
  });
});

test('every format says what was skipped, and where files and service disagree', async () => {
  await onSendStage(async (stage) => {
    stage.answer = (request) => (request.path === '/closed' ? { status: 200 } : asDeclared(request));
    stage.folder.write(
      'tests/hello.yaml',
      `tests:
  - { name: closed, request: "https://hello.example.com/closed", expect: { status: 403 } }
  - { name: open, request: "https://hello.example.com/closed", expect: { status: 200 } }
  - { name: post, request: { method: POST, url: "https://hello.example.com/" }, expect: { status: 200 } }
`,
    );
    for (const format of ['text', 'github', 'markdown', 'junit']) {
      const { exit, stdout } = await stage.send(['--format', format]);
      expect(exit).toBe(1);
      expect(stdout).toMatch(/the files say 403 from deny of endpoint\/hello, the service answered 200/i);
      expect(stdout).toContain('POST may change something');
      const shown = stdout.replaceAll(/ in \d+ ms$/gm, '').replaceAll(/ time="[\d.]+"/g, '');
      expect(shown).toMatchSnapshot(format);
    }
  });
});

test('--explain says whether the live objects are those of the files', async () => {
  await onSendStage(async (stage) => {
    stage.answer = () => ({ status: 200 });
    const one =
      '  - { name: closed, request: "https://hello.example.com/closed", expect: { status: 403 } }\n';
    const same = await sent(stage, one, ['--explain']);
    expect(same.tests[0]?.objects).toEqual([{ address: 'endpoint/hello', state: 'same' }]);
    stage.folder.write('resources/hello.yaml', resource.replace('body: hello', 'body: hallo'));
    const changed = await sent(stage, one, ['--explain']);
    expect(changed.tests[0]?.objects).toEqual([{ address: 'endpoint/hello', state: 'not-applied' }]);
    stage.folder.write('resources/hello.yaml', resource);
    const headers = { 'content-type': 'application/json' };
    const { endpoints } = (await (await fetch(`${stage.api}/endpoints`)).json()) as {
      readonly endpoints: readonly { readonly id: string }[];
    };
    const body = JSON.stringify({ traffic_policy: '{"on_http_request":[]}' });
    await fetch(`${stage.api}/endpoints/${endpoints[0]?.id ?? ''}`, { method: 'PATCH', headers, body });
    const drifted = await sent(stage, one, ['--explain']);
    expect(drifted.tests[0]?.objects).toEqual([{ address: 'endpoint/hello', state: 'drifted' }]);
    const said = await stage.send(['--explain']);
    expect(said.stdout).toContain('endpoint/hello was changed outside Edgewright');
  });
});

test('a secret in a header is resolved, and shown nowhere, also if the service repeats it', async () => {
  await onSendStage(async (stage) => {
    stage.answer = ({ headers }) => ({
      status: 302,
      headers: { location: `https://hello.example.com/?key=${String(headers['x-key'])}`, 'x-echo': secret },
      body: secret,
    });
    stage.folder.write(
      'tests/hello.yaml',
      `tests:
  - name: repeated
    request: { url: "https://hello.example.com/", headers: { x-key: "$(secret:KEY)", authorization: "Bearer $(secret:KEY)" } }
    expect: { status: 200, body: hello, location: x, response_headers: { x-echo: none } }
`,
    );
    for (const format of ['text', 'json', 'junit', 'github', 'markdown']) {
      const { stdout, stderr } = await stage.send(['--format', format]);
      expect(stdout).toContain('repeated');
      expect(stdout + stderr).not.toContain(secret);
    }
    expect(stage.arrived[0]?.headers).toMatchObject({ 'x-key': secret, authorization: `Bearer ${secret}` });
  });
});

test('drift finds an edge that behaves differently though its objects are as recorded', async () => {
  await onSendStage(async (stage) => {
    stage.folder.write(
      'tests/hello.yaml',
      'tests:\n  - { name: closed, request: "https://hello.example.com/closed", expect: { status: 403 } }\n',
    );
    // The name of the host is not known here, so no request of `drift`, which has no `--resolve`, arrives.
    const { exit, stdout } = await stage.folder.run(['drift', '--send-tests'], {
      HTTPS_PROXY: stage.deadProxy,
    });
    expect(exit).toBe(2);
    expect(stdout).toContain('0 of 1 object drifted');
    expect(stdout).toContain('the tests that were sent: 0 ok, 1 failed, 0 skipped');
    expect(stdout).toContain('the service behaves differently: `closed`: ');
    expect(stdout).toContain('Every object is as recorded, and 1 test of requests fails.');
    const quiet = await stage.folder.run(['drift']);
    expect(quiet.exit).toBe(0);
    const job = await stage.folder.run(['drift', '--send-tests'], { GITHUB_HEAD_REF: 'topic' });
    expect(job.exit).toBe(64);
  });
});
