/** The bookshop in a real browser: forms, cookies, WebSocket, upload, login, the live page; and a hostile page. */
import { mkdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { launch, noBrowser } from '../report/html/browser.ts';
import { servingBookshop, shop, type ServedBookshop } from './bookshop.ts';
import { read } from './serve-dev.ts';

const pictures = process.env['DEV_PICTURES'];
let browser: Browser;
beforeAll(async () => {
  if (!noBrowser) browser = await launch();
});
afterAll(async () => {
  if (!noBrowser) await browser.close();
});

/** A small shop: a form that sets a cookie, an upload that tells its size, a page that says who is there. */
async function besideShop(body: (url: string) => Promise<void>): Promise<void> {
  const server = http.createServer((request, response) => {
    read(request).then(
      (bytes) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        if (request.method === 'POST' && request.url === '/cart/add') {
          response.setHeader('set-cookie', `basket=${bytes.toString()}; Path=/; Secure; Domain=${shop}`);
          response.writeHead(303, { location: `https://${shop}/cart` });
          response.end();
        } else if (request.method === 'POST') response.end(`<p id="size">${bytes.length}</p>`);
        else
          response.end(`<title>Shop</title><p id="cookie">${request.headers.cookie ?? ''}</p>
            <p id="host">${request.headers.host ?? ''} ${String(request.headers['x-forwarded-proto'])}</p>
            <form method="post" action="/cart/add"><input name="book" value="dune"><button>Add</button></form>`);
      },
      () => response.destroy(),
    );
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => socket.send(`echo ${(data as Buffer).toString()}`)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  }
}

function servingShop(body: (served: ServedBookshop) => Promise<void>): Promise<void> {
  return besideShop((url) => servingBookshop(['--upstream', `backend/*=${url}`], body));
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: path.join(pictures, `${name}-${width}.png`) });
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
  }
}

test.skipIf(noBrowser)('a person uses the shop', async () => {
  await servingShop(async ({ port, token, folder }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', (error) => void problems.push(error.message));
    await page.goto(`http://localhost:${port}/t/${token}/`);
    await picture(page, 'start');
    const live = await context.newPage();
    await live.goto(`http://localhost:${port}/t/${token}/requests`);
    await page.click(`a[href="http://${shop}.localhost:${port}/cart"]`);
    expect(await page.textContent('#host')).toBe(`${shop} https`);
    await page.click('button');
    await page.waitForURL(`http://${shop}.localhost:${port}/cart`);
    expect(await page.textContent('#cookie')).toBe('basket=book=dune');
    const size = await page.evaluate(
      "fetch('/cart/upload', { method: 'POST', body: new Uint8Array(24 * 1024 * 1024) }).then((one) => one.text())",
    );
    expect(size).toContain(`${24 * 1024 * 1024}`);
    const echoed = await page.evaluate(`new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://' + location.host + '/live');
      socket.onopen = () => socket.send('stock');
      socket.onmessage = ({ data }) => resolve(data);
      socket.onerror = reject;
    })`);
    expect(echoed).toBe('echo stock');

    await page.goto(`http://${shop}.localhost:${port}/account`);
    expect(page.url()).toContain(`http://localhost:${port}/login/`);
    await picture(page, 'login');
    await page.fill('[name=email]', 'ann@harbourbooks.example');
    await page.click('button');
    await page.waitForURL(`http://${shop}.localhost:${port}/account`);
    expect(await page.textContent('title')).toBe('Shop');

    await live.waitForSelector('.requests li:nth-child(7)');
    await live
      .locator('li', { hasText: `GET https://${shop}/cart` })
      .first()
      .locator('button')
      .click();
    await live.waitForSelector('.note.good');
    expect(readFileSync(path.join(folder, 'tests/dev.yaml'), 'utf8')).toContain(`https://${shop}/cart`);
    await picture(live, 'requests');
    await live.locator('.requests a').first().click();
    await live.waitForSelector('.way');
    await picture(live, 'way');

    await page.goto(`http://api.staging.harbourbooks.example.localhost:${port}/v2/orders`);
    await picture(page, 'offline');
    await page.goto(`http://${shop}.localhost:${port}/hooks/stripe`);
    await picture(page, 'undecided');
    // The facts are given on a page, and the request is made again.
    await page.click('text=Give facts and try again');
    expect(page.url()).toContain(`http://localhost:${port}/facts/`);
    await picture(page, 'facts');
    await page.selectOption('select[name="given.signature"]', 'invalid');
    await page.click('button');
    await page.waitForURL(`http://${shop}.localhost:${port}/hooks/stripe`);
    expect(await page.textContent('main')).toContain(
      '403 from webhook_verification of https-route/hooks-stripe',
    );
    // They are kept for this host, until they are changed.
    await page.reload();
    expect(await page.textContent('h1')).toBe('403');
    await page.goto(`http://localhost:${port}/t/${token}/`);
    await page.click('text=Forget all logins and facts');
    await page.goto(`http://${shop}.localhost:${port}/hooks/stripe`);
    expect(await page.textContent('h1')).toBe('undecided');
    expect(problems.filter((text) => !/status of (?:501|502|403)/.test(text))).toEqual([]);
    await context.close();
  });
});

