/**
 * `lint` as it is shipped: the sources say what it has to say; the cases are those of test/lint/corpus. The bundle is
 * loaded once for all of them; in a process of its own it prints every format.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintFormatNames } from '../../src/run/lint/lint-formats.ts';
import { lintFolder, recorded } from '../lint/corpus/lint-folder.ts';
import { shippedMain } from './shipped-main.ts';
import { loading, root, shipped } from './shipped.ts';

const corpus = path.join(root, 'test/lint/corpus');
const cases = readdirSync(path.join(corpus, 'cases'));
const now = ['--now', '2026-06-01T12:00:00Z'];

/** Lets `run` have a folder with the corpus' workspace and the files of a case over it. */
async function inCase<Answer>(
  name: string,
  run: (folder: string) => Answer | Promise<Answer>,
): Promise<Answer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-bundle-'));
  try {
    cpSync(path.join(corpus, 'workspace'), folder, { recursive: true });
    const files = path.join(corpus, 'cases', name);
    const isInput = (file: string): boolean => !/^expected.*\.txt$/.test(path.basename(file));
    cpSync(files, folder, { recursive: true, filter: isInput });
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each(cases)('%s', async (name) => {
  const seen = await inCase(name, (folder) => lintFolder(folder, now, shippedMain));
  const expected = readFileSync(path.join(corpus, 'cases', name, 'expected.txt'), 'utf8');
  expect(recorded(seen)).toBe(expected);
});

test.each([
  ...lintFormatNames.map((format) => ['--format', format]),
  ['--fix', '--diff'],
  ['--fix', '--unsafe', '--diff'],
  ['--rule', 'url-form=off'],
  ['--format', 'nonsense'],
  ['resources/no-such-file.yaml'],
])('lint %s %s', async (...args) => {
  const given = [...now, ...args];
  const name = cases[0] ?? '';
  const seen = await inCase(name, (folder) => shipped(folder, ['lint', ...given]));
  expect(seen).toEqual(await inCase(name, (folder) => lintFolder(folder, given)));
});

test('a run without findings loads the bundle and no library', async () => {
  await inCase(cases[0] ?? '', (folder) => {
    const minimal = path.join(folder, 'minimal');
    cpSync(path.join(root, 'examples/minimal'), minimal, { recursive: true });
    expect(loading(minimal, ['lint'])).toEqual({
      stdout: 'no problems in 3 files\n',
      stderr: '',
      exit: 0,
      files: ['main.cjs'],
    });
  });
});
