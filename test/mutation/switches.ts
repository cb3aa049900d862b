import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

/* Set up before each test file: the switches of the mutants, and a record of which of them a file comes by. */

const on = process.env['MUTANT'];
const folder = process.env['MUTANT_HITS'];
const seen = new Set<number>();

Object.assign(globalThis, {
  isMutant: (id: number): boolean => {
    seen.add(id);
    return String(id) === on;
  },
});

afterAll(() => {
  if (folder === undefined) return;
  const { testPath = '' } = expect.getState();
  mkdirSync(folder, { recursive: true });
  const name = path.relative(process.cwd(), testPath);
  writeFileSync(
    path.join(folder, `${name.replaceAll(/[\\/]/g, '+')}.json`),
    JSON.stringify({ file: name, seen: [...seen], milliseconds: Math.round(performance.now()) }),
  );
});
