import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('the model and its histories import only `main` from the sources', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true }).map(String);
  const imported = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
      return [...text.matchAll(/from '((?:\.\.\/)+[^']+)'/g)].map(([, name]) =>
        path.posix.join(path.posix.dirname(file), name!),
      );
    })
    .filter((name) => name.startsWith('../../src/'));
  expect([...new Set(imported)]).toEqual(['../../src/main.ts']);
});
