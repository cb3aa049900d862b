/** The pages of `dev`: they answer this machine and their own origin alone. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runIn } from '../workspace/git/run-lint.ts';
import { servingDev, type DevRun } from './serve-dev.ts';

const files = {
  'edgewright.yaml': 'version: 1\nsecrets: [PASSWORD]\n',
  'resources/app.yaml': `kind: endpoint
name: app
spec:
  url: https://app.example.com
  traffic_policy:
    on_http_request:
      - expressions: ["req.url.path.startsWith('/admin')"]
        actions: [{ type: deny, config: { status_code: 403 } }]
      - expressions: ["'x-kind' in req.headers"]
        actions: [{ type: redirect, config: { to: "https://app.example.com/kind" } }]
      - actions:
          - type: custom-response
            config: { status_code: 200, body: "in", headers: { content-type: text/plain } }
`,
};

/** Every page, by a request that gets it. */
function pagesOf({ token }: DevRun): readonly (readonly [method: string, target: string])[] {
  return [
    ['GET', '/'],
    ['GET', `/t/${token}/`],
    ['GET', `/t/${token}/requests`],
    ['GET', `/t/${token}/requests/1`],
    ['GET', `/t/${token}/events`],
    ['POST', `/t/${token}/requests/1`],
    ['POST', `/t/${token}/forget`],
  ];
}

const refused = 'refused';

describe('the pages', () => {
  test('no other host name, no other origin and no other site gets one', async () => {
    await servingDev({ files }, async (run) => {
      const { get, port, folder } = run;
      await get('app.example.com', '/');
      const titleOf = async (host: string, [method, target]: readonly [string, string], headers = {}) =>
        (await get(host, target, { method, headers })).headers['edgewright-dev'];
      for (const page of pagesOf(run)) {
        const here = `localhost:${port}`;
        // A name of an attacker that leads to this machine is a host like any other: nothing serves it.
        expect(await titleOf(`evil.example:${port}`, page), page[1]).toBe('not served');
        for (const host of ['localhost', `localhost:${port + 1}`, '127.0.0.1'])
          expect(await titleOf(host, page), `${host} ${page[1]}`).toBe(refused);
        for (const headers of [
          { origin: 'https://evil.example' },
          { origin: 'null' },
          { origin: `http://localhost:${port + 1}` },
          { origin: `http://app.example.com.localhost:${port}` },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
        ])
          expect(await titleOf(here, page, headers), JSON.stringify([page, headers])).toBe(refused);
      }
      expect(existsSync(path.join(folder, 'tests/dev.yaml'))).toBe(false);
    });
  });

  test('without the token there is the first page alone', async () => {
    await servingDev({ files }, async ({ get, port, token }) => {
      await get('app.example.com', '/');
      for (const target of ['/t/', '/t/wrong/requests', `/t/${token.slice(1)}/requests`, '/requests'])
        expect((await get(`localhost:${port}`, target)).status, target).toBe(404);
      const start = await get(`localhost:${port}`, '/');
      expect(start.text).not.toContain(token);
    });
  });

  test('have a strict content policy, and nothing may frame or keep them', async () => {
    await servingDev({ files }, async (run) => {
      const { get, port } = run;
      await get('app.example.com', '/');
      for (const [method, target] of pagesOf(run).slice(0, 4)) {
        const { headers, text } = await get(`localhost:${port}`, target, { method });
        const policy = String(headers['content-security-policy']);
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/unsafe|\*/);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'cache-control': 'no-store',
          'cross-origin-resource-policy': 'same-origin',
        });
        expect(headers).not.toHaveProperty('access-control-allow-origin');
        expect(text).not.toMatch(/\son\w+=|javascript:/);
      }
    });
  });

  test('a URL that is markup is text', async () => {
    await servingDev({ files }, async ({ get, port, token }) => {
      await get('app.example.com', '/?<script>alert(1)</script>');
      for (const target of [`/t/${token}/requests`, `/t/${token}/requests/1`]) {
        const { text } = await get(`localhost:${port}`, target);
        expect(text).not.toContain('<script>alert');
        expect(text).toContain('&lt;script&gt;alert(1)');
      }
    });
  });

  test('show requests as they end, and their way', async () => {
    await servingDev({ files }, async ({ get, port, token }) => {
      const request = http.get({
        port,
        host: '127.0.0.1',
        path: `/t/${token}/events`,
        agent: false,
        headers: { host: `localhost:${port}` },
      });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      let seen = '';
      const arrived = new Promise<void>((resolve) => {
        response.on('data', (chunk: Buffer) => {
          seen += chunk.toString();
          if (seen.includes('event: request')) resolve();
        });
      });
      await get('app.example.com', '/admin');
      await arrived;
      request.destroy();
      expect(seen).toContain('"status":403,"method":"GET","url":"https://app.example.com/admin"');
      const way = await get(`localhost:${port}`, `/t/${token}/requests/1`);
      expect(way.text).toContain('resources/app.yaml:8');
    });
  });

  test('a request is saved as a test, which passes', async () => {
    await servingDev({ files }, async ({ get, port, token, folder }) => {
      const headers = { 'x-kind': 'a', 'user-agent': 'probe', authorization: 'Bearer secret-of-a-client' };
      await get('app.example.com', '/admin/x');
      await get('app.example.com', '/y', { headers });
      for (const id of [1, 2, 1]) {
        const saved = await get(`localhost:${port}`, `/t/${token}/requests/${id}`, { method: 'POST' });
        expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('tests/dev.yaml')]);
      }
      const text = readFileSync(path.join(folder, 'tests/dev.yaml'), 'utf8');
      expect(text).not.toContain('secret-of-a-client');
      expect(text).toContain('x-kind: a');
      const ran = await runIn({ folder, env: { HOME: folder } }, 'test');
      expect([ran.exit, ran.stdout]).toEqual([0, expect.stringContaining('2 ')]);
    });
  });
});

