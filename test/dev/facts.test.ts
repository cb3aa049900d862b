/** Facts that a real request shows: its body, its address, its credentials, its signature, who has logged in. */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { besideUpstream, servingDev, type DevRun } from './serve-dev.ts';

const policyOf = (policy: string, more = ''): Readonly<Record<string, string>> => ({
  'edgewright.yaml': 'version: 1\nsecrets: [HOOK, PASSWORD, KEY]\n',
  'resources/app.yaml': `kind: endpoint
name: app
spec:
  url: https://app.example.com
  traffic_policy:
    on_http_request:
${policy}${more}`,
});

const answered = (body: string): string => `      - actions:
          - type: custom-response
            config: { status_code: 200, body: "${body}", headers: { content-type: text/plain } }
`;

describe('facts of a real request', () => {
  test('a token is looked for in the body, if it is not too large', async () => {
    const files = policyOf(`      - actions:
          - type: jwt-validation
            config:
              issuer: { allow_list: [{ value: https://id.example.com }] }
              http: { tokens: [{ type: jwt, method: body, name: token }] }
              jws: { allowed_algorithms: [ES256], keys: { sources: { additional_jkus: [https://id.example.com/jwks] } } }
${answered('in')}`);
    await servingDev({ files }, async ({ get }) => {
      const send = (body: string | Buffer, headers = {}) =>
        get('app.example.com', '/', { method: 'POST', body, headers });
      expect(
        (
          await send('{"token": "a.b.c"}', {
            'edgewright-given': 'jwt: { valid: true, claims: { iss: "https://id.example.com" } }',
          })
        ).text,
      ).toBe('in');
      expect((await send('{"other": 1}')).status).toBe(401);
      const large = await send(Buffer.alloc(1_100_000));
      expect([large.status, large.headers['edgewright-dev']]).toEqual([413, 'not decided']);
    });
  });

  test('the address is that of the connection, or a chosen one', async () => {
    const files = policyOf(`      - actions:
          - type: restrict-ips
            config: { allow: [198.51.100.0/24] }
${answered('in')}`);
    await servingDev({ files }, async ({ get }) => {
      expect((await get('app.example.com', '/')).status).toBe(403);
      const chosen = { 'edgewright-ip': '198.51.100.9' };
      expect((await get('app.example.com', '/', { headers: chosen })).text).toBe('in');
      const wrong = await get('app.example.com', '/', { headers: { 'edgewright-ip': 'home' } });
      expect([wrong.status, wrong.headers['edgewright-dev']]).toEqual([400, 'facts not read']);
      // A page of another origin cannot choose.
      const cross = await get('app.example.com', '/', {
        headers: { ...chosen, 'sec-fetch-site': 'cross-site' },
      });
      expect(cross.status).toBe(400);
    });
  });

  test('credentials are compared with secrets, which no page and no line shows', async () => {
    const files = policyOf(`      - actions:
          - type: basic-auth
            config: { credentials: ["ann:$(secret:PASSWORD)"] }
${answered('in')}`);
    const env = { EDGEWRIGHT_SECRET_PASSWORD: 'correct-horse-battery' };
    await servingDev({ files, env }, async ({ get, port, token, said }) => {
      const as = async (password: string) =>
        (
          await get('app.example.com', '/', {
            headers: { authorization: `Basic ${Buffer.from(`ann:${password}`).toString('base64')}` },
          })
        ).status;
      expect(await as('correct-horse-battery')).toBe(200);
      expect(await as('wrong')).toBe(401);
      expect((await get('app.example.com', '/')).status).toBe(401);
      const way = await get(`localhost:${port}`, `/t/${token}/requests/1`);
      expect(way.status).toBe(200);
      expect(way.text + said()).not.toContain('correct-horse');
      expect(way.text).not.toContain(Buffer.from('ann:correct-horse-battery').toString('base64'));
    });
  });

  test('without its secret, a credential is undecided, and the page says how to give it', async () => {
    const files = policyOf(`      - actions:
          - type: basic-auth
            config: { credentials: ["ann:$(secret:PASSWORD)"] }
${answered('in')}`);
    await servingDev({ files }, async ({ get, until }) => {
      const headers = { authorization: `Basic ${Buffer.from('ann:x').toString('base64')}` };
      const { status, text } = await get('app.example.com', '/', { headers });
      expect(status).toBe(501);
      expect(text).toContain("curl -H 'edgewright-given: { basic_auth: valid }'");
      expect(await until('ms\n')).toContain('undecided');
      const given = { ...headers, 'edgewright-given': '{ basic_auth: valid }' };
      expect((await get('app.example.com', '/', { headers: given })).text).toBe('in');
    });
  });

  test('networks of an IP policy that are not known are given under its name, as the page prints it', async () => {
    const files = {
      'environments/test.yaml': `ids:
  https-edge/main: edghts_2NAnKzW5yZQ5VRb0sW4PBn7CYqZ
  ip-policy/office: ipp_2NAnKzW5yZQ5VRb0sW4PBn7CYqV
`,
      'resources/shop.yaml': `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop.example.com
  ip_restriction: { ip_policy_ids: [ip-policy/office] }
  traffic_policy:
    value:
      on_http_request:
${answered('in').replaceAll(/^/gm, '  ').trimEnd()}
`,
    };
    await servingDev({ files }, async ({ get }) => {
      const { status, text } = await get('shop.example.com', '/');
      expect(status).toBe(501);
      const [, given = ''] = /curl -H 'edgewright-given: (.*)' …/.exec(text) ?? [];
      expect(given).toBe('{ ip_policies: { "ip-policy/office": [127.0.0.0/8] } }');
      expect((await get('shop.example.com', '/', { headers: { 'edgewright-given': given } })).text).toBe(
        'in',
      );
    });
  });

  test('facts may stand in the file beside the settings', async () => {
    const files = {
      ...policyOf(`      - expressions: ["conn.geo.country_code == 'DE'"]
        actions: [{ type: deny, config: { status_code: 451 } }]
${answered('in')}`),
      'edgewright.dev.yaml': 'from: { country: DE }\n',
    };
    await servingDev({ files }, async ({ get, write, until }) => {
      expect((await get('app.example.com', '/')).status).toBe(451);
      write('edgewright.dev.yaml', 'from: { country: FR }\n');
      await until('serving test as it is now');
      expect((await get('app.example.com', '/')).status).toBe(200);
      write('edgewright.dev.yaml', 'form: {}\n');
      expect(await until('= help')).toContain('`form` is not a key of `edgewright.dev.yaml`');
      expect((await get('app.example.com', '/')).status).toBe(200);
    });
  });

  test('the file sends nothing to another machine, and reads nothing outside of the workspace', async () => {
    const start = (text: string): Promise<unknown> =>
      servingDev({ files: { ...policyOf(answered('in')), 'edgewright.dev.yaml': text } }, () =>
        Promise.resolve(),
      );
    await expect(start('upstreams: { backend/*: https://evil.example }\n')).rejects.toThrow(
      'is not on this machine',
    );
    await expect(start('upstreams: { backend/*: http://localhost.evil.example }\n')).rejects.toThrow(
      'is not on this machine',
    );
    await expect(start('key_sets: { https://id.example.com: ../keys.json }\n')).rejects.toThrow(
      'is outside the workspace',
    );
  });

  test('a rate limit counts, for each key', async () => {
    const files = policyOf(`      - actions:
          - type: rate-limit
            config: { name: r, algorithm: sliding_window, capacity: 2, rate: 60s, bucket_key: [conn.client_ip] }
${answered('in')}`);
    await servingDev({ files }, async ({ get }) => {
      const from = async (ip: string) =>
        (await get('app.example.com', '/', { headers: { 'edgewright-ip': ip } })).status;
      const statuses = [];
      for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) statuses.push(await from(ip));
      expect(statuses).toEqual([200, 200, 429, 200]);
    });
  });

  test('a webhook is verified with its secret', async () => {
    const files = policyOf(`      - actions:
          - type: verify-webhook
            config: { provider: github, secret: "$(secret:HOOK)" }
${answered('in')}`);
    await servingDev({ files, env: { EDGEWRIGHT_SECRET_HOOK: 'a-secret-of-the-hook' } }, async ({ get }) => {
      const send = async (secret: string) => {
        const body = '{"zen":"ü"}';
        const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
        const headers = { 'x-hub-signature-256': signature };
        return (await get('app.example.com', '/', { method: 'POST', body, headers })).status;
      };
      expect(await send('a-secret-of-the-hook')).toBe(200);
      expect(await send('another')).toBe(403);
      expect((await get('app.example.com', '/', { method: 'POST', body: 'x' })).status).toBe(403);
    });
  });

  test('a token is verified with the given key set', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }] };
    const files = {
      ...policyOf(`      - actions:
          - type: jwt-validation
            config:
              issuer: { allow_list: [{ value: https://id.example.com }] }
              http: { tokens: [{ type: jwt, method: header, name: authorization, prefix: "Bearer " }] }
              jws:
                allowed_algorithms: [ES256]
                keys: { sources: { additional_jkus: [https://id.example.com/jwks] } }
${answered('in')}`),
      'keys.json': JSON.stringify(keys),
    };
    const given = { 'edgewright.dev.yaml': 'key_sets:\n  https://id.example.com/jwks: keys.json\n' };
    const tokenOf = (claims: object, key = privateKey): string => {
      const parts = [{ alg: 'ES256', kid: 'one' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      const sign = createSign('sha256').update(parts.join('.'));
      return [...parts, sign.sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64url')].join('.');
    };
    await servingDev({ files: { ...files, ...given } }, async ({ get }) => {
      const send = async (token: string) =>
        (await get('app.example.com', '/', { headers: { authorization: `Bearer ${token}` } })).status;
      const claims = { iss: 'https://id.example.com', exp: 4_000_000_000 };
      expect(await send(tokenOf(claims))).toBe(200);
      expect(await send(tokenOf(claims, other.privateKey))).toBe(403);
      expect(await send(tokenOf({ ...claims, exp: 1 }))).toBe(403);
      expect(await send(tokenOf({ ...claims, iss: 'https://evil.example.com' }))).toBe(403);
      expect((await get('app.example.com', '/')).status).toBe(401);
    });
    // The set that is published, which is fetched once; then none, so that nothing is known.
    await besideUpstream(
      async ({ url, received }) => {
        const published = Object.fromEntries(
          Object.entries(files).map(([name, text]) => [
            name,
            text.replaceAll('https://id.example.com/jwks', `${url}/jwks`),
          ]),
        );
        await servingDev({ files: published }, async ({ get, until, write }) => {
          const headers = {
            authorization: `Bearer ${tokenOf({ iss: 'https://id.example.com' })}`,
          };
          const statuses = [];
          for (let count = 0; count < 2; count++)
            statuses.push((await get('app.example.com', '/', { headers })).status);
          expect([statuses, received.map((one) => one.url)]).toEqual([[200, 200], ['/jwks']]);
          const moved = published['resources/app.yaml'] ?? '';
          write('resources/app.yaml', moved.replace('/jwks', '/gone'));
          await until('serving test as it is now');
          expect((await get('app.example.com', '/', { headers })).status).toBe(501);
          expect(await until('in its place')).toContain('/gone was not read: it returned 404');
        });
      },
      ({ url }, response) => {
        response.statusCode = url === '/jwks' ? 200 : 404;
        response.end(JSON.stringify(keys));
      },
    );
  });
});

