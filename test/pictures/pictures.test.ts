/*
 * The pictures of docs/pictures are of what the program prints now. `npm run pictures` makes them again, with Chromium;
 * without it the terminal is compared as it is, and of the page the hash that was recorded beside its picture.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { launch } from '../report/html/browser.ts';
import { findingInTerminal, pageOfPlan } from './shown.ts';
import { terminalSvg } from './terminal-svg.ts';

const isMaking = process.env['MODE'] === 'pictures';
const folder = path.join(import.meta.dirname, '../../docs/pictures');
const files = { finding: 'finding.svg', page: 'plan.png', hash: 'plan.sha256' };
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

async function picture(html: string): Promise<Buffer> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 585 }, deviceScaleFactor: 1.5 });
    await page.setContent(html);
    return await page.screenshot({ animations: 'disabled' });
  } finally {
    await browser.close();
  }
}
