/** CODEOWNERS of docs/teams.md and examples/teams: the same, and each path has the owner that the guide names. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, tableOf } from '../markdown.ts';
import { repository } from '../page.ts';
import { withLineage } from '../story.ts';
import { parseCodeOwners } from './code-owners.ts';

const page = readFileSync(path.join(repository, 'docs/teams.md'), 'utf8');
const example = path.join(repository, 'examples/teams');
const shown = blocksOf(page).find(({ text }) => text.startsWith('# CODEOWNERS\n'))?.text ?? '';
const { ownersOf, owners, skipped } = parseCodeOwners(shown);

test('the page shows the file of the example', () => {
  const file = readFileSync(path.join(example, 'CODEOWNERS'), 'utf8');
  expect(shown.split('\n').slice(1)).toEqual(file.split('\n').slice(1));
  expect(skipped).toEqual([]);
});

test('the settings of the page are those of the example', () => {
  const settings = blocksOf(page).find(({ text }) => text.startsWith('# edgewright.yaml\n'))?.text ?? '';
  const target = path.join(example, 'edgewright.yaml');
  const file = readFileSync(target, 'utf8');
  expect(withLineage(settings, target).split('\n').slice(1)).toEqual(file.split('\n').slice(1));
});

describe('the table of owners', () => {
  test.each(tableOf(page, 'file').rows)('%s: %s', (cell, owner = '') => {
    const places = [...cell.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place);
    for (const place of places) {
      const file = place.endsWith('/') ? `${place}any/file.yaml` : place;
      expect(ownersOf(file)).toEqual(owner.split(' and ').map((name) => `@acme/${name}`));
    }
  });
});

test('every file of the example has an owner, and every owner a file', () => {
  const files = readdirSync(example, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(example, path.join(entry.parentPath, entry.name)));
  for (const file of files) expect(ownersOf(file).length, file).toBeGreaterThan(0);
  const owning = new Set([...files, 'resources/approvals/a.yaml'].flatMap(ownersOf));
  expect(owning).toEqual(owners);
});

describe('the parser', () => {
  const text = '* @a\n/docs/ @b # who writes\n*.md @c x@d.example\n!no @a\n/lib/[ab] @a\n/x owner\n';
  const parsed = parseCodeOwners(text);
  test.each([
    ['src/a.ts', ['@a']],
    ['docs/a.txt', ['@b']],
    ['docs/a.md', ['@c', 'x@d.example']],
    ['other/docs/a.txt', ['@a']],
  ])('%s', (file, expected) => {
    expect(parsed.ownersOf(file)).toEqual(expected);
  });

  test('names the lines that GitHub skips', () => {
    expect(parsed.skipped).toEqual(['!no @a', '/lib/[ab] @a', '/x owner']);
  });
});
