/*
 * The site and the page of a plan, used with a keyboard alone: every element that a mouse can use is reached by Tab and
 * by Shift+Tab, is seen when it has the focus, and can be left; menus close by Escape and give the focus back.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fullPlan, pageOf } from '../report/html/page-of.ts';
import { kindsWithoutPicture, walkWith, type Walk } from './keyboard-walk.ts';

const viewports = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

/** A page of each type. */
const types = [
  '',
  'tutorial.html',
  'reference/endpoint.html',
  'reference/commands.html',
  'rules/',
  'rules/route/route-overlap.html',
  'recipes/canary.html',
  '404.html',
  'playground/index.html',
];

const allReached = { missed: [], unseen: [], mouseOnly: [], outOfOrder: [] };

/** What the site is served by, once its tests have begun. */
interface ServedSite {
  readonly folder: string;
  readonly browser: Browser;
  readonly url: string;
}

export function proveKeyboard(served: () => ServedSite): void {
  async function open(at: string, viewport = viewports[0]!): Promise<Page> {
    const page = await served().browser.newPage({ viewport, bypassCSP: true });
    await page.goto(served().url + at, { waitUntil: 'networkidle' });
    if (at.startsWith('playground'))
      await page.waitForFunction(
        'document.body.dataset.updates !== undefined && document.body.dataset.busy === undefined',
      );
    return page;
  }

  /** A fold of the editor is a key there, too: Ctrl+Shift+[. */
  function withoutFolds(walk: Walk): Walk {
    return { ...walk, mouseOnly: walk.mouseOnly.filter((name) => name !== 'span Fold line') };
  }

  describe.each(viewports)('at $width pixels', (viewport) => {
    test.each(types)('/%s is walked forth and back', async (at) => {
      for (const key of ['Tab', 'Shift+Tab'] as const) {
        const page = await open(at, viewport);
        const walk = withoutFolds(await walkWith(key, page));
        expect(walk).toMatchObject(allReached);
        expect(walk.reached).toBe(walk.usable);
        expect(walk.usable).toBeGreaterThan(4);
        await page.close();
      }
    });

    test.each(['light', 'dark'] as const)('the focus is in the picture, in %s', async (colorScheme) => {
      for (const at of ['rules/', 'recipes/canary.html', 'playground/index.html']) {
        const page = await open(at, viewport);
        await page.emulateMedia({ colorScheme });
        const { kinds, same } = await kindsWithoutPicture(page);
        expect([at, same]).toEqual([at, []]);
        expect(kinds).toBeGreaterThanOrEqual(8);
        await page.close();
      }
    });

    test('the page of a plan is walked forth and back', async () => {
      for (const key of ['Tab', 'Shift+Tab'] as const) {
        const page = await served().browser.newPage({ viewport, bypassCSP: true });
        await page.setContent(pageOf([{ plan: fullPlan() }]));
        expect(await walkWith(key, page)).toMatchObject(allReached);
        await page.close();
      }
    });

    test('the search has its results, and gives the focus back', async () => {
      const page = await open('', viewport);
      await focusByTab(page, '.DocSearch-Button');
      await page.keyboard.press('Enter');
      await page.locator('#localsearch-input').waitFor();
      await page.keyboard.type('route');
      await page.locator('.VPLocalSearchBox .result').first().waitFor();
      const walk = await walkWith('Tab', page, '.VPLocalSearchBox');
      expect(walk).toMatchObject(allReached);
      expect(walk.usable).toBeGreaterThan(10);
      await page.keyboard.press('Escape');
      await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' });
      expect(await hasFocus(page, '.DocSearch-Button')).toBe(true);
      await page.close();
    });

    test('the skip link leads to the content', async () => {
      const page = await open('lint.html', viewport);
      await focusByTab(page, '.VPSkipLink');
      await page.keyboard.press('Enter');
      expect(await hasFocus(page, '#VPContent')).toBe(true);
      await page.keyboard.press('Tab');
      expect(await hasFocus(page, '#VPContent *')).toBe(true);
      await page.close();
    });
  });

  test('every other page is walked on a phone', async () => {
    const pages = readdirSync(served().folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(path.sep).join('/'))
      // Of the pages of rules, one stands for all.
      .filter((name) => /^(?!rules\/.*\/|playground|404)[^.]*\.html$/.test(name) && !types.includes(name));
    expect(pages.length).toBeGreaterThan(55);
    const astray: unknown[] = [];
    for (const at of pages) {
      const page = await open(at, viewports[1]);
      const { usable, reached, ...walk } = await walkWith('Tab', page);
      if (usable !== reached || Object.values(walk).some((names) => names.length > 0))
        astray.push([at, walk]);
      await page.close();
    }
    expect(astray).toEqual([]);
  });

  test.each([
    ['the menu of a phone', 390, '.VPNavBarHamburger', '.VPNavScreen', '.VPNavScreen a'],
    ['the sidebar of a phone', 390, '.VPLocalNav .menu', '.VPSidebar.open', '.VPSidebar a'],
    [
      'the outline',
      390,
      '.VPLocalNavOutlineDropdown > button',
      '.VPLocalNavOutlineDropdown .items',
      '.items a',
    ],
    [
      'the menu of a tablet',
      1024,
      '.VPNavBarExtra .button',
      '.VPNavBarExtra .menu',
      '.VPNavBarExtra .menu button',
    ],
  ])(
    '%s opens by Enter, and closes by Escape and when it is left',
    async (_what, width, opener, menu, inside) => {
      const page = await open('lint.html', { width, height: 844 });
      await focusByTab(page, opener);
      await page.keyboard.press('Enter');
      await page.locator(menu).waitFor();
      await focusByTab(page, inside);
      await page.keyboard.press('Escape');
      await page.locator(menu).waitFor({ state: 'hidden' });
      expect(await hasFocus(page, opener)).toBe(true);
      await page.locator(`${opener}[aria-expanded=false]`).waitFor();
      await page.keyboard.press('Space');
      await page.locator(menu).waitFor();
      await focusByTab(page, '.VPContent *', 150);
      await page.locator(menu).waitFor({ state: 'hidden' });
      await page.close();
    },
  );

  test('the groups of rules unfold by Enter and by Space', async () => {
    const page = await open('lint.html');
    await focusByTab(page, '.VPSidebarItem .caret', 150);
    const groups = page.locator('.VPSidebarItem:has(> .item > .caret) > .items a');
    expect(await groups.first().isVisible()).toBe(false);
    for (const [key, isOpen] of [
      ['Enter', true],
      ['Space', false],
    ] as const) {
      await page.keyboard.press(key);
      await groups.first().waitFor({ state: isOpen ? 'visible' : 'hidden' });
      await page.locator(`.VPSidebarItem .caret[aria-expanded=${isOpen}]`).waitFor();
    }
    await page.close();
  });

  test('a block of code has a name, a copy button and its link', async () => {
    const page = await open('recipes/canary.html');
    const block = page.locator('.language-yaml').first();
    expect(await block.locator('pre').getAttribute('aria-label')).toBe('edgewright.yaml');
    await focusByTab(page, '.language-yaml button.copy', 300);
    await page.keyboard.press('Tab');
    expect(await hasFocus(page, '.language-yaml pre')).toBe(true);
    await page.keyboard.press('Tab');
    expect(await hasFocus(page, '.play a')).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/playground/index.html#*');
    await page.locator('#verdict', { hasText: 'Plan for production' }).waitFor();
    await page.close();
  });

  async function hasFocus(page: Page, selector: string): Promise<boolean> {
    return page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
  }

  async function focusByTab(page: Page, selector: string, most = 60): Promise<void> {
    for (let presses = 0; presses < most; presses++) {
      await page.keyboard.press('Tab');
      if (await hasFocus(page, selector)) return;
    }
    throw new Error(`${most} presses of Tab do not reach ${selector}`);
  }
}
