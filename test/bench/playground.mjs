import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { buildPlayground } from '../../docs/site/playground/bundle.mjs';
import { edgewright, root, time } from './measure.mjs';

const isInstalled = existsSync(path.join(root, 'docs/site/node_modules'));
const notMeasured = (figure) => ({
  figure,
  skipped: 'the packages of the site are missing (npm ci in docs/site)',
});

/** The bytes of the script of the playground, which has the editor and all of lint and plan. */
export async function playgroundSize(folder) {
  const figure = 'bytes of the playground / of dist/main.cjs';
  if (!isInstalled) return notMeasured(figure);
  await buildPlayground(folder);
  const sizeOf = (file) => statSync(file).size;
  const ratio = sizeOf(path.join(folder, 'playground.js')) / sizeOf(path.join(root, 'dist/main.cjs'));
  return { figure, ratios: [ratio], goal: '<= 1.00' };
}

/** From a key in the bookshop to its findings on the page, in Chromium; at most 100 ms on an idle machine. */
export async function playgroundKey(folder) {
  const figure = 'first answer of the playground after a key, bookshop / lint of the bookshop';
  if (!isInstalled) return notMeasured(figure);
  await buildPlayground(folder);
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ bypassCSP: true });
    await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
    await page.locator('body[data-updates]').waitFor();
    await page.getByLabel('Example').selectOption('A bookshop');
    await page.locator('body[data-updates="2"]').waitFor();
    await page.evaluate(`
      window.answers = [];
      document.addEventListener('keydown', () => (window.pressed = performance.now()), true);
      new MutationObserver(() => answers.push(performance.now() - pressed))
        .observe(document.querySelector('#files'), { childList: true });
    `);
    await page.locator('.cm-line', { hasText: 'description:' }).first().click();
    await page.keyboard.press('End');
    const ratios = [];
    for (let turn = 3; turn < 24; turn++) {
      await page.keyboard.press('x');
      await page.locator(`body[data-updates="${turn}"]`).waitFor();
      const milliseconds = await page.evaluate('answers.at(-1)');
      ratios.push(milliseconds / time([edgewright, 'lint', '-C', path.join(root, 'examples/bookshop')]));
    }
    return { figure, ratios: ratios.slice(5), goal: '<= 0.50' };
  } finally {
    await browser.close();
  }
}
