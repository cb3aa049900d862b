/** The tests of the examples are as expected. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';
import { readRequestTests } from '../../src/workspace/settings/request-tests.ts';
import { resultsIn } from './tests-of.ts';

const examples = path.join(import.meta.dirname, '../../examples');
const names = readdirSync(examples).filter((name) => existsSync(path.join(examples, name, 'tests')));

test.each(names)('%s', (name) => {
  const workspace = loadWorkspace({ from: path.join(examples, name) });
  const read = readRequestTests(workspace);
  const results = resultsIn(workspace, read);
  const wrong = results.filter(({ result }) => result.verdict !== 'ok');
  expect(read.diagnostics).toEqual([]);
  expect(wrong.map(({ test: { name: title }, environment, result }) => [title, environment, result])).toEqual(
    [],
  );
  const run = new Set(results.map(({ test: { name: title } }) => title));
  const titles = read.files.flatMap(({ tests }) => tests.map(({ name: title }) => title));
  expect(titles.filter((title) => !run.has(title))).toEqual([]);
});

test('there are examples', () => {
  expect(names.length).toBeGreaterThan(0);
});
