/** The behavior of bin/ in a clone whose dist/ is missing or out of date. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './shipped.ts';

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'edgewright-clone-'));
  cpSync(path.join(root, 'bin'), path.join(clone, 'bin'), { recursive: true });
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

test('a command without dist/ exits with 74, and prints the fix', () => {
  const command = [path.join(clone, 'bin/edgewright.js'), 'lint'];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(stderr).toBe('error: `dist/main.cjs` is missing\n  = help: in a clone run `npm run build`\n');
  expect(status).toBe(74);
});

test.each([
  ['nothing', false],
  ['src/main.ts', true],
  ['bin/lazy-modules.mjs', true],
  ['package-lock.json', true],
])('dist/ is built again before a command where %s is newer: %s', (newer, isBuilt) => {
  const file = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(clone, name)), { recursive: true });
    writeFileSync(path.join(clone, name), text);
  };
  file('bin/build.mjs', `import { writeFileSync } from 'node:fs';\nwriteFileSync('built', '');\n`);
  file('src/main.ts', '');
  for (const name of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'])
    file(name, '{ "packages": {} }');
  file('dist/version', '');
  const day = 24 * 60 * 60;
  const time = Date.now() / 1000 + day;
  utimesSync(path.join(clone, 'dist/version'), time, time);
  if (newer !== 'nothing') utimesSync(path.join(clone, newer), time + day, time + day);
  const { status } = spawnSync(process.execPath, ['bin/bootstrap.mjs', 'node', '-e', '0'], { cwd: clone });
  expect(status).toBe(0);
  expect(existsSync(path.join(clone, 'built'))).toBe(isBuilt);
});

test('characters outside ASCII reach V8 as they are written, from a bundle and from its code cache', () => {
  mkdirSync(path.join(clone, 'dist'));
  const body = String.raw`exports.run = () => process.stdout.write(String(/^[•…]{2}$/.test('\u2022\u2026')));`;
  writeFileSync(path.join(clone, 'dist/main.cjs'), `/*! edgewright ${'0'.repeat(16)} */${body}`);
  const run = (): string =>
    spawnSync(process.execPath, [path.join(clone, 'bin/edgewright.js'), 'plan'], {
      env: { HOME: clone },
      encoding: 'utf8',
    }).stdout;
  expect([run(), run()]).toEqual(['true', 'true']);
});