describe('secrets', () => {
  test('reach the upstream, and no page, line or test', async () => {
    const files = {
      'edgewright.yaml': 'version: 1\nsecrets: [KEY, PASSWORD, HOOK]\n',
      'resources/shop.yaml': `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop.example.com
  backend: { backend_id: backend/shop }
  request_headers: { add: { x-key: "Key $(secret:KEY)", x-pin: "$(secret:PASSWORD)", host: inner.example } }
`,
    };
    const env = { EDGEWRIGHT_SECRET_KEY: 'k3y-of-the-recommendations', EDGEWRIGHT_SECRET_PASSWORD: 'pin71' };
    const values = Object.values(env);
    await servingDev({ files, env }, async ({ get, port, token, said, folder }) => {
      const missing = await get('shop.example.com', '/?k=pin71', { headers: { accept: 'text/html' } });
      expect(missing.text).toContain('x-key: Key (secret)');
      const pages = [];
      for (const target of [`/t/${token}/requests`, `/t/${token}/requests/1`])
        pages.push((await get(`localhost:${port}`, target)).text);
      const saved = await get(`localhost:${port}`, `/t/${token}/requests/1`, { method: 'POST' });
      pages.push(saved.text, missing.text, said().replaceAll('?k=', ''));
      const file = path.join(folder, 'tests/dev.yaml');
      if (existsSync(file)) pages.push(readFileSync(file, 'utf8'));
      for (const value of values) expect(pages.join('\n')).not.toContain(value);
    });
    await besideUpstream(async ({ url, received }) => {
      const options = ['--upstream', `backend/shop=${url}`];
      await servingDev({ files, env, options }, async ({ get, until }) => {
        await get('shop.example.com', '/');
        expect(received[0]?.headers).toMatchObject({ 'x-key': `Key ${values[0] ?? ''}`, 'x-pin': values[1] });
        expect(await until('ms\n')).toContain('not sent, as not known: host');
      });
    });
  });
});

