/** The bookshop by the real curl, in every way that the start page and the help name. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { servingBookshop, shop } from './bookshop.ts';
import { besideUpstream } from './serve-dev.ts';

function curl(...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('curl', ['--silent', '--show-error', '--max-time', '60', ...args]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', reject);
    child.once('close', () => resolve(said));
  });
}

test('curl reaches the shop by a header, by --resolve, by local names, and by HTTPS', async () => {
  await besideUpstream(
    async ({ url, received }) => {
      await servingBookshop(['--upstream', `backend/*=${url}`], async ({ port, folder }) => {
        const here = `http://localhost:${port}`;
        const cacert = path.join(folder, '.local/share/edgewright/dev-certificate.pem');
        const resolve = ['--resolve', `${shop}:${port}:127.0.0.1`];
        const ways = [
          ['-H', `host: ${shop}`, `${here}/cart`],
          [...resolve, `http://${shop}:${port}/cart`],
          [`http://${shop}.localhost:${port}/cart`],
          ['--cacert', cacert, ...resolve, `https://${shop}:${port}/cart`],
          ['--cacert', cacert, `https://${shop}.localhost:${port}/cart`],
          // A proxy is asked for the whole URL.
          ['--proxy', here, `http://${shop}/cart`],
        ];
        for (const way of ways) expect(await curl(...way), way.join(' ')).toBe('200 GET /cart');
        expect(new Set(received.map(({ headers }) => headers.host))).toEqual(new Set([shop]));
      });
    },
    ({ method, url }, response) => void response.end(`200 ${method} ${url}`),
  );
});

test('curl uploads a large file, with and without a length, and is told of errors', async () => {
  await besideUpstream(
    async ({ url }) => {
      await servingBookshop(['--upstream', `backend/*=${url}`], async ({ port, folder }) => {
        const file = path.join(folder, 'large.bin');
        writeFileSync(file, Buffer.alloc(64 * 1024 * 1024, 'x'));
        const to = ['-H', `host: ${shop}`, `http://localhost:${port}/cart/upload`];
        expect(await curl('-T', file, ...to)).toBe(`${64 * 1024 * 1024}`);
        expect(await curl('-T', file, '-H', 'transfer-encoding: chunked', ...to)).toBe(`${64 * 1024 * 1024}`);
        const refused = await curl(
          '-i',
          '-H',
          `host: ${shop}`,
          '-A',
          'Googlebot',
          `http://localhost:${port}/account`,
        );
        expect(refused).toContain('user_agent_filter');
        const closed = await curl(
          '-i',
          '-H',
          'host: www.staging.harbourbooks.example',
          `http://localhost:${port}/`,
        );
        expect(closed).toContain('https://*.internal at http://localhost:3002: is it running?');
      });
    },
    ({ body }, response) => void response.end(String(body.length)),
  );
});

test('fifty clients get no error, and the memory stays', async () => {
  const load = path.join(import.meta.dirname, '../bench/load-process.mjs');
  await besideUpstream(
    async ({ url }) => {
      await servingBookshop(['--upstream', `backend/*=${url}`], async ({ port, pid }) => {
        const send = (count: number): Promise<{ wrong: number }> =>
          new Promise((resolve, reject) => {
            const args = [load, `http://127.0.0.1:${port}/cart`, shop, String(count), '50'];
            const child = spawn(process.execPath, args);
            let said = '';
            child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
            child.once('error', reject);
            child.once('close', () => resolve(JSON.parse(said)));
          });
        const resident = (): number =>
          Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
        expect((await send(10_000)).wrong).toBe(0);
        const before = resident();
        expect((await send(40_000)).wrong).toBe(0);
        process.stderr.write(`resident: ${before.toFixed(0)} MiB, then ${resident().toFixed(0)} MiB\n`);
        expect(resident() - before).toBeLessThan(48);
      });
    },
    (_request, response) => void response.end('a page of a shop. '.repeat(60)),
  );
});
