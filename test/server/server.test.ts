import { nodeHost } from '../../src/run/session/node-host.ts';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rateLimiter } from '../../src/server/http/rate-limiter.ts';
import { samlCertificate } from '../../src/server/objects/stored-read-form.ts';
import { startServer, type RunningServer, type ServerOptions } from '../../src/server/start-server.ts';

async function withServer<T>(
  options: Partial<ServerOptions>,
  body: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const server = await startServer({ store: 'memory', ...options });
  try {
    return await body(server);
  } finally {
    await server.close();
  }
}

const post = (
  { url }: RunningServer,
  at: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> => fetch(url + at, { method: 'POST', body });

describe('a server', () => {
  it('remembers the requests it answered, with bodies only on demand', async () => {
    const talk = async (server: RunningServer): Promise<unknown> => {
      await post(server, '/endpoints', '{"url":"https://a.example.com"}');
      await fetch(`${server.url}/endpoints?limit=x`);
      return server.requests();
    };
    const lines = [
      { method: 'POST', path: '/endpoints', status: 201 },
      { method: 'GET', path: '/endpoints?limit=x', status: 400 },
    ];
    expect(await withServer({}, talk)).toEqual(lines);
    expect(await withServer({ record: 'bodies' }, talk)).toEqual([
      { ...lines[0], body: '{"url":"https://a.example.com"}' },
      { ...lines[1], body: '' },
    ]);
  });

  it('refuses a body that is too large or no UTF-8', () =>
    withServer({}, async (server) => {
      const large = await post(server, '/endpoints', new Uint8Array(5 * 1024 * 1024));
      expect([large.status, await large.json()]).toMatchObject([413, { error_code: 'ERR_TOO_LARGE' }]);
      const bytes = await post(server, '/endpoints', new Uint8Array([0x22, 0xff, 0x22]));
      expect([bytes.status, await bytes.json()]).toMatchObject([400, { msg: 'the body is not UTF-8' }]);
    }));

  it('builds uris from the host the caller named', () =>
    withServer({}, async ({ port }) => {
      const socket = connect(port, '127.0.0.1');
      socket.end('GET /endpoints HTTP/1.1\r\nHost: api.example.com:8080\r\nConnection: close\r\n\r\n');
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      expect(text).toContain('"uri":"http://api.example.com:8080/endpoints"');
    }));

  it('gives the same ids again for the same seed, also over a restart', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'edgewright-ids-'));
    const makeTwo = async (server: RunningServer): Promise<readonly string[]> => {
      const made = [];
      for (const _ of [1, 2]) {
        await post(server, '/endpoints', 'wrong');
        made.push(((await (await post(server, '/edges/tls', '{}')).json()) as { id: string }).id);
      }
      return made;
    };
    try {
      const first = await withServer(
        { ids: 'seeded', seed: 5, store: { host: await nodeHost(), directory } },
        makeTwo,
      );
      const second = await withServer(
        { ids: 'seeded', seed: 5, store: { host: await nodeHost(), directory } },
        makeTwo,
      );
      const inMemory = await withServer({ ids: 'seeded', seed: 5 }, async (server) => [
        ...(await makeTwo(server)),
        ...(await makeTwo(server)),
      ]);
      expect([...first, ...second]).toEqual(inMemory);
      expect(new Set(inMemory).size).toBe(4);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it('answers late on demand', () =>
    withServer({ latencyMs: 300 }, async (server) => {
      const waited = setTimeout(290, 'waited');
      const answered = fetch(`${server.url}/endpoints`).then(({ status }) => status);
      expect(await Promise.race([answered, waited])).toBe('waited');
      expect(await answered).toBe(200);
    }));

  it('says which port it cannot have', () =>
    withServer({}, async ({ port }) => {
      await expect(startServer({ store: 'memory', port })).rejects.toThrow(
        `the built-in mock API cannot listen on 127.0.0.1:${port}: the port is in use`,
      );
    }));

  it('closes though a caller keeps its connection', async () => {
    const server = await startServer({ store: 'memory' });
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /endpoints HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{');
    await setTimeout(50);
    await server.close();
    await expect(fetch(`${server.url}/endpoints`)).rejects.toThrow('fetch failed');
  });
});

describe('somebody outside', () => {
  it('does what the API cannot', () =>
    withServer({}, async ({ url, outside }) => {
      const id = await outside.add('https-route', {
        edge_id: 'edghts_1',
        match_type: 'exact_path',
        match: '/',
        description: 'made in the dashboard',
        compression: {},
      });
      const read = async (): Promise<unknown> => {
        const response = await fetch(`${url}/edges/https/edghts_1/routes/${id}`);
        return response.status === 200 ? response.json() : response.status;
      };
      expect(await read()).toMatchObject({
        id,
        description: 'made in the dashboard',
        compression: { enabled: true },
      });
      await outside.change('https-route', id, {
        compression: null,
        circuit_breaker: { num_buckets: 3 },
        description: null,
      });
      expect(await read()).toMatchObject({
        compression: null,
        circuit_breaker: { num_buckets: 3 },
        description: '',
      });
      await outside.remove('https-route', id);
      expect(await read()).toBe(404);
      await expect(outside.remove('https-route', id)).rejects.toThrow(`has no https-route with the id ${id}`);
    }));
});

describe('the rate limit', () => {
  it('counts in windows that begin with a request', () => {
    let now = 1000;
    const take = rateLimiter({ requests: 2, windowMs: 10_000 }, () => now);
    const at = (time: number): number | undefined => {
      now = time;
      return take();
    };
    expect([at(1000), at(1500), at(2000), at(10_999)]).toEqual([undefined, undefined, 9, 1]);
    expect([at(11_000), at(11_000), at(11_001)]).toEqual([undefined, undefined, 10]);
  });
});

describe('the SAML certificate', () => {
  it('is real, self-signed and valid for long', () => {
    const certificate = new X509Certificate(samlCertificate);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.subject).toBe(certificate.issuer);
    expect(new Date(certificate.validTo).getFullYear()).toBeGreaterThan(2100);
  });
});
