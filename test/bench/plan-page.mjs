import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { root } from './measure.mjs';

const small = 1_000;
const large = 10_000;

/** A plan with 10,000 steps in a format for people: the time of a step against that in a plan with 1,000. */
export function planPage(format) {
  return () => {
    const run = (turns) => JSON.parse(ts('page-process.ts', format, small, large, turns));
    return {
      figure: `${format} of a plan with ${words(large)} steps, time of a step / of one of ${words(small)}`,
      ratios: run(9).ratios,
      goal: '<= 1.20',
      peakMiB: run(0).peakKiB / 1024,
    };
  };
}

/** The longest that a key in the search field of the page takes until it is painted, in Chromium. */
export async function searchInPage(folder) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const ratios = [];
    for (let turn = 0; turn < 5; turn++)
      ratios.push((await longestKey(browser, folder, large)) / (await longestKey(browser, folder, small)));
    return {
      figure: `longest key in the search of a page with ${words(large)} steps / with ${words(small)}`,
      ratios,
      goal: '<= 2',
    };
  } finally {
    await browser.close();
  }
}

async function longestKey(browser, folder, count) {
  const file = path.join(folder, `page-${count}.html`);
  if (!existsSync(file)) writeFileSync(file, ts('page-of-plan.ts', count));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(`
    window.keys = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'input') keys.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  `);
  await page.goto(pathToFileURL(file).href);
  await page.evaluate('document.querySelector("input[type=search]").focus()');
  await page.waitForTimeout(1_000);
  for (const key of 'shop-2345') {
    await page.keyboard.press(key);
    await page.waitForTimeout(200);
  }
  await page.waitForTimeout(500);
  const longest = await page.evaluate('Math.max(...keys)');
  const shown = await page.locator('#shown').textContent();
  if (!shown.endsWith(` of ${count} steps`) || shown.startsWith(`${count} `))
    throw new Error(`the page shows ${shown}`);
  await page.close();
  return longest;
}

function ts(file, ...args) {
  const command = [path.join(root, 'bin/run-ts.mjs'), `test/bench/${file}`, ...args.map(String)];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function words(number) {
  return number.toLocaleString('en');
}
