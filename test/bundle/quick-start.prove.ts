/** What makes `lint` start quickly. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, shipped } from './shipped.ts';

test('dist/main.cjs is plain ASCII, which is read faster and takes half the memory', () => {
  const bytes = readFileSync(path.join(root, 'dist/main.cjs'));
  const at = bytes.findIndex((byte) => byte > 0x7f);
  // In a regular expression write `\u2026`: the build leaves those as they are.
  expect(at === -1 ? '' : bytes.toString('utf8', at - 60, at + 20)).toBe('');
});

test('a run without findings loads no part of Node that it does not use', () => {
  const { stderr, exit } = shipped(path.join(root, 'examples/minimal'), ['lint'], {
    // It writes no code cache, which would need a folder.
    HOME: '',
    NODE_OPTIONS: `--require ${path.join(import.meta.dirname, 'loaded-builtins.cjs')}`,
  });
  expect(exit).toBe(0);
  expect(stderr.split('\n').sort()).toEqual(['module', 'process', 'vm']);
});
