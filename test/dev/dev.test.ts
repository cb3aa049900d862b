import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { besideUpstream, servingDev } from './serve-dev.ts';

const files = {
  'resources/shop.yaml': `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: shop.example.com
  backend: { backend_id: backend/shop }
  request_headers: { add: { x-edge: "yes" }, remove: [x-secret] }
  response_headers: { add: { x-frame-options: DENY }, remove: [server] }
`,
  'resources/page.yaml': `kind: endpoint
name: page
spec:
  url: https://page.example.com
  traffic_policy:
    on_http_request:
      - expressions: ["req.url.path == '/old'"]
        actions: [{ type: redirect, config: { to: "https://shop.example.com/new", status_code: 301 } }]
      - actions:
          - type: custom-response
            config: { status_code: 200, body: "<h1>hi</h1>", headers: { content-type: text/html } }
`,
};

describe('edgewright dev', () => {
  test('serves hosts by the header and by local names, and lists them', async () => {
    const exit = await servingDev({ files }, async ({ get, port, until }) => {
      const page = await get('page.example.com', '/any');
      expect([page.status, page.text, page.headers['content-type']]).toEqual([
        200,
        '<h1>hi</h1>',
        'text/html',
      ]);
      expect(await until('ms\n')).toMatch(
        /^200 GET {2}https:\/\/page\.example\.com\/any {2}endpoint\/page {2}\d+ ms\n$/,
      );
      expect((await get(`page.example.com.localhost:${port}`, '/')).text).toBe('<h1>hi</h1>');
      expect((await get(`page.example.com:${port}`, '/')).text).toBe('<h1>hi</h1>');
      const start = await get(`localhost:${port}`, '/', { headers: { accept: 'text/html' } });
      expect(start.text).toContain(`href="http://shop.example.com.localhost:${port}/"`);
      expect(start.text).toContain('https://page.example.com/*');
      const none = await get('other.example.com', '/');
      expect([none.status, none.headers['edgewright-dev']]).toEqual([404, 'not served']);
      // A host that is misspelt, with the one that is probably meant.
      expect((await get('pge.example.com', '/')).text).toContain('Near it:\n  https://page.example.com/');
      const odd = await get('a b', '/');
      expect(odd.status).toBe(400);
    });
    expect(exit).toBe(0);
  });

  test('an upstream of an option wins over one of the file', async () => {
    await besideUpstream(async ({ url }) => {
      const named = { ...files, 'edgewright.dev.yaml': 'upstreams: { backend/shop: http://127.0.0.1:9 }\n' };
      await servingDev({ files: named }, async ({ get }) => {
        expect((await get('shop.example.com', '/')).status).toBe(502);
      });
      await servingDev({ files: named, options: ['--upstream', `backend/shop=${url}`] }, async ({ get }) => {
        expect((await get('shop.example.com', '/')).text).toBe('hello');
      });
    });
  });

  test('endpoints that share an address answer as one, unless they differ', async () => {
    const pooled = (name: string, path: string, body: string): string => `kind: endpoint
name: ${name}
spec:
  url: https://${path}.example.com
  pooling_enabled: true
  traffic_policy:
    on_http_request: [{ actions: [{ type: custom-response, config: { status_code: 203, body: ${body} } }] }]
`;
    const both = {
      'resources/alike-one.yaml': pooled('alike-one', 'alike', 'same'),
      'resources/alike-two.yaml': pooled('alike-two', 'alike', 'same'),
      'resources/other-one.yaml': pooled('other-one', 'other', 'east'),
      'resources/other-two.yaml': pooled('other-two', 'other', 'west'),
    };
    await servingDev({ files: both }, async ({ get }) => {
      const alike = await get('alike.example.com', '/');
      expect([alike.status, alike.text]).toEqual([203, 'same']);
      expect((await get('other.example.com', '/')).status).toBe(501);
    });
  });

  test('a redirect stays on this machine for a browser, and is the edge’s for others', async () => {
    await servingDev({ files }, async ({ get, port }) => {
      const other = await get('page.example.com', '/old');
      expect([other.status, other.headers.location]).toEqual([301, 'https://shop.example.com/new']);
      const local = await get(`page.example.com.localhost:${port}`, '/old');
      expect(local.headers.location).toBe(`http://shop.example.com.localhost:${port}/new`);
    });
  });

  test('passes requests on with the headers of the edge', async () => {
    await besideUpstream(
      async ({ url, received }) => {
        const options = ['--upstream', `backend/shop=${url}/base`];
        await servingDev({ files, options }, async ({ get }) => {
          const answer = await get('shop.example.com', '/cart?a=1&b=%20', {
            method: 'POST',
            body: 'x=1',
            headers: {
              'x-secret': '1',
              'edgewright-ip': '198.51.100.4',
              connection: 'x-hop',
              'x-hop': 'here',
              cookie: 'a=1; edgewright-dev-session=abc; b=2',
            },
          });
          expect([answer.status, answer.text]).toEqual([200, 'hello']);
          expect(answer.headers['x-frame-options']).toBe('DENY');
          expect(answer.headers.server).toBeUndefined();
          const [{ headers, ...got }] = received as [(typeof received)[0]];
          expect([got.method, got.url, got.body.toString()]).toEqual(['POST', '/base/cart?a=1&b=%20', 'x=1']);
          expect(headers).toMatchObject({
            host: 'shop.example.com',
            'x-edge': 'yes',
            'x-forwarded-for': '198.51.100.4',
            'x-forwarded-proto': 'https',
            'x-forwarded-host': 'shop.example.com',
            cookie: 'a=1; b=2',
          });
          for (const name of ['x-secret', 'x-hop', 'edgewright-ip']) expect(headers).not.toHaveProperty(name);
        });
      },
      (_request, response) => {
        response.setHeader('server', 'nginx');
        response.end('hello');
      },
    );
  });

  test('tells of an upstream that is not set, without credentials', async () => {
    await servingDev({ files }, async ({ get, until }) => {
      const headers = { authorization: 'Bearer top-secret-value', accept: 'text/html' };
      const { status, text } = await get('shop.example.com', '/cart', { headers });
      expect(status).toBe(502);
      expect(text).toContain('backend/shop');
      expect(text).toContain('x-edge: yes');
      expect(text).not.toContain('top-secret-value');
      expect(await until('ms\n')).toContain('backend/shop, which has no --upstream');
    });
  });

  test('speaks HTTPS on the same port, with a certificate that it keeps', async () => {
    await servingDev({ files }, async ({ get, folder }) => {
      const answer = await get('page.example.com', '/', { isEncrypted: true });
      expect(answer.text).toBe('<h1>hi</h1>');
      const kept = path.join(folder, '.local/share/edgewright/dev-certificate.pem');
      expect((statSync(kept).mode & 0o777).toString(8)).toBe('600');
    });
  });

  test('serves files again when they change, and the last good state while they have errors', async () => {
    await servingDev({ files }, async ({ get, write, until, port }) => {
      const shop = files['resources/page.yaml'];
      write('resources/page.yaml', shop.replace('<h1>hi</h1>', '<h1>changed</h1>'));
      await until('serving test as it is now');
      expect((await get('page.example.com', '/')).text).toBe('<h1>changed</h1>');
      write('resources/page.yaml', shop.replace('custom-response', 'custom-respons'));
      expect(await until('= help')).toContain('The last state without errors is still served.');
      expect((await get('page.example.com', '/')).text).toBe('<h1>changed</h1>');
      expect((await get(`localhost:${port}`, '/')).text).toContain('custom-respons');
      write('resources/page.yaml', shop);
      await until('serving test as it is now');
      expect((await get(`localhost:${port}`, '/')).text).not.toContain('custom-respons');
    });
  });
});
