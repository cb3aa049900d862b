/** The files that npm publishes, and their size. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packTo, repository } from './installed.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-tarball-'));
const packed = packTo(folder);
rmSync(folder, { recursive: true, force: true });
const names = packed.files.map((file) => file.path).sort();

test('the files of the tarball are these', async () => {
  const listed = names.filter((name) => !/^(docs|schemas)\//.test(name));
  await expect(`${listed.join('\n')}\n`).toMatchFileSnapshot('tarball.txt');
});

test('every page, picture and schema in it is a file of the repository', () => {
  const committed = execFileSync('git', ['ls-files', 'docs', 'schemas'], {
    cwd: repository,
    encoding: 'utf8',
  });
  const shipped = names.filter((name) => /^(docs|schemas)\//.test(name));
  expect(
    shipped.filter((name) => !/\.(md|json|svg|png|sha256)$|^docs\/pipelines\/.*\.ya?ml$/.test(name)),
  ).toEqual([]);
  expect(committed.trim().split('\n')).toEqual(expect.arrayContaining(shipped));
});

test('it is small: 2.3 MB packed, 9.5 MB unpacked when this was measured', () => {
  expect(packed.size).toBeLessThan(2.6e6);
  expect(packed.unpackedSize).toBeLessThan(10e6);
});
