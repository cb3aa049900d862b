/* Our own workflows: read by actionlint, audited like those that `init` writes, and what they run exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { actionlintOf } from '../commands/init/actionlint.ts';
import { audits } from '../commands/init/audits.ts';
import { workflowFile } from '../commands/init/workflow.ts';
import { repository } from './installed.ts';

const folder = path.join(repository, '.github/workflows');
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const,
);

test('there are three', () => {
  expect(workflows.map(([name]) => name)).toEqual(['ci.yaml', 'release.yaml', 'site.yaml']);
});

const meant = [
  // A job that calls another workflow cannot have a limit of its own.
  'own:timeout: checks: no timeout-minutes',
  // Only the site is published to pages.
  'excessive-permissions: publish: pages',
];

test.each(workflows)('%s', async (name, text) => {
  expect(await actionlintOf(text, name)).toEqual([]);
  const found = audits.flatMap(({ id, find }) => find(workflowFile(text)).map((what) => `${id}: ${what}`));
  expect(found.filter((each) => !meant.includes(each))).toEqual([]);
});

test.each(workflows)('%s runs scripts that there are', (_name, text) => {
  const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'));
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const files = [...text.matchAll(/(?<![\w/])(?:bin|\.ci|test)\/[\w./-]+/g)].map(([file]) => file);
  expect(files.length + named.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(repository, file)))).toEqual([]);
});
