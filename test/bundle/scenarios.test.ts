/** All scenarios once more, through what is shipped: each library loaded late. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { playScenario } from '../scenarios/play-scenario.ts';
import { root } from './shipped.ts';

vi.mock('../../src/main.ts', async () => {
  const { shippedMain } = await import('./shipped-main.ts');
  return { main: shippedMain };
});

const cases = path.join(root, 'test/scenarios/cases');
const files = readdirSync(cases, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
);

test.each(files.sort())('%s', async (file) => {
  const { seen, expected, leaked } = await playScenario(path.join(cases, file), { isUpdate: false });
  expect(seen).toEqual(expected);
  expect(leaked).toEqual([]);
});

test('they went through both bundles', async () => {
  const { loadedFiles } = await import('./shipped-main.ts');
  expect(loadedFiles().filter((name) => !name.startsWith('./vendor/'))).toEqual(['lint.cjs', 'main.cjs']);
});
