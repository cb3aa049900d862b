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

/**
 * The bytes of the script of the playground: the editor, and its worker with all of lint, plan, trace and completion.
 */
export async function playgroundSize(folder) {
  const figure = 'bytes of the playground / of dist/main.cjs';
  if (!isInstalled) return notMeasured(figure);
  await buildPlayground(folder);
  const sizeOf = (file) => statSync(file).size;
  const ratio = sizeOf(path.join(folder, 'playground.js')) / sizeOf(path.join(root, 'dist/main.cjs'));
  return { figure, ratios: [ratio], goal: '<= 1.00' };
}

/** From a key in the bookshop to its findings on the page, in Chromium; at most 100 ms on an idle machine. */
export function playgroundKey(folder) {
  const figure = 'first answer of the playground after a key, bookshop / lint of the bookshop';
  return timesOfKeys(folder, { figure, shownIn: '#files', goal: '<= 0.50' });
}

/** From a key to the plan; at most 100 ms on an idle machine, too. */
export function playgroundPlan(folder) {
  const figure = 'plan of the playground after a key, bookshop / lint of the bookshop';
  return timesOfKeys(folder, { figure, shownIn: '#plan', goal: '<= 1.00' });
}

async function timesOfKeys(folder, { figure, shownIn, goal }) {
  if (!isInstalled) return notMeasured(figure);
  await buildPlayground(folder);
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ bypassCSP: true });
    await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
    const shown = (turn) => page.locator(`body[data-updates="${turn}"]:not([data-busy])`).waitFor();
    await shown(1);
    await page.getByLabel('Example').selectOption('A bookshop');
    await shown(2);
    await page.evaluate(`
      window.answers = [];
      document.addEventListener('keydown', () => (window.pressed = performance.now()), true);
      new MutationObserver(() => answers.push(performance.now() - pressed))
        .observe(document.querySelector('${shownIn}'), { childList: true });
    `);
    await page.locator('.cm-line', { hasText: 'description:' }).first().click();
    await page.keyboard.press('End');
    const ratios = [];
    for (let turn = 3; turn < 24; turn++) {
      await page.evaluate('answers.splice(0)');
      await page.keyboard.press('x');
      await shown(turn);
      const milliseconds = await page.evaluate('answers[0]');
      ratios.push(milliseconds / time([edgewright, 'lint', '-C', path.join(root, 'examples/bookshop')]));
    }
    return { figure, ratios: ratios.slice(5), goal };
  } finally {
    await browser.close();
  }
}
