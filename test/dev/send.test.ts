/** `test --send` to `dev`: facts go along, what no client sees is told, and secrets go as to a service. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { runIn } from '../workspace/git/run-lint.ts';
import { besideUpstream, servingDev, type DevRun } from './serve-dev.ts';

const files = {
  'edgewright.yaml': 'version: 1\nsecrets: [KEY, { name: OTHERS, addresses: [endpoint/other] }]\n',
  'resources/app.yaml': `kind: endpoint
name: app
spec:
  url: https://app.example.com
  traffic_policy:
    on_http_request:
      - expressions: ["req.url.path == '/key' && req.headers['x-key'][0] != '$(secret:KEY)'"]
        actions: [{ type: deny, config: { status_code: 401 } }]
      - expressions: ["req.url.path == '/germany' && conn.geo.country_code == 'DE'"]
        actions: [{ type: deny, config: { status_code: 451 } }]
      - expressions: ["req.url.path == '/here' && conn.client_ip == '127.0.0.1'"]
        actions: [{ type: deny, config: { status_code: 418 } }]
      - expressions: ["req.url.path == '/limited'"]
        actions:
          - type: rate-limit
            config: { name: r, algorithm: sliding_window, capacity: 1, rate: 60s, bucket_key: [conn.client_ip] }
      - expressions: ["req.url.path == '/account'"]
        actions: [{ type: oauth, config: { provider: google } }]
      - expressions: ["req.url.path == '/inside'"]
        actions: [{ type: forward-internal, config: { url: https://api.internal } }]
      - actions:
          - type: custom-response
            config: { status_code: 200, body: "in" }
`,
  'resources/insecure.yaml': `kind: endpoint
name: insecure
spec:
  url: http://app.example.com
  traffic_policy: { on_http_request: [{ actions: [{ type: custom-response, config: { status_code: 200, body: "in" } }] }] }
`,
};

const secret = 'the-value-of-the-key-4711';
const env = { EDGEWRIGHT_SECRET_KEY: secret, EDGEWRIGHT_SECRET_OTHERS: 'others-very-secret-value' };

interface SentCase {
  readonly name: string;
  readonly result: string;
  readonly skipped?: string;
  readonly message?: string;
}

async function sent({ folder, port, write }: DevRun, tests: string): Promise<readonly SentCase[]> {
  write('tests/app.yaml', `tests:\n${tests}`);
  const ca = path.join(folder, '.local/share/edgewright/dev-certificate.pem');
  const to = ['--resolve', `*=127.0.0.1:${port}`, '--ca', ca];
  const { stdout, stderr } = await runIn(
    { folder, env: { HOME: folder, ...env } },
    ...['test', '--send', '--format', 'json', ...to],
  );
  if (stdout === '') throw new Error(stderr);
  expect(stdout).not.toContain(secret);
  return (JSON.parse(stdout) as { readonly tests: readonly SentCase[] }).tests;
}

/** A test of one line, with `more` after its request. */
function line(name: string, target: string, more: string): string {
  return `  - { name: ${name}, request: "https://app.example.com${target}", ${more} }\n`;
}

test('facts that no client can choose, and expectations that no client can see', async () => {
  await besideUpstream(async ({ url }) => {
    const options = ['--upstream', `https://api.internal=${url}`];
    await servingDev({ files, options, env }, async (run) => {
      const expected = [
        line('germany', '/germany', 'from: { country: DE }, expect: { status: 451, refused_by: deny }'),
        line('france', '/germany', 'from: { country: FR }, expect: { body: in, served_by: endpoint/app }'),
        line('far', '/here', 'expect: { status: 200 }'),
        line('here', '/here', 'from: here, expect: { status: 418 }'),
        line('asked', '/account', 'expect: { login: google }'),
        line('known', '/account', 'given: { login: { email: ann@example.com } }, expect: { status: 200 }'),
        line('exceeded', '/limited', 'given: { rate_limit: exceeded }, expect: { status: 429 }'),
        // A limit that `dev` has counted does not fail a test that says nothing of it.
        line('within', '/limited', 'expect: { status: 200 }'),
        line('within again', '/limited', 'expect: { status: 200 }'),
        line(
          'forwarded',
          '/inside',
          'expect: { body: hello, forwarded_to: "https://api.internal", request_headers: { x-forwarded-proto: https } }',
        ),
        line(
          'given',
          '/inside',
          'given: { upstream: { status: 202, body: no } }, expect: { status: 202, body: no }',
        ),
      ].join('');
      const tests = await sent(run, expected);
      expect(tests.filter(({ result }) => result !== 'ok')).toEqual([]);
      expect(tests).toHaveLength(11);
      const wrong = await sent(
        run,
        [
          line('forwarded', '/inside', 'expect: { forwarded_to: "https://other.internal" }'),
          line('asked', '/account', 'expect: { login: github }'),
          line('refused', '/germany', 'from: { country: DE }, expect: { refused_by: restrict-ips }'),
        ].join(''),
      );
      expect(wrong.map(({ result }) => result)).toEqual(['failed', 'failed', 'failed']);
    });
  });
});

test('what `dev` does not decide, or does not know, is skipped with the reason', async () => {
  await servingDev({ files, env }, async (run) => {
    const tests = await sent(
      run,
      [
        line('country', '/germany', 'expect: { status: 200 }'),
        line('upstream', '/inside', 'expect: { status: 200 }'),
        line('offline', '/inside', 'given: { upstream: offline }, expect: { status: 502 }'),
        '  - { name: posted, request: { method: POST, url: "https://app.example.com/" }, expect: { status: 200 } }\n',
        '  - { name: never, send: never, request: "https://app.example.com/", expect: { status: 200 } }\n',
      ].join(''),
    );
    expect(tests.map(({ result, skipped }) => [result, skipped])).toEqual([
      ['skipped', 'not decided by `dev`: `from.country` is needed and not given'],
      ['skipped', 'not decided by `dev`: `dev` has no --upstream for https://api.internal'],
      ['skipped', 'the status is not documented'],
      ['skipped', 'POST may change something; `send: always` sends it'],
      ['skipped', 'it says `send: never`'],
    ]);
  });
});

test('a secret goes over TLS alone, where it may be used, and needs no ledger', async () => {
  await servingDev({ files, env }, async (run) => {
    const withKey = (name: string, url: string, key: string): string =>
      `  - { name: ${name}, request: { url: "${url}", headers: { x-key: "$(secret:${key})" } }, expect: { status: 200 } }\n`;
    const [right] = await sent(run, withKey('right', 'https://app.example.com/key', 'KEY'));
    expect(right?.result).toBe('ok');
    for (const [url, key, text] of [
      ['http://app.example.com/', 'KEY', 'without TLS'],
      ['https://app.example.com/', 'OTHERS', 'is not for'],
    ] as const)
      await expect(sent(run, withKey('wrong', url, key))).rejects.toThrow(text);
    expect(run.said()).not.toContain(secret);
  });
});
