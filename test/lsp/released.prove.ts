/*
 * In a big workspace the files without findings are released: what the server says of names is the same, and a file that
 * is read again alone says what it says after a check of everything.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { nothingKnown } from '../../src/run/lint-cache/clean-files.ts';
import { readReleased } from '../../src/run/lint-cache/read-released.ts';
import { rules } from '../../src/lint/rules.ts';
import { declarations, mentionAt, mentionsOf, sameName } from '../../src/lsp/mentions/mentions.ts';
import type { Mention } from '../../src/lsp/mentions/mentions-in-resource.ts';
import { isReleased, type Workspace } from '../../src/model/workspace.ts';
import { withFileAgain, withOpenFilesAgain } from '../../src/workspace/documents/reread-file.ts';
import { loadWorkspace, openWorkspaceFiles } from '../../src/workspace/load-workspace.ts';

const root = path.join(import.meta.dirname, '../../examples/bookshop');
let released: Workspace;
const whole = loadWorkspace({ from: root });

beforeAll(async () => {
  const head = openWorkspaceFiles({ from: root });
  const now = new Date('2026-06-01T12:00:00Z');
  const environments = [...head.environments.keys()];
  const read = await readReleased(head, { environments, rules, overriding: new Map(), now }, nothingKnown);
  if (read === undefined) throw new Error('it was read as a whole');
  released = read;
});

const releasedPaths = (): readonly string[] => [
  ...new Set(released.resources.filter(isReleased).map(({ source }) => source.path)),
];

const shown = (all: readonly Mention[]): readonly string[] =>
  all.map(({ role, place }) => `${role} ${place.source.path}:${place.start}-${place.end}`).sort();

test('every name is declared and used where it is in a workspace whose files are all read', () => {
  expect(released.resources.filter(isReleased).length).toBeGreaterThan(10);
  const all = mentionsOf(whole);
  expect(all.length).toBeGreaterThan(100);
  for (const one of all) {
    expect(shown(sameName(released, one)), `${one.type} ${one.name}`).toEqual(shown(sameName(whole, one)));
    expect(shown(declarations(released, one))).toEqual(
      shown(sameName(whole, one).filter(({ role }) => role === 'declaration')),
    );
  }
});

test('a released file that is read again has the names of its new text', () => {
  const [file = ''] = releasedPaths();
  const text = `# longer\n${readFileSync(path.join(root, file), 'utf8')}`;
  const overlay = new Map([[file, text]]);
  const again = withFileAgain(released, file, overlay);
  if (again === undefined) throw new Error('it was not read again');
  const now = loadWorkspace({ from: root, overlay });
  const own = mentionsOf(now).filter(({ place }) => place.source.path === file);
  expect(own.length).toBeGreaterThan(0);
  for (const { place } of own) {
    const [mention, same] = [again, now].map((one) => mentionAt(one, file, place.start));
    expect(mention && shown([mention])).toEqual(same && shown([same]));
  }
});

test('other open files whose texts have changed are read again as well', () => {
  const [file = '', other = ''] = releasedPaths();
  expect(other).not.toBe(file);
  const textOf = (name: string): string => readFileSync(path.join(root, name), 'utf8');
  const longer = `# one\n# two\n${textOf(other)}`;
  const overlay = new Map([
    [file, textOf(file)],
    [other, longer],
    ['not-of-the-workspace.md', 'x'],
  ]);
  const again = withOpenFilesAgain(released, file, overlay);
  if (again === undefined) throw new Error('it was not read again');
  expect(again.sources.get(other)?.text).toBe(longer);
  const placesIn = (workspace: Workspace): readonly string[] =>
    shown(mentionsOf(workspace).filter(({ place }) => place.source.path === other));
  expect(placesIn(again).length).toBeGreaterThan(0);
  expect(placesIn(again)).toEqual(placesIn(loadWorkspace({ from: root, overlay })));
  expect(withOpenFilesAgain(released, file, overlay.set('edgewright.yaml', 'version: 1\n'))).toBeUndefined();
});

test('a file that others depend on, or that cannot be read, is not read alone', () => {
  const preset = [...released.presets.values()][0]?.document.source.path ?? '';
  expect(withFileAgain(released, preset, new Map([[preset, 'kind: endpoint\n']]))).toBeUndefined();
  const [file = ''] = releasedPaths();
  expect(
    withFileAgain(released, file, new Map([[file, 'kind: preset\nname: x\nspec: {}\n']])),
  ).toBeUndefined();
  expect(withFileAgain(released, file, new Map([[file, 'a: \0\n']]))).toBeUndefined();
  expect(
    withFileAgain(released, 'edgewright.yaml', new Map([['edgewright.yaml', 'version: 1\n']])),
  ).toBeUndefined();
});