/** All that a page can try from its own origin, even with the secret of the address. */
function attackOn(base: string, secret: string): string {
  return `(async () => {
    const attempt = (run) => run().then((value) => 'got ' + value, () => 'nothing');
    const fetched = (target, options) => attempt(async () => (await fetch('${base}' + target, options)).text());
    const events = () => attempt(() => new Promise((resolve, reject) => {
      const source = new EventSource('${base}/t/${secret}/events');
      source.addEventListener('problem', resolve);
      source.onerror = () => { source.close(); reject(new Error('closed')); };
    }));
    const shown = [];
    for (const target of ['/', '/t/${secret}/', '/t/${secret}/requests'])
      for (const options of [{}, { credentials: 'include' }, { method: 'POST' }]) shown.push(await fetched(target, options));
    shown.push(await fetched('/t/${secret}/requests/1', { method: 'POST' }));
    shown.push(await fetched('/facts/guessed', { method: 'POST', body: 'from.country=DE' }));
    shown.push(await events());
    const frame = document.createElement('iframe');
    frame.src = '${base}/t/${secret}/';
    document.body.append(frame);
    await new Promise((resolve) => { frame.onload = resolve; });
    shown.push(await attempt(async () => frame.contentWindow.document.body.textContent));
    const form = document.getElementById('form');
    form.action = '${base}/t/${secret}/requests/1';
    form.submit();
    return shown;
  })()`;
}

test.skipIf(noBrowser)('a hostile page in another tab reads and drives nothing', async () => {
  await servingShop(async ({ port, token, said }) => {
    const evil = http.createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<title>evil</title><form id="form" method="post" target="out"></form><iframe name="out"></iframe>',
      );
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const { port: evilPort } = evil.address() as AddressInfo;
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      // A name that leads to this machine, as DNS rebinding makes one; and another site.
      for (const origin of [`http://evil.localhost:${evilPort}`, `http://127.0.0.1:${evilPort}`]) {
        await page.goto(origin);
        const results = await page.evaluate<string[]>(attackOn(`http://localhost:${port}`, token));
        expect([...new Set(results)]).toEqual(['nothing']);
      }
      // Rebinding: the name of the attacker leads to the port of `dev` itself.
      const answer = await page.goto(`http://evil.localhost:${port}/t/${token}/requests`);
      expect(answer?.headers()['edgewright-dev']).not.toBe(undefined);
      expect(await page.content()).not.toContain('class="requests"');
      // A link on another site leads to no page.
      await page.goto(`http://127.0.0.1:${evilPort}`);
      await page.evaluate(`location.href = 'http://localhost:${port}/t/${token}/requests'`);
      await page.waitForURL(`http://localhost:${port}/**`);
      expect(await page.textContent('h1')).toBe('refused');
      expect(said()).not.toContain('The test');
    } finally {
      await context.close();
      evil.closeAllConnections();
      evil.close();
    }
  });
});