test('an interruption ends at once, whatever is open', async () => {
  const exit = await servingDev({ files }, async ({ port, token }) => {
    const headers = { host: `localhost:${port}` };
    const open = http.get({ port, host: '127.0.0.1', path: `/t/${token}/events`, agent: false, headers });
    const [response] = (await once(open, 'response')) as [http.IncomingMessage];
    response.on('error', () => undefined);
    await once(response, 'data');
  });
  expect(exit).toBe(0);
});

describe('--listen', () => {
  test('needs a flag for any address but this machine', async () => {
    await expect(
      servingDev({ files, options: ['--listen', '0.0.0.0'] }, () => Promise.resolve()),
    ).rejects.toThrow('add --allow-network');
  });

  test('is the address of all that is printed, and of the pages', async () => {
    const tests = {
      'tests/a.yaml': 'tests: [{ name: a, request: https://app.example.com/, expect: { status: 200 } }]\n',
    };
    await servingDev(
      { files: { ...files, ...tests }, options: ['--listen', '127.0.0.2'] },
      async ({ port, token, said }) => {
        expect(said()).toContain(`is served on http://127.0.0.2:${port}/\n`);
        expect(said()).toContain(`http://127.0.0.2:${port}/t/${token}/requests`);
        expect(said()).toContain(`--resolve '*=127.0.0.2:${port}'`);
        expect(said()).not.toContain('localhost');
        const at = async (host: string): Promise<readonly [number | undefined, string]> => {
          const sent = http.get({
            port,
            host: '127.0.0.2',
            path: `/t/${token}/`,
            agent: false,
            headers: { host: `${host}:${port}` },
          });
          const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
          response.setEncoding('utf8');
          const chunks = (await response.toArray()) as string[];
          return [response.statusCode, chunks.join('')];
        };
        const [status, page] = await at('127.0.0.2');
        expect(status).toBe(200);
        expect(page).toContain(`--resolve app.example.com:${port}:127.0.0.2 `);
        expect(page).toContain(`http://127.0.0.2:${port}/`);
        expect((await at('evil.example.com'))[0]).not.toBe(200);
      },
    );
  });
});
