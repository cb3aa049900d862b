/*
 * The pictures of docs/pictures are of what the program prints now. `npm run pictures` makes them again, with Chromium;
 * without it the terminal is compared as it is, and of the page the hash that was recorded beside its picture.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { buildPlayground } from '../../docs/site/playground/bundle.mjs';
import { examples } from '../../docs/site/playground/examples.mjs';
import { toHash } from '../../docs/site/playground/state.ts';
import { launch } from '../report/html/browser.ts';
import { findingInTerminal, pageOfPlan, removedProtection, shownInPlayground } from './shown.ts';
import { terminalSvg } from './terminal-svg.ts';

const isMaking = process.env['MODE'] === 'pictures';
const folder = path.join(import.meta.dirname, '../../docs/pictures');
const files = {
  finding: 'finding.svg',
  page: 'plan.png',
  hash: 'plan.sha256',
  playground: 'playground.png',
  shown: 'playground.sha256',
};
const fileOf = (name: keyof typeof files): string => path.join(folder, files[name]);

test('the finding in a terminal', async () => {
  const svg = terminalSvg(await findingInTerminal(), 'A finding of edgewright lint in a terminal');
  if (isMaking) writeFileSync(fileOf('finding'), svg);
  expect(readFileSync(fileOf('finding'), 'utf8'), 'run `npm run pictures`').toBe(svg);
});

test('the page of a plan', async () => {
  const html = await pageOfPlan();
  const hash = `${createHash('sha256').update(html).digest('hex')}\n`;
  if (isMaking) {
    writeFileSync(fileOf('page'), await picture(html));
    writeFileSync(fileOf('hash'), hash);
  }
  expect(readFileSync(fileOf('hash'), 'utf8'), 'run `npm run pictures`').toBe(hash);
  expect(statSync(fileOf('page')).size).toBeLessThan(150_000);
});

test('the playground with a change that removes protection', async () => {
  const hash = `${createHash('sha256')
    .update(await shownInPlayground())
    .digest('hex')}\n`;
  if (isMaking) {
    writeFileSync(fileOf('playground'), await pictureOfPlayground());
    writeFileSync(fileOf('shown'), hash);
  }
  expect(readFileSync(fileOf('shown'), 'utf8'), 'run `npm run pictures`').toBe(hash);
  expect(statSync(fileOf('playground')).size).toBeLessThan(180_000);
});

async function pictureOfPlayground(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-picture-'));
  await buildPlayground(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 600 } });
    await page.goto(
      `${pathToFileURL(path.join(folder, 'index.html')).href}${await toHash(removedProtection, examples)}`,
    );
    await page.locator('body[data-updates]').waitFor();
    return await page.screenshot({ animations: 'disabled' });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function picture(html: string): Promise<Buffer> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 540 }, deviceScaleFactor: 1.5 });
    await page.setContent(html);
    return await page.screenshot({ animations: 'disabled' });
  } finally {
    await browser.close();
  }
}
