import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putInPlace } from '../../../../src/run/cli/files/replace-file.ts';
import { makeFolder } from '../../../pipeline/workspace-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'in-place-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a foreign temporary file of the same millisecond stays, and does not conflict', async () => {
  const workspace = makeFolder({});
  try {
    // As it was named once: after the clock, which stands still here.
    const foreign = `key.${Date.parse('2026-01-02T03:04:05Z').toString(36)}.tmp`;
    workspace.write(foreign, 'of somebody else');
    const said = await workspace.run(['snapshot', 'key', 'key']);
    expect(said).toMatchObject({ exit: 0 });
    expect(workspace.read(foreign)).toBe('of somebody else');
  } finally {
    workspace.remove();
  }
});

test('a failed write leaves no file behind', () => {
  const target = path.join(folder, 'file');
  mkdirSync(target);
  expect(() =>
    putInPlace(target, 0o600, (descriptor) => {
      writeFileSync(descriptor, 'new');
    }),
  ).toThrow();
  expect(readdirSync(folder)).toEqual(['file']);
  expect(() =>
    putInPlace(path.join(folder, 'other'), 0o600, () => {
      throw new Error('full');
    }),
  ).toThrow('full');
  expect(existsSync(path.join(folder, 'other'))).toBe(false);
  expect(readdirSync(folder)).toEqual(['file']);
});

test('the new file replaces the old one', () => {
  const target = path.join(folder, 'file');
  writeFileSync(target, 'old');
  putInPlace(target, 0o600, (descriptor) => {
    writeFileSync(descriptor, 'new');
  });
  expect(readFileSync(target, 'utf8')).toBe('new');
});

test('leftovers of a killed process are removed, files of a living one are not', () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '0']);
  const name = (writer: number): string => path.join(folder, `a.yaml.${writer}-${'0'.repeat(16)}.tmp`);
  writeFileSync(name(dead), 'half');
  writeFileSync(name(process.ppid), 'being written');
  putInPlace(path.join(folder, 'b.yaml'), 0o644, () => undefined);
  expect(readdirSync(folder).sort()).toEqual([path.basename(name(process.ppid)), 'b.yaml'].sort());
});
