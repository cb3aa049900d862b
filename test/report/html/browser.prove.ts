import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planHtml } from '../../../src/report/page/page.ts';
import { bigPlan, planOf, stepOf } from '../made-plan.ts';
import { launch, noBrowser } from './browser.ts';
import { findingOf, fullPlan, pageOf, refusedPlan, urgentPlan } from './page-of.ts';
import { hostilePlan, hostileTexts } from './texts.ts';

const applyCommand = (flags: readonly string[] = []): string =>
  ['edgewright apply --env production', ...flags].join(' ');

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(noBrowser)('the page in Chromium', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgewright-html-'));
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Opened {
    readonly page: Page;
    /** Requests other than for the page itself, and errors in it. */
    readonly trouble: readonly string[];
  }

  /** The page from a file, as a reviewer opens it. */
  async function open(
    html: string,
    options: Parameters<Browser['newPage']>[0] = {},
    hash = '',
  ): Promise<Opened> {
    const file = path.join(folder, 'plan.html');
    writeFileSync(file, html);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    page.setDefaultTimeout(240_000);
    const address = pathToFileURL(file).href;
    const trouble: string[] = [];
    page.on('request', (request) => {
      if (request.url().split('#')[0] !== address && request.url() !== 'data:,') trouble.push(request.url());
    });
    page.on('pageerror', ({ message }) => trouble.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    await page.goto(address + hash);
    return { page, trouble };
  }

  const shownAddresses = (page: Page): Promise<string[]> =>
    page.locator('.step:visible > summary .address').allTextContents();
  /** The page works in slices. */
  const soon = { timeout: 60_000 };
  const count = (page: Page, name: string, value: string): Promise<string | null> =>
    page.locator(`label:has(input[name="${name}"][value="${value}"]) .number`).textContent();
  const check = (page: Page, name: string, value: string): Promise<void> =>
    page.locator(`input[name="${name}"][value="${value}"]`).check();

  test('filters by action, kind, risk, label and text, all of them together, and says how many there are', async () => {
    const { page, trouble } = await open(pageOf([{ plan: fullPlan() }]));
    await page.getByText('Filters', { exact: true }).click();
    expect(await page.locator('#shown').textContent()).toBe('7 of 7 steps');
    expect(await count(page, 'action', 'update')).toBe('1');

    await check(page, 'kind', 'https-route');
    expect(await page.locator('#shown').textContent()).toBe('4 of 7 steps');
    // Of one facet, each value says how many there would be; of the others, how many are left.
    expect(await count(page, 'kind', 'endpoint')).toBe('2');
    expect(await count(page, 'action', 'refused')).toBe('1');
    expect(await count(page, 'action', 'delete')).toBe('0');

    await check(page, 'label:team', 'shop');
    expect(await shownAddresses(page)).toEqual(['https-route/new']);
    await check(page, 'label:team', 'platform');
    expect(await shownAddresses(page)).toEqual(['https-route/admin', 'https-route/new']);
    await check(page, 'action', 'refused');
    expect(await shownAddresses(page)).toEqual(['https-route/admin']);
    expect(await page.locator('.group:visible').count()).toBe(1);

    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await page.locator('#shown').textContent()).toBe('7 of 7 steps');
    await page.getByRole('searchbox').fill('no robots');
    expect(await shownAddresses(page)).toEqual(['endpoint/api']);
    await page.getByRole('searchbox').fill('team=platform');
    expect(await shownAddresses(page)).toEqual(['https-route/admin']);
    await page.getByRole('searchbox').fill('nothing is like that');
    expect(await page.locator('.none').isVisible()).toBe(true);
    expect(trouble).toEqual([]);
    await page.close();
  });

  test('no value of a filter chooses the same steps as another one of action or risk', async () => {
    const { page } = await open(pageOf([{ plan: fullPlan() }]));
    const values = await page.evaluate<string[]>(
      `[...document.querySelectorAll('input[name="action"], input[name="risk"]')].map(({ value }) => value)`,
    );
    await page.getByText('Filters', { exact: true }).click();
    const chosen: string[] = [];
    for (const value of values) {
      const box = page.locator(`:is([name="action"], [name="risk"])[value="${value}"]`);
      await box.check();
      chosen.push((await shownAddresses(page)).join());
      await box.uncheck();
    }
    expect(chosen).toEqual([...new Set(chosen)]);
    expect(chosen.length).toBe(7);
    await page.close();
  });

  test('says before all steps which gates would open, and of the counts where they are', async () => {
    const { page } = await open(pageOf([{ plan: fullPlan() }]));
    expect(await page.locator('h2').allTextContents()).toEqual([
      ...['Gates', 'refused', 'delete', 'update', 'create', 'rename', 'drift', 'blocked'],
      ...['Routing changes', 'Notes', 'Topology'],
    ]);
    const gates = page.locator('.alarm', { has: page.locator('h2', { hasText: 'Gates' }) });
    expect(await gates.locator('li').allTextContents()).toEqual([
      'safety.max_deletes is 5 here and 0 in origin/main: the lower limit applies',
      'https-route/admin: allow: exposure for change 4f1c09 is new here, and counts: the office is closed',
    ]);
    const links = page.locator('.counts a');
    expect(await links.allTextContents()).toEqual([
      ...['1 to create', '2 to update', '1 to delete', '1 drifted', '1 blocked', '1 renamed', '1 refused'],
    ]);
    await links.last().click();
    expect(await page.evaluate('decodeURI(location.hash)')).toBe('#production/refused');
    await page.close();
  });

  test('the verdict and the refusal are told once, and its approval is copied by a button', async () => {
    const { page } = await open(pageOf([{ plan: refusedPlan(), command: applyCommand }]), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    expect(await page.locator('.badge').allTextContents()).toEqual(['Needs 1 approval']);
    const text = await page.locator('body').innerText();
    expect(text.split('becomes less protected').length - 1).toBe(1);
    expect(text.split('refused').length - 1).toBe(1);
    expect(text.split('ip_restriction is turned off').length - 1).toBe(1);
    const copied = async (button: number): Promise<unknown> => {
      const one = page.locator('.copy button').nth(button);
      await one.click();
      // The button says so as soon as the clipboard has the text, and not before.
      await expect.poll(() => one.textContent(), soon).toBe('Copied');
      return page.evaluate('navigator.clipboard.readText()');
    };
    expect(await copied(0)).toBe('edgewright approve https-route/admin --env production');
    expect(await copied(1)).toBe('edgewright apply --env production --allow-exposure https-route/admin');
    expect(await copied(2)).toContain('kind: approval\nallow: exposure\naddress: https-route/admin\n');
    await page.close();
  });

  test('of an option of a command, nothing is on the next line', async () => {
    const { page } = await open(pageOf([{ plan: refusedPlan(), command: applyCommand }]), {
      viewport: { width: 330, height: 780 },
    });
    const words = await page.evaluate<[text: string, lines: number, height: number][]>(`
      [...document.querySelectorAll('.command .word')].map((word) =>
        [word.textContent, word.getClientRects().length, word.getBoundingClientRect().height])`);
    expect(words.map(([text]) => text)).toContain('--allow-exposure');
    expect(words.filter(([, lines, height]) => lines !== 1 || height > 30)).toEqual([]);
    await page.close();
  });

  test('a saved plan has no drawing, and says so with what it is bound to', async () => {
    const binding = [{ name: 'api', value: 'https://api.example.com' }];
    const html = planHtml([{ plan: fullPlan(), diagnostics: [], binding }]);
    const { page, trouble } = await open(html);
    expect(await page.locator('.topology').count()).toBe(0);
    const saved = page.locator('.notes', { has: page.locator('h2', { hasText: 'Plan from a file' }) });
    expect(await saved.locator('li').allTextContents()).toEqual(['api: https://api.example.com']);
    expect(await saved.textContent()).toContain('holds neither the topology nor lint findings');
    expect(await page.locator('#shown').textContent()).toBe('7 of 7 steps');
    expect(trouble).toEqual([]);
    await page.close();
  });

  test('keeps the filters in its URL, which restores them', async () => {
    const html = pageOf([{ plan: fullPlan('staging') }, { plan: fullPlan() }]);
    const { page } = await open(html);
    await page.getByRole('tab', { name: /production/ }).click();
    await page.getByText('Filters', { exact: true }).click();
    await check(page, 'action', 'create');
    await page.getByRole('searchbox').fill('new');
    const hash = '#environment=production&action=create&q=new';
    await expect.poll(() => page.evaluate('location.hash'), { timeout: 60_000 }).toBe(hash);
    await page.close();

    const again = await open(html, {}, hash);
    expect(await again.page.locator('#shown').textContent()).toBe('1 of 7 steps');
    expect(await again.page.getByRole('searchbox').inputValue()).toBe('new');
    expect(await shownAddresses(again.page)).toEqual(['https-route/new']);
    await again.page.close();
  });

  test('environments are tabs, which the arrow keys change; without the script they are sections', async () => {
    const quiet = planOf([stepOf('endpoint/quiet', 'keep')], { environment: 'staging' });
    const html = pageOf([{ plan: quiet }, { plan: fullPlan() }]);
    const { page } = await open(html);
    expect(await page.locator('header .title .badge').textContent()).toBe('Needs 1 approval');
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'staging Nothing to do',
      'production Needs 1 approval',
    ]);
    // The one that needs a person is shown first.
    expect(await page.getByRole('tabpanel').getAttribute('id')).toBe('production/');
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tabpanel').getAttribute('id')).toBe('staging/');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('staging');
    await page.close();

    const plain = await open(html, { javaScriptEnabled: false });
    expect(await plain.page.locator('.environment:visible').count()).toBe(2);
    await plain.page.getByRole('link', { name: /production/ }).click();
    expect(decodeURI(plain.page.url())).toMatch(/#production\/$/);
    await plain.page.close();
  });

  test('what is open to the world comes first, then refusals, failing tests and the rest', async () => {
    const { page } = await open(pageOf([{ plan: urgentPlan() }]));
    const badges = await page.locator('header .badge').allTextContents();
    expect(badges.slice(0, 4)).toEqual([
      '1 less protected than the files',
      'Needs 1 approval',
      '2 tests fail',
      '1 blocked',
    ]);
    expect(await page.locator('.badge.good').count()).toBe(0);
    const headings = await page.locator('main h2').allTextContents();
    expect(headings.slice(0, 4)).toEqual([
      'less protected than the files',
      'Gates',
      'refused',
      'Requests with another outcome',
    ]);
    expect(await page.locator('.tests li').allTextContents()).toEqual([
      'the shop tells no server: was 200 from backend/shop, will be 200 from backend/shop: the test fails, expected the response header server: none, got server: nginx (tests/shop.yaml:4)',
      'the office alone: the test fails, as it does now (tests/shop.yaml:9)',
    ]);
    // The counts lead there.
    await page.getByRole('link', { name: '2 tests fail' }).click();
    expect(await page.evaluate('document.querySelector(":target").className')).toBe('tests');
    await page.close();
  });

  test('the tab of the environment that needs a person is open, each with its first badge', async () => {
    const calm = planOf([stepOf('endpoint/new', 'create', { reason: { code: 'not-live' } })], {
      environment: 'staging',
    });
    const { page } = await open(pageOf([{ plan: calm }, { plan: urgentPlan() }]));
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'staging Ready',
      'production 1 less protected than the files',
    ]);
    expect(await page.getByRole('tabpanel').getAttribute('id')).toBe('production/');
    expect(await page.locator('header > .title .badge').allTextContents()).toEqual([
      '1 less protected than the files',
    ]);
    await page.close();

    // What is open already comes before what is refused.
    const both = await open(pageOf([{ plan: fullPlan('staging') }, { plan: urgentPlan() }]));
    expect(await both.page.getByRole('tabpanel').getAttribute('id')).toBe('production/');
    await both.page.close();
  });

  test('a drawing that is wider than its place says so, and scrolls with the keyboard', async () => {
    const html = pageOf([{ plan: fullPlan() }]);
    for (const [width, isShown] of [
      [390, true],
      [1280, false],
    ] as const) {
      const { page } = await open(html, { viewport: { width, height: 844 } });
      const hint = page.locator('.topology .hint');
      expect(await hint.isVisible()).toBe(isShown);
      const scroll = page.locator('.topology .scroll');
      const isWider = (): Promise<boolean> =>
        page.evaluate<boolean>(
          '(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector(".topology .scroll"))',
        );
      expect(await isWider()).toBe(isShown);
      if (isShown) {
        await scroll.focus();
        await page.keyboard.press('ArrowRight');
        const left = (): Promise<number> =>
          page.evaluate('document.querySelector(".topology .scroll").scrollLeft');
        await expect.poll(left, soon).toBeGreaterThan(0);
      }
      await page.close();
    }
  });

  test('a link to a step opens it, also one that a filter hides, and goes to it', async () => {
    const { page } = await open(pageOf([{ plan: bigPlan(120) }]));
    await page.getByRole('button', { name: 'Close all' }).click();
    await page.getByText('Filters', { exact: true }).click();
    await check(page, 'action', 'create');
    await page.locator('.traffic a.address').first().click();
    const step = page.locator('[id="production/https-route/shop-0"]');
    expect(await step.locator('.body .change').count()).toBe(1);
    expect(await page.evaluate('document.activeElement.parentElement.id')).toBe(
      'production/https-route/shop-0',
    );
    expect(await page.locator('.step[open]').count()).toBe(1);
    await page.close();
  });

  test('does all of it without a mouse', async () => {
    const { page } = await open(pageOf([{ plan: bigPlan(60) }]));
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the steps');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
    await page.keyboard.type('shop-21');
    await expect.poll(() => shownAddresses(page), soon).toEqual(['https-route/shop-21']);
    // To the list: over the buttons, the summary of the filters and each of them.
    for (let index = 0; index < 60; index++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate('document.activeElement.matches(".step > summary")')) break;
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.step[open]:visible .body').count(), soon).toBe(1);
    // The focused element has a visible outline.
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.close();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing to object to in %s', async (colorScheme) => {
    const diagnostics = [
      findingOf('a-rule', 'a finding', { address: 'https-route/new' }),
      findingOf('another', 'one more'),
    ];
    const plans = [
      { plan: fullPlan('staging'), diagnostics },
      { plan: fullPlan(), diagnostics },
    ];
    const narrow = { width: 390, height: 844 };
    for (const [html, viewport] of [
      [pageOf(plans.slice(1), 'https://git.example.com/{path}#L{line}')],
      [pageOf(plans)],
      [pageOf([{ plan: bigPlan(60) }])],
      [pageOf([{ plan: urgentPlan() }])],
      [pageOf([{ plan: urgentPlan() }]), narrow],
    ] as const) {
      const { page } = await open(html, {
        colorScheme,
        bypassCSP: true,
        ...(viewport === undefined ? {} : { viewport }),
      });
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      await page.evaluate(axe);
      const result = await page.evaluate<unknown>(
        'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => html + failureSummary)]))',
      );
      expect(result).toEqual([]);
      await page.close();
    }
  });

  test('runs and loads nothing, whatever was written', async () => {
    // Each of the texts comes to stand in several places.
    for (const shift of [0, 1, 2, 3]) {
      const { plan, ...rest } = hostilePlan([...hostileTexts.slice(shift), ...hostileTexts.slice(0, shift)]);
      const many = Array.from({ length: 30 }, (_, index) => stepOf(`endpoint/e${index}`, 'delete'));
      for (const shown of [plan, planOf([...plan.steps, ...many], { environment: hostileTexts[shift]! })]) {
        const { page, trouble } = await open(
          planHtml([{ ...rest, plan: shown }], { sourceUrl: 'https://git.example.com/{path}' }),
        );
        // A single step needs no filter.
        const hasFilter = shown !== plan;
        if (hasFilter) await page.getByRole('button', { name: 'Open all' }).click();
        expect(await page.locator('.step.update .change').count()).toBe(4);
        for (const text of hasFilter ? hostileTexts : []) await page.getByRole('searchbox').fill(text);
        expect(await page.evaluate('window.hacked')).toBeUndefined();
        expect(trouble).toEqual([]);
        await page.close();
      }
    }
  });

  test('injected code can neither run nor load anything', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const inject = `{
      const script = document.createElement('script');
      script.setAttribute('src', 'http://127.0.0.1:${port}/script');
      document.body.append(script);
      for (const [tag, name] of [['img', 'src'], ['iframe', 'src'], ['link', 'href'], ['object', 'data']]) {
        const element = document.createElement(tag);
        element.setAttribute('rel', 'stylesheet');
        element.setAttribute(name, 'http://127.0.0.1:${port}/' + tag);
        document.body.append(element);
      }
      fetch('http://127.0.0.1:${port}/fetch').catch(() => undefined);
      const inline = document.createElement('script');
      inline.append('window.hacked = 1');
      document.body.append(inline);
    }`;
    try {
      const { page } = await open(pageOf([{ plan: fullPlan() }]));
      await page.evaluate(inject).catch(() => undefined);
      await page.waitForTimeout(300);
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      expect(asked).toEqual([]);
      await page.close();
      // The same code runs in a page without the policy, which proves that the test can fail.
      const free = await open('<!doctype html><title>free</title><body>');
      await free.page.evaluate(inject);
      await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(2);
      await free.page.close();
    } finally {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    }
  });

  test('a thousand steps are filtered, opened and closed', async () => {
    const { page, trouble } = await open(pageOf([{ plan: bigPlan(1000) }]));
    const opened = (): Promise<number> => page.locator('.step[open] > .body').count();
    await page.getByText('Filters', { exact: true }).click();
    await check(page, 'action', 'create');
    await expect.poll(() => page.locator('#shown').textContent(), soon).toBe('67 of 1000 steps');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Open all' }).click();
    await expect.poll(opened, soon).toBe(1000);
    await page.getByRole('button', { name: 'Close all' }).click();
    await expect.poll(opened, soon).toBe(0);
    expect(trouble).toEqual([]);
    await page.close();
  });

  test('of many steps only those near the screen are laid out, and each is found by its text', async () => {
    const { page, trouble } = await open(pageOf([{ plan: bigPlan(3000) }]));
    const laidOut = (): Promise<number> =>
      page.evaluate(
        '[...document.querySelectorAll(".step")].filter((step) => step.checkVisibility({ contentVisibilityAuto: true })).length',
      );
    expect(await laidOut()).toBeLessThan(300);
    await page.locator('.step').last().scrollIntoViewIfNeeded();
    await expect.poll(laidOut, soon).toBeGreaterThan(10);
    expect(await laidOut()).toBeLessThan(300);
    // What the browser's own search does.
    expect(await page.evaluate('find("https-route/shop-2875")')).toBe(true);
    await page.getByRole('searchbox').fill('shop-2875');
    await expect.poll(() => shownAddresses(page), soon).toEqual(['https-route/shop-2875']);
    expect(await page.locator('.block:not([hidden])').count()).toBe(1);
    expect(trouble).toEqual([]);
    await page.close();
  });

  test('one of several similar steps is open, and every step that concerns security', async () => {
    const { page, trouble } = await open(pageOf([{ plan: bigPlan(300) }]));
    const opened = await page.locator('.step[open] > summary .address').allTextContents();
    // The two that protect less; an edit of a preset, one with values of its own, new routes.
    expect(opened).toEqual([0, 250, 2, 3, 1].map((index) => `https-route/shop-${index}`));
    const folds = page.locator('.fold');
    expect(await folds.locator('> summary').allTextContents()).toEqual([
      'and 176 more in the same fields, each with its own values',
      'and 97 more with the same change',
      'and 19 more in the same fields, each with its own values',
    ]);
    expect(await page.locator('.fold[open]').count()).toBe(0);
    // What is found in a fold is seen.
    await page.getByRole('searchbox').fill('shop-31');
    await expect.poll(() => shownAddresses(page), soon).toEqual(['https-route/shop-31']);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator('.fold[open]').count(), soon).toBe(0);
    expect(trouble).toEqual([]);
    await page.close();
  });

  test('a printer gets all that is shown, open, and nothing to click on', async () => {
    const { page } = await open(pageOf([{ plan: bigPlan(60) }]), {}, '#action=create');
    const opened = await page.locator('.step[open]').count();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    const closed =
      '[...document.querySelectorAll("details:not([open])")].filter((one) => one.checkVisibility()).length';
    expect(await page.evaluate(closed)).toBe(0);
    expect(await page.locator('.step:visible .change').count()).toBeGreaterThan(3);
    expect(await page.locator('#filter').isVisible()).toBe(false);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await page.locator('.step[open]').count()).toBe(opened);
    await page.close();
  });

  test('columns stand under each other where there is little room, and nothing is cut off', async () => {
    const { page } = await open(pageOf([{ plan: fullPlan() }]), { viewport: { width: 400, height: 800 } });
    const [left, right] = await page
      .locator('.row:has(> .before):has(> .after)')
      .first()
      .locator('> .cell')
      .all();
    const [before, after] = [await left!.boundingBox(), await right!.boundingBox()];
    expect(after!.y).toBeGreaterThanOrEqual(before!.y + before!.height);
    expect(await page.locator('.twin:visible').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
    await page.close();
  });

  test('without scripts the steps are shown, and the filter form is not', async () => {
    const { page } = await open(pageOf([{ plan: fullPlan() }]), { javaScriptEnabled: false });
    expect(await page.locator('.step .change:visible').count()).toBeGreaterThan(5);
    expect(await page.locator('#filter').isVisible()).toBe(false);
    await page.close();
  });
});
