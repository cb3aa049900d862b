import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuseLinks } from '../../../../src/run/cli/files/refuse-target.ts';
import { replaceFile } from '../../../../src/run/cli/files/replace-file.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgewright-replace-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a replaced file keeps its mode, and no temporary file is left', () => {
  writeFileSync(path.join(folder, 'a.yaml'), 'old');
  chmodSync(path.join(folder, 'a.yaml'), 0o640);
  replaceFile(folder, 'a.yaml', 'new');
  expect(readFileSync(path.join(folder, 'a.yaml'), 'utf8')).toBe('new');
  expect(statSync(path.join(folder, 'a.yaml')).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(['a.yaml']);
});

test('the target of a link is never written', () => {
  writeFileSync(path.join(folder, 'outside.yaml'), 'old');
  symlinkSync('outside.yaml', path.join(folder, 'a.yaml'));
  expect(() => refuseLinks(folder, 'a.yaml')).toThrow('`a.yaml` is a symbolic link');
  replaceFile(folder, 'a.yaml', 'new');
  expect(readFileSync(path.join(folder, 'outside.yaml'), 'utf8')).toBe('old');
});

test('a folder that cannot be made is reported, and the old text stays', () => {
  writeFileSync(path.join(folder, 'a.yaml'), 'old');
  expect(() => replaceFile(folder, 'a.yaml/b.yaml', 'new')).toThrow('cannot write `a.yaml/b.yaml`');
  expect(readdirSync(folder)).toEqual(['a.yaml']);
  expect(readFileSync(path.join(folder, 'a.yaml'), 'utf8')).toBe('old');
});

test('a missing folder is made', () => {
  replaceFile(folder, 'new/a.yaml', 'text');
  expect(readFileSync(path.join(folder, 'new/a.yaml'), 'utf8')).toBe('text');
});
