import { spawnSync } from 'node:child_process';
import * as nodeCrypto from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlayground } from '../../docs/site/playground/bundle.mjs';
import { repository } from '../docs/page.ts';
import { launch } from '../report/html/browser.ts';
import { noSite, serve } from './built-site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [, certificate] =
  /<ds:X509Certificate>([^<]+)/.exec(
    readFileSync(path.join(repository, 'examples/bookshop/saml/idp-metadata.xml'), 'utf8'),
  ) ?? [];

describe.skipIf(noSite)('the playground in Chromium', () => {
  let folder: string;
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgewright-playground-'));
    await buildPlayground(path.join(folder, 'playground'));
    server = await serve(folder);
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Opened {
    readonly page: Page;
    /** Paths of requests, and errors. */
    readonly trouble: string[];
    /** Waits until the page has shown what belongs to the last change. */
    readonly updated: () => Promise<void>;
  }

  async function open(hash = '', options: Parameters<Browser['newPage']>[0] = {}): Promise<Opened> {
    const page = await browser.newPage(options);
    const trouble: string[] = [];
    page.on('request', (request) => void trouble.push(request.url().replace(server.url, '')));
    page.on('pageerror', (error) => void trouble.push(error.message));
    page.on('console', (message) => void trouble.push(message.text()));
    let seen = 0;
    const updated = async (): Promise<void> => {
      // A watchdog for what hangs: a busy machine may take many times as long as an idle one.
      const next = page.locator(`body:not([data-updates="${seen}"])[data-updates]`);
      await next.waitFor({ timeout: 120_000 });
      seen = Number(await page.locator('body').getAttribute('data-updates'));
    };
    await page.goto(`${server.url}playground/${hash}`);
    await updated();
    return { page, trouble, updated };
  }

  test('loads its three files and nothing else, whatever is done', async () => {
    const { page, trouble, updated } = await open();
    for (const title of ['A bookshop', 'A mistake in each file', 'A first endpoint']) {
      await page.getByLabel('Example').selectOption(title);
      await updated();
    }
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('x');
    await updated();
    await page.reload();
    const files = ['playground/', 'playground/playground.css', 'playground/playground.js'];
    expect(trouble).toEqual([...files, ...files]);
    await page.close();
  });

  test('shows a finding at its text after a key, and fixes it with a click', async () => {
    const { page, updated } = await open();
    await page.getByLabel('Example').selectOption('A bookshop');
    await updated();
    expect(await page.locator('#plan').textContent()).toContain('29 unchanged');
    await page.locator('.cm-line', { hasText: 'match_type: path_prefix' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await updated();
    expect(await page.locator('#plan').textContent()).toBe('No plan until the errors are fixed.');
    const finding = page.locator('#findings li', { hasText: 'invalid-enum' });
    expect(await finding.textContent()).toContain('`match_type` must be `exact_path` or `path_prefix`');
    await finding.getByRole('button', { name: /^Fix/ }).click();
    await updated();
    expect(await page.locator('#counts').textContent()).toBe('0 errors, 0 warnings, 0 hints');
    expect(await page.locator('#plan').textContent()).toContain('29 unchanged');
    await page.close();
  });

  test('has all of its state in its address', async () => {
    const { page, updated } = await open();
    await page.getByLabel('Environment').selectOption('staging');
    await updated();
    const { hash } = new URL(page.url());
    const other = await open(hash);
    for (const id of ['#plan', '#tests', '#findings', '#files'])
      expect(await other.page.locator(id).textContent()).toBe(await page.locator(id).textContent());
    expect(await other.page.locator('#plan').textContent()).toContain('Plan for staging');
    expect(await other.page.locator('#tests').textContent()).toMatch(/Tests: \d+ ok/);
    expect(new URL(other.page.url()).hash).toBe(hash);
    await page.close();
    await other.page.close();
  });

  test('plans against the files that were made live', async () => {
    const { page, updated } = await open();
    await page.getByLabel('Example').selectOption('A first endpoint');
    await updated();
    expect(await page.locator('#plan').textContent()).toContain('1 to create');
    await page.getByRole('button', { name: 'Make these files live' }).click();
    await updated();
    expect(await page.locator('#plan').textContent()).toContain('0 to create');
    await page.close();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing to object to in %s', async (colorScheme) => {
    for (const width of [1280, 390]) {
      const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
      const { page, updated } = await open('', options);
      for (const title of ['A mistake in each file', 'A restriction that is removed']) {
        await page.getByLabel('Example').selectOption(title);
        await updated();
        await page.evaluate(axe);
        const result = await page.evaluate<unknown>(
          'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes.slice(0, 2).map(({ html, failureSummary }) => html + failureSummary)]))',
        );
        expect([title, width, result]).toEqual([title, width, []]);
      }
      await page.close();
    }
  });

  test('has types', () => {
    const tsc = path.join(repository, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'docs/site/playground'], {
      cwd: repository,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });

  test('hashes and reads certificates as Node does', async () => {
    const outfile = path.join(folder, 'node-in-page.mjs');
    const entry = path.join(repository, 'docs/site/playground/node-in-page.ts');
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'browser' });
    const { Buffer: PageBuffer, ...page } = (await import(outfile)) as Pick<
      typeof nodeCrypto,
      'createHash' | 'createHmac' | 'X509Certificate'
    > & { readonly Buffer: typeof Buffer };
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ minLength: 1 }), (text, key) => {
        expect(page.createHash('sha256').update(text).digest('hex')).toBe(
          nodeCrypto.createHash('sha256').update(text).digest('hex'),
        );
        expect(page.createHmac('sha256', key).update(text).update(key).digest('hex')).toBe(
          nodeCrypto.createHmac('sha256', key).update(text).update(key).digest('hex'),
        );
        expect(PageBuffer.byteLength(text)).toBe(Buffer.byteLength(text));
        expect(PageBuffer.from(text).toString('base64')).toBe(Buffer.from(text).toString('base64'));
      }),
    );
    const der = Buffer.from(certificate!, 'base64');
    const end = (read: new (bytes: Buffer) => { readonly validTo: string }): number =>
      new Date(new read(der).validTo).getTime();
    expect(end(page.X509Certificate)).toBe(end(nodeCrypto.X509Certificate));
    for (let length = 0; length < der.length; length++)
      expect(() => new page.X509Certificate(der.subarray(0, length))).toThrow();
  });
});
