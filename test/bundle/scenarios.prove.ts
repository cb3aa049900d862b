/**
 * Scenarios once more, through what is shipped: each library loaded late. Three of each folder, which brings in every
 * verb and library; `npm run prove` plays all.
 */
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

const perFolder = process.env['SCENARIOS'] === 'all' ? Infinity : 3;
const chosen = files
  .sort()
  .filter((file, at, all) => all.slice(0, at).filter((one) => isBeside(one, file)).length < perFolder);

function isBeside(one: string, other: string): boolean {
  return path.dirname(one) === path.dirname(other);
}

test.each(chosen)('%s', async (file) => {
  const { seen, expected, leaked } = await playScenario(path.join(cases, file), { isUpdate: false });
  expect(seen).toEqual(expected);
  expect(leaked).toEqual([]);
});

test('they went through the bundle', async () => {
  const { loadedFiles } = await import('./shipped-main.ts');
  expect(loadedFiles().filter((name) => !name.startsWith('vendor'))).toEqual(['main.cjs']);
});
