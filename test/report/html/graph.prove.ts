import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphHtml } from '../../../src/report/graph/graph-page.ts';
import { launch, noBrowser } from './browser.ts';
import { fullPlan, topologyOf } from './page-of.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(noBrowser)('the page of a graph in Chromium', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgewright-graph-'));
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: Parameters<Browser['newPage']>[0]): Promise<Page> {
    const file = path.join(folder, 'graph.html');
    writeFileSync(file, graphHtml(topologyOf(fullPlan().steps), 'production: what the plan changes'));
    const page = await browser.newPage(options);
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  test.each(['light', 'dark'] as const)('axe finds nothing to object to in %s', async (colorScheme) => {
    for (const width of [1280, 390]) {
      const page = await open({ colorScheme, viewport: { width, height: 844 }, bypassCSP: true });
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      await page.evaluate(axe);
      const result = await page.evaluate<unknown>(
        'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.slice(0, 2).map(({ html, failureSummary }) => html + failureSummary)]))',
      );
      expect([width, result]).toEqual([width, []]);
      await page.close();
    }
  });

  test('a node leads to its entry with the keyboard alone, without a script', async () => {
    const page = await open({ javaScriptEnabled: false });
    const node = page.locator('svg a', { hasText: 'admin' }).first();
    for (let index = 0; index < 20; index++) {
      await page.keyboard.press('Tab');
      if ((await node.locator(':scope:focus').count()) > 0) break;
    }
    await page.keyboard.press('Enter');
    const entry = page.locator('.entry', { has: page.locator('strong', { hasText: 'admin' }) });
    await entry.waitFor({ state: 'visible' });
    expect(new URL(page.url()).hash).toBe(`#${await entry.getAttribute('id')}`);
    await page.close();
  });

  test('what a finger touches is at least 44 px high and wide', async () => {
    const page = await open({ viewport: { width: 390, height: 780 }, isMobile: true });
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    const small = await page.evaluate<string[]>(`
      [...document.querySelectorAll('a, summary')]
        .map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 44 || height < 44)
        .map(([text, { width, height }]) => text + ' ' + width + ' ' + height)`);
    expect(small).toEqual([]);
    expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.close();
  });
});
