import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository } from '../docs/page.ts';
import { launch } from '../report/html/browser.ts';
import { base, buildSite, noSite, serve } from './built-site.ts';
import { proveKeyboard } from './keyboard-proof.ts';
import { searches } from './searches.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(noSite)('the built site', () => {
  let folder: string;
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgewright-site-'));
    buildSite(folder);
    server = await serve(folder);
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('with a keyboard alone', () => proveKeyboard(() => ({ folder, browser, url: server.url })));

  /** A page, and the hosts that it asked beside its own. */
  async function open(
    at: string,
    options: Parameters<Browser['newPage']>[0] = {},
  ): Promise<{ readonly page: Page; readonly strangers: readonly string[] }> {
    const page = await browser.newPage(options);
    const strangers: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) strangers.push(request.url());
    });
    await page.goto(server.url + at, { waitUntil: 'networkidle' });
    // The script of the page names its buttons.
    await page.locator('.VPSwitchAppearance:not([title=""])').first().waitFor({ state: 'attached' });
    return { page, strangers };
  }

  test('has no dead link', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.split(path.sep).join('/'),
    );
    const known = new Set(files);
    const pages = new Map(
      files
        .filter((name) => name.endsWith('.html') && name !== '404.html' && !name.includes('.md/'))
        .map((name) => [name, attributesIn(readFileSync(path.join(folder, name), 'utf8'))]),
    );
    expect(pages.size).toBeGreaterThan(60);
    const dead = [...pages].flatMap(([name, { links }]) =>
      links.flatMap((link) => {
        const { origin, pathname, hash } = new URL(link, `http://site${base}${name}`);
        if (origin !== 'http://site') return [];
        if (!pathname.startsWith(base)) return [`${name}: ${link}`];
        const inside = decodeURI(pathname.slice(base.length));
        const target = [inside, `${inside}index.html`].find((each) => known.has(each) && each !== '');
        const isThere =
          target !== undefined &&
          // What is after `#` there are files: playground-links.test.ts.
          (hash === '' ||
            target === 'playground/index.html' ||
            pages.get(target)?.ids.has(decodeURIComponent(hash.slice(1))));
        return isThere === true ? [] : [`${name}: ${link}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('axe finds nothing to object to in %s', async (colorScheme) => {
    for (const at of [
      '',
      'lint.html',
      'rules/',
      'rules/route/route-overlap.html',
      'reference/settings.html',
      'concepts.html',
      '404.html',
    ]) {
      for (const width of [1280, 390]) {
        const { page, strangers } = await open(at, { colorScheme, viewport: { width, height: 900 } });
        await page.evaluate(axe);
        const result = await page.evaluate<unknown>(
          'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes.slice(0, 2).map(({ html, failureSummary }) => html + failureSummary)]))',
        );
        expect([at, width, result, strangers]).toEqual([at, width, [], []]);
        await page.close();
      }
    }
  });

  test('takes the link of a finding to the page of its rule', async () => {
    const { page } = await open('rules/route/route-overlap.md');
    await page.waitForURL('**/rules/route/route-overlap.html');
    expect(await page.locator('h1').textContent()).toContain('route-overlap');
    await page.close();
  });

  test('finds a rule by its name', async () => {
    const { page, strangers } = await open('');
    await page.keyboard.press('/');
    await page.locator('#localsearch-input').fill('session-auth-check-missing');
    const first = page.locator('.VPLocalSearchBox .result').first();
    expect(await first.getAttribute('href')).toContain('rules/session/session-auth-check-missing.html');
    expect(strangers).toEqual([]);
    await page.close();
  });

  test('has the wanted page in the first three of what is searched', { timeout: 180_000 }, async () => {
    const { page } = await open('');
    await page.keyboard.press('/');
    const missed: string[] = [];
    for (const [words, wanted] of Object.entries(searches)) {
      await page.locator('#localsearch-input').fill('');
      await page
        .locator('.VPLocalSearchBox .result, .VPLocalSearchBox .no-results')
        .first()
        .waitFor({ state: 'detached' });
      await page.locator('#localsearch-input').fill(words);
      await page.locator('.VPLocalSearchBox .result, .VPLocalSearchBox .no-results').first().waitFor();
      const results = await page.locator('.VPLocalSearchBox .result').all();
      const found = await Promise.all(
        results.slice(0, 3).map(async (result) => (await result.getAttribute('href')) ?? ''),
      );
      const isFound = found.some((at) => wanted.some((name) => at.startsWith(`${base}${name}`)));
      if (!isFound) missed.push(`${words}: ${found.join(' ')}`);
    }
    expect(Object.keys(searches).length).toBeGreaterThanOrEqual(70);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(3);
    await page.close();
  });

  test('has the entry of the page in view, and the heading of a link below the bar', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 700 } });
    for (const [at, entry] of [
      ['library.html', 'library.html'],
      ['rules/route/route-overlap.html', 'rules/'],
    ] as const) {
      await page.goto(server.url + at, { waitUntil: 'networkidle' });
      const box = await page.locator(`.VPSidebar a[href="${base}${entry}"]`).boundingBox();
      expect([at, box !== null && box.y > 60 && box.y + box.height < 700]).toEqual([at, true]);
    }
    await page.goto(`${server.url}reference/https-route.html#https-routeoidcissuer`, {
      waitUntil: 'networkidle',
    });
    const bar = await page.locator('.VPNav').boundingBox();
    const heading = await page.locator('[id="https-routeoidcissuer"]').boundingBox();
    expect(heading?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
    await page.close();
  });

  test('says on a page of its own, with a landmark, that a page does not exist', async () => {
    const { page } = await open('404.html');
    expect(await page.locator('main h1').textContent()).toBe('This page does not exist');
    await page.close();
  });

  test('tells forges and chats what a page is about', () => {
    const page = readFileSync(path.join(folder, 'drift.html'), 'utf8');
    expect(page).toContain(
      '<meta name="description" content="What happens when an object is changed outside',
    );
    expect(page).toMatch(/<meta property="og:image" content="https:[^"]*\/edgewright\/pictures\/plan\.png">/);
    expect(page).toContain('/edit/main/docs/drift.md"');
    expect(page).toContain(`<link rel="icon" type="image/svg+xml" href="${base}icon.svg">`);
    const generated = readFileSync(path.join(folder, 'rules/route/route-overlap.html'), 'utf8');
    expect(generated).not.toContain('class="edit-link"');
  });

  test('copies the commands of a block alone', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(`${server.url}tutorial.html`, { waitUntil: 'networkidle' });
    const copied: string[] = [];
    for (const button of await page.locator('.language-console button.copy').all()) {
      await page.evaluate('navigator.clipboard.writeText("")');
      await button.click({ force: true });
      await page.waitForFunction('navigator.clipboard.readText().then((text) => text !== "")');
      copied.push(await page.evaluate<string>('navigator.clipboard.readText()'));
    }
    const tutorial = readFileSync(path.join(repository, 'docs/tutorial.md'), 'utf8');
    const commands = [...tutorial.matchAll(/^\$ (.*?)(?:\s+#\s.*)?$/gm)].map(([, command]) => command);
    expect(
      copied.flatMap((text) =>
        text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      ),
    ).toEqual(commands);
    await context.close();
  });

  test.each([1280, 390])('has no table that is cut at %d pixels', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, javaScriptEnabled: false });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(path.sep).join('/'))
      // Of the pages of rules, which have no table, one stands for all.
      .filter((name) =>
        /^(?!rules\/.*\/|playground)[^.]*\.html$|^rules\/route\/route-overlap\.html$/.test(name),
      );
    expect(files.length).toBeGreaterThan(60);
    const cut: string[] = [];
    for (const file of files) {
      await page.goto(server.url + file);
      const isCut = await page.evaluate<boolean>(
        `[document.documentElement, ...document.querySelectorAll('.table, .table table, .table :is(th, td)')]
          .some((part) => part.scrollWidth > part.clientWidth + 1)`,
      );
      if (isCut) cut.push(file);
    }
    expect(cut).toEqual([]);
    await page.close();
  });

  test('searches neither the pages of the project nor those for its contributors', async () => {
    const { page } = await open('');
    await page.keyboard.press('/');
    await page.locator('#localsearch-input').fill('architecture folders import');
    await page.locator('.VPLocalSearchBox .no-results').waitFor();
    await page.close();
  });
});

function attributesIn(html: string): {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
} {
  const links: string[] = [];
  const ids = new Set<string>();
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) {
        if (name === 'href' || name === 'src') links.push(value);
        else if (name === 'id') ids.add(value);
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return { links, ids };
}
