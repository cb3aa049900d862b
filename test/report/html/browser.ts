import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Where Debian has it; another place is named by CHROMIUM. */
export const chromiumPath = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((file) => file !== '' && existsSync(file));

/** Without it the tests in a browser are skipped, in CI they fail: `.ci/run` installs it. */
export const noBrowser = chromiumPath === undefined && process.env['CI'] === undefined;

if (noBrowser)
  process.stderr.write('skipped: there is no Chromium (apt-get install chromium, or set CHROMIUM)\n');

export function launch(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error('there is no Chromium: apt-get install chromium, or set CHROMIUM');
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
}
