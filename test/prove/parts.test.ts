import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, partOf, parts } from './parts.ts';
import { root, testFiles } from './test-files.ts';

test('each file of proofs belongs to a part', () => {
  const proofs = testFiles.filter((file) => file.endsWith('.prove.ts'));
  expect(proofs.filter((file) => partOf(file) === undefined)).toEqual([]);
});

test('each file with fewer runs in `npm test` has all of them in a part', () => {
  const again = new Set(parts.flatMap((part) => filesOf(part, testFiles)));
  const shortened = testFiles.filter((file) => {
    return /\/runs\.ts'|\['PROVE'\]/.test(readFileSync(path.join(root, file), 'utf8'));
  });
  expect(shortened.length).toBeGreaterThan(30);
  expect(shortened.filter((file) => !again.has(file) && !file.startsWith('test/prove/'))).toEqual([]);
});

test.each(parts.map((part) => [part.name, part] as const))('each name of %s has files', (_name, part) => {
  const again = part.again === 'shortened' ? [] : (part.again ?? []);
  for (const name of [...part.of, ...again]) {
    const files = testFiles.filter(
      (file) => file.startsWith(`test/${name}/`) || file.startsWith(`test/${name}.`),
    );
    expect(files, name).not.toEqual([]);
  }
  expect(filesOf(part, testFiles)).not.toEqual([]);
});