const login = {
  'resources/account.yaml': `kind: https-route
name: account
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop.example.com/account
  backend: { backend_id: backend/shop }
  oauth: { provider: { google: { email_domains: [example.com] } } }
`,
};

/** The pages that a browser goes through; the cookie at their end. */
async function logIn({ get, port }: DevRun, email: string): Promise<{ cookie: string; back: string }> {
  const host = `shop.example.com.localhost:${port}`;
  const asked = await get(host, '/account?a=1');
  expect(asked.status).toBe(302);
  const [, page = ''] = /^http:\/\/localhost:\d+(\/login\/[\w-]+)$/.exec(asked.headers.location ?? '') ?? [];
  const visit = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  const form = await get(`localhost:${port}`, page, { headers: visit });
  expect(form.text).toContain('<option value="google">google</option>');
  const chosen = await get(`localhost:${port}`, page, {
    method: 'POST',
    body: `provider=google&email=${encodeURIComponent(email)}`,
    headers: { origin: `http://localhost:${port}`, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(chosen.status).toBe(303);
  const [, back = ''] =
    /^http:\/\/shop\.example\.com\.localhost:\d+(.*)$/.exec(chosen.headers.location ?? '') ?? [];
  const set = await get(host, back);
  expect([set.status, set.headers.location]).toEqual([303, '/account?a=1']);
  const [cookie = ''] = (set.headers['set-cookie']?.[0] ?? '').split(';');
  return { cookie, back };
}

describe('a login', () => {
  test('is chosen on a page of this machine, and kept in a cookie', async () => {
    await besideUpstream(async ({ url, received }) => {
      const options = ['--upstream', `backend/shop=${url}`];
      await servingDev({ files: login, options }, async (run) => {
        const host = `shop.example.com.localhost:${run.port}`;
        const { cookie, back } = await logIn(run, 'ann@example.com');
        expect((await run.get(host, '/account', { headers: { cookie } })).text).toBe('hello');
        expect(received.at(-1)?.headers.cookie).toBeUndefined();
        // A code is for one time: afterwards the path is like any other.
        expect((await run.get(host, back)).headers['set-cookie']).toBeUndefined();
        // All logins end where the page is told to.
        const headers = { origin: `http://localhost:${run.port}`, cookie };
        const ended = await run.get(`localhost:${run.port}`, `/t/${run.token}/forget`, {
          method: 'POST',
          headers,
        });
        expect(ended.status).toBe(303);
        expect((await run.get(host, '/account', { headers: { cookie } })).status).toBe(302);
        const eve = await logIn(run, 'eve@other.example');
        const refused = await run.get(host, '/account', { headers: { cookie: eve.cookie } });
        expect([refused.status, refused.headers['edgewright-dev']]).toEqual([403, 'error of the edge']);
      });
    });
  });

  test('may be given by a header', async () => {
    await servingDev({ files: login }, async ({ get }) => {
      const headers = { 'edgewright-given': 'login: { email: ann@example.com }' };
      expect((await get('shop.example.com', '/account', { headers })).status).toBe(502);
    });
  });
});

describe('the outcome', () => {
  const secret = 'a-secret-of-the-upstream';
  const files = policyOf(`      - actions:
          - type: add-headers
            config: { headers: { x-key: "Key $(secret:HOOK)", x-team: edge } }
          - type: forward-internal
            config: { url: https://api.internal }
`);

  test('is told to a client that chooses facts, without values of secrets', async () => {
    await besideUpstream(async (upstream) => {
      const options = ['--upstream', `https://api.internal=${upstream.url}`];
      await servingDev({ files, options, env: { EDGEWRIGHT_SECRET_HOOK: secret } }, async ({ get }) => {
        const plain = await get('app.example.com', '/');
        expect(plain.headers['edgewright-outcome']).toBeUndefined();
        const headers = { 'edgewright-given': '{}' };
        const told = await get('app.example.com', '/', { headers });
        expect(told.text).toBe('hello');
        const outcome = JSON.parse(String(told.headers['edgewright-outcome'])) as {
          readonly request_headers: Readonly<Record<string, unknown>>;
        };
        expect(outcome).toMatchObject({ forwarded_to: ['https://api.internal'], status: 200, body: 'sent' });
        expect(outcome.request_headers).toMatchObject({ 'x-team': ['edge'], 'x-key': [null] });
        expect(told.headers['edgewright-outcome']).not.toContain(secret);
        // The upstream gets none of it, and the secret itself.
        expect(upstream.received[1]?.headers).toMatchObject({ 'x-key': `Key ${secret}` });
        expect(upstream.received[1]?.headers['edgewright-given']).toBeUndefined();
        // A page of another origin is told nothing.
        const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
        const refused = await get('app.example.com', '/', { headers: foreign });
        expect([refused.status, refused.headers['edgewright-outcome']]).toEqual([400, undefined]);
      });
    });
  });

  test('says a given response of the upstream in its place, and that a server does not run', async () => {
    const options = ['--upstream', 'https://api.internal=http://127.0.0.1:9'];
    await servingDev({ files, options, env: { EDGEWRIGHT_SECRET_HOOK: secret } }, async ({ get }) => {
      const toldBy = async (given: string): Promise<unknown> => {
        const { status, headers } = await get('app.example.com', '/', {
          headers: { 'edgewright-given': given },
        });
        return [status, JSON.parse(String(headers['edgewright-outcome']))];
      };
      expect(await toldBy('upstream: { status: 418 }')).toMatchObject([418, { status: 418 }]);
      expect(await toldBy('{}')).toMatchObject([
        502,
        { undecided: 'https://api.internal at http://127.0.0.1:9 does not answer; is it running?' },
      ]);
    });
  });
});

describe('facts that a person gives on a page', () => {
  const files = policyOf(`      - expressions: ["conn.geo.country_code == 'DE'"]
        actions: [{ type: deny, config: { status_code: 451 } }]
      - expressions: ["conn.server_region == 'eu'"]
        actions: [{ type: deny, config: { status_code: 418 } }]
${answered('in')}`);
  const host = 'app.example.com.localhost';
  const page = { accept: 'text/html' };

  const linkIn = (text: string): string =>
    /href="http:\/\/localhost:\d+(\/facts\/[\w-]+)"/.exec(text)?.[1] ?? '';

  /** Fills the form that an undecided page leads to; the page after it, or the form again. */
  async function give(
    { get, port }: DevRun,
    target: string,
    form: Readonly<Record<string, string>>,
    { cookie = '', method = 'GET' }: { readonly cookie?: string; readonly method?: string } = {},
  ) {
    const undecided = await get(`${host}:${port}`, target, { method, headers: { ...page, cookie } });
    expect(undecided.status).toBe(501);
    const at = linkIn(undecided.text);
    const shown = await get(`localhost:${port}`, at);
    const sent = await get(`localhost:${port}`, at, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `http://localhost:${port}` },
      body: new URLSearchParams(form).toString(),
    });
    const location = sent.headers.location ?? '';
    const back =
      location === ''
        ? sent
        : await get(`${host}:${port}`, new URL(location).pathname + new URL(location).search, {
            headers: { ...page, cookie },
          });
    return { shown, sent, back, at, cookie: String(back.headers['set-cookie']?.[0]).replace(/;.*/s, '') };
  }

  test('are kept in a cookie, one after the other', async () => {
    await servingDev({ files }, async (run) => {
      const { get, port, token } = run;
      const first = await give(run, '/a?b=1', { 'from.country': 'FR' });
      expect(first.shown.text).toContain('The two-letter code of the country.');
      expect([first.back.status, first.back.headers.location]).toEqual([303, '/a?b=1']);
      // The next fact is missing now, and the first one is shown.
      const second = await give(
        run,
        '/a?b=1',
        { 'given.variables.conn.server_region': 'us', more: '{ from: { country: FR } }' },
        first,
      );
      expect(second.shown.text).toContain('{&quot;from&quot;:{&quot;country&quot;:&quot;FR&quot;}}');
      expect(second.shown.text).toContain('given.variables.conn.server_region');
      const cookie = first.cookie;
      const answered = await get(`${host}:${port}`, '/a', { headers: { ...page, cookie } });
      expect([answered.status, answered.text]).toEqual([200, 'in']);
      // A header wins over what was kept, and another browser has nothing.
      const headers = { ...page, cookie, 'edgewright-given': '{ from: { country: DE } }' };
      expect((await get(`${host}:${port}`, '/a', { headers })).status).toBe(451);
      expect((await get(`${host}:${port}`, '/a', { headers: page })).status).toBe(501);
      await get(`localhost:${port}`, `/t/${token}/forget`, { method: 'POST' });
      expect((await get(`${host}:${port}`, '/a', { headers: { ...page, cookie } })).status).toBe(501);
    });
  });

  test('a mistake is named beside what was written, and the form can be sent again', async () => {
    await servingDev({ files }, async (run) => {
      const wrong = await give(run, '/', { 'from.country': 'Germany', more: '{ login: { nam: <b> } }' });
      expect(wrong.sent.status).toBe(200);
      expect(wrong.sent.text).toMatch(/class="problem" role="alert">[^<]+/);
      expect(wrong.sent.text).toContain('value="Germany"');
      expect(wrong.sent.text).toContain('{ login: { nam: &lt;b&gt; } }');
      const broken = await give(run, '/', { more: '{ login' });
      expect(broken.sent.text).toContain('The facts are not YAML');
      const { get, port } = run;
      const again = await get(`localhost:${port}`, wrong.at, { method: 'POST', body: 'from.country=DE' });
      expect(again.status).toBe(303);
      // A page is used once.
      expect((await get(`localhost:${port}`, wrong.at)).status).toBe(404);
    });
  });

  test('a fact that cannot be is named, with what it needs', async () => {
    const hook = policyOf(`      - actions:
          - type: verify-webhook
            config: { provider: stripe, secret: "$(secret:HOOK)" }
${answered('in')}`);
    await servingDev({ files: hook }, async (run) => {
      const headers = { 'edgewright-given': '{ signature: valid }' };
      const { status, text } = await run.get('app.example.com', '/', { headers });
      expect([status, text]).toEqual([400, expect.stringContaining('`stripe-signature`')]);
      const signed = { ...headers, 'stripe-signature': 't=1,v1=0' };
      expect((await run.get('app.example.com', '/', { headers: signed })).text).toBe('in');
      // A person changes the fact where it was given.
      const given = await give(run, '/', { 'given.signature': 'valid' });
      const again = await run.get(`${host}:${run.port}`, '/', { headers: { ...page, cookie: given.cookie } });
      expect([again.status, linkIn(again.text)]).toEqual([400, expect.stringMatching(/^\/facts\//)]);
    });
  });

  test('a request that is not repeated by a link is sent again by the person', async () => {
    await servingDev({ files }, async (run) => {
      const { back } = await give(run, '/', { 'from.country': 'DE' }, { method: 'POST' });
      expect([back.status, back.headers.location]).toEqual([200, undefined]);
      expect(back.text).toContain('Send the request again');
      expect(back.headers['set-cookie']?.[0]).toContain('HttpOnly; SameSite=Lax');
    });
  });

  test('no other origin sends the form, and no terminal is led to it', async () => {
    await servingDev({ files }, async ({ get, port }) => {
      const plain = await get('app.example.com', '/');
      expect(plain.text).not.toContain('/facts/');
      const undecided = await get(`${host}:${port}`, '/', { headers: page });
      const at = linkIn(undecided.text);
      const body = 'from.country=DE';
      for (const headers of [
        { origin: `http://app.example.com.localhost:${port}` },
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      ]) {
        const { headers: answer } = await get(`localhost:${port}`, at, { method: 'POST', headers, body });
        expect(answer['edgewright-dev'], JSON.stringify(headers)).toBe('refused');
      }
      // A link opens it, as a browser does; a frame and a script do not.
      const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const opened = await get(`localhost:${port}`, at, {
        headers: { ...visit, 'sec-fetch-dest': 'document' },
      });
      expect(opened.status).toBe(200);
      expect(opened.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      const framed = await get(`localhost:${port}`, at, {
        headers: { ...visit, 'sec-fetch-dest': 'iframe' },
      });
      expect(framed.headers['edgewright-dev']).toBe('refused');
      expect((await get(`localhost:${port}`, '/facts/guessed')).status).toBe(404);
    });
  });
});
