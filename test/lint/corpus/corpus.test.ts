/**
 * Files as people really break them, each with the output of lint. A case is a folder in cases/, named after the
 * mistake: the files stand over those of workspace/, expected.txt holds the complete output at 80 columns and, where
 * there is one, expected-color.txt the same in colour. `npm run record` records both; read them aloud: each message
 * says what is wrong, where, what comes of it and what to do, once.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { widthOf } from '../../../src/report/text/flow-text.ts';
import { expectText } from '../../golden.ts';
import { lintFolder, recorded } from './lint-folder.ts';
import { share } from '../../runs.ts';

const here = import.meta.dirname;
const cases = path.join(here, 'cases');
const names = readdirSync(cases).sort();

/** Lints the workspace with these files over it; returns the output and the exit code. */
async function linted(files: string | undefined, ...more: readonly string[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-corpus-'));
  try {
    cpSync(path.join(here, 'workspace'), folder, { recursive: true });
    if (files !== undefined)
      cpSync(files, folder, { recursive: true, filter: (file) => !isExpectation(file) });
    return recorded(await lintFolder(folder, more));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isExpectation(file: string): boolean {
  return /^expected.*\.txt$/.test(path.basename(file));
}

test('the workspace of the cases has no findings itself', async () => {
  expect(await linted(undefined)).toMatch(/^no problems in \d+ files\nexit 0\n$/);
});

test('there are at least 60 cases', () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
});

test.each(share(names))('%s', async (name) => {
  const folder = path.join(cases, name);
  expectText(path.join(folder, 'expected.txt'), await linted(folder));
});

test.each(names.filter((name) => existsSync(path.join(cases, name, 'expected-color.txt'))))(
  '%s, in colour',
  async (name) => {
    const folder = path.join(cases, name);
    expectText(path.join(folder, 'expected-color.txt'), await linted(folder, '--color', 'always'));
  },
);

test('no line is wider than the terminal, except a title, a file name and the summary', () => {
  const wide = names.flatMap((name) =>
    readFileSync(path.join(cases, name, 'expected.txt'), 'utf8')
      .split('\n')
      .filter(
        (line) => widthOf(line) > 80 && !/^(?:error|warning|info)\[| (?:-->|==>) | in \d+ files/.test(line),
      )
      .map((line) => `${name}: ${line}`),
  );
  expect(wide).toEqual([]);
});
