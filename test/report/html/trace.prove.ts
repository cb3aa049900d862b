import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desiredServers } from '../../../src/routing/traffic-server.ts';
import { edgesOf } from '../../../src/routing/edges.ts';
import { openSide } from '../../../src/routing/traffic/side-index.ts';
import { parseRequest } from '../../../src/routing/traffic/request.ts';
import { traceHtml } from '../../../src/report/trace/trace-page.ts';
import { traceSide } from '../../../src/simulate/request-way.ts';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { loadWorkspace } from '../../../src/workspace/load-workspace.ts';
import { launch, noBrowser } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const bookshop = path.join(import.meta.dirname, '../../../examples/bookshop');

/** The back office of the bookshop: undecided at its addresses, with other routes beside it. */
function pageOfTrace(): string {
  const workspace = loadWorkspace({ from: bookshop });
  const { desired } = compile(workspace, 'production');
  const ids = workspace.environments.get('production')?.ids ?? new Map();
  const side = openSide({ servers: desiredServers(desired), edges: edgesOf(ids.values(), []) });
  const url = 'https-edge/internal/admin';
  const given = { login: { email: 'ann@example.com', teams: ['harbourbooks/on-call'] } };
  const facts = { url, method: 'GET', headers: new Map<string, readonly string[]>(), from: {}, given };
  const parsed = parseRequest(url);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const answers = traceSide({ side, nameOf: (id) => id, originOf: () => undefined }, facts);
  const live = traceSide(
    { side, nameOf: (id) => id, originOf: () => undefined },
    { ...facts, given: { ...given, ip_restriction: 'refused' } },
  );
  return traceHtml({
    environment: 'production',
    request: parsed.request,
    given: { given },
    sides: [
      { side: 'desired', answers },
      { side: 'live', answers: live },
    ],
  });
}

describe.skipIf(noBrowser)('the page of a trace in Chromium', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgewright-trace-'));
    writeFileSync(path.join(folder, 'trace.html'), pageOfTrace());
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: Parameters<Browser['newPage']>[0]): Promise<Page> {
    const page = await browser.newPage(options);
    await page.goto(pathToFileURL(path.join(folder, 'trace.html')).href);
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
      expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
        0,
      );
      await page.close();
    }
  });

  test('on a phone, the first screen has the verdict', async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    const box = await page.locator('.badge').first().boundingBox();
    expect(box?.y).toBeLessThan(300);
    await page.close();
  });

  test('the other routes open with the keyboard alone, without a script', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('details.beside li').first().waitFor({ state: 'visible' });
    await page.close();
  });
});
