/** The map for contributors: what it names exists, and the rooms stay as few as it says. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tableOf } from './markdown.ts';
import { roomsOfSource } from './rooms.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const way = read('docs/way-of-a-change.md');
const architecture = read('docs/architecture.md');

test('every file and folder that the pages name exists', () => {
  const named = [...`${way}\n${architecture}`.matchAll(/`(src\/[\w./-]+)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const { rows } = tableOf(architecture, 'folder');
  const begins = rows.map(([folder = '', , begin = '']) => `${folder}${begin}`.replaceAll('`', ''));
  expect(begins.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the editions are those of the import table, reached from the same places', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    readonly forbidden: readonly {
      readonly name: string;
      readonly from: { readonly pathNot?: unknown };
      readonly to: { readonly path?: string };
    }[];
  };
  const plain = (pattern: unknown): string => String(pattern).replace(/^\^/, '').replaceAll('\\.', '.');
  const ruled = forbidden
    .filter(({ name }) => name.endsWith('-may-be-left-out'))
    .map(({ from, to }) => [plain(to.path), (from.pathNot as readonly string[]).slice(1).map(plain)]);
  const { rows } = tableOf(architecture, 'edition');
  const told = rows.map(([edition = '', , places = '']) => [
    edition.replaceAll('`', ''),
    places.replaceAll('`', '').split(', '),
  ]);
  expect(told).toEqual(ruled);
  expect(ruled.length).toBeGreaterThan(4);
});

test('every name is exported by the file beside it', () => {
  const pairs = [...way.matchAll(/`(\w+)`(?: in |\s*\| )`(src\/[\w./-]+\.ts)`/g)];
  expect(pairs.length).toBeGreaterThan(20);
  const wrong = pairs.filter(
    ([, name = '', file = '']) =>
      !new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b`, 'm').test(read(file)),
  );
  expect(wrong.map(([text]) => text)).toEqual([]);
});

test('at most 26 rooms and 125 arrows between them', () => {
  const rooms = roomsOfSource();
  expect(rooms.size).toBeLessThanOrEqual(26);
  expect([...rooms.values()].reduce((sum, imports) => sum + imports.size, 0)).toBeLessThanOrEqual(125);
});
