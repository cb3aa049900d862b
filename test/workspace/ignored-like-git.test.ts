import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ignoredIn, isIgnored, nothingIgnored } from '../../src/workspace/files/ignored.ts';

const texts = [
  'a',
  'A',
  'a/',
  '/a',
  'a/b',
  'a/**',
  '**/b',
  'a/**/b',
  '*.log',
  'f*o',
  'foo*',
  'fo?',
  '[ab]',
  'fo[!a]',
  '*',
  '*\n!foo',
  'a\n!a/b',
  'foo\n!foo',
  '!foo',
  '\\!d',
  '\\#c',
  '#c',
  'foo  ',
  'foo\\ ',
  'foo\t',
  ' foo',
  'foo\r\nb\r',
  '\uFEFFfoo\nb',
  '\\f\\oo',
  'a*b',
  'a\\*b',
  './foo',
  'foo//',
  '.',
  '{a,b}',
  'é',
];
const names = [
  'a',
  'A',
  'b',
  'foo',
  'Foo',
  'foo ',
  ' foo',
  'x.log',
  'X.LOG',
  '.log',
  '!d',
  '#c',
  'a*b',
  'axb',
];
const paths = [...names, 'é', 'É', ...names.flatMap((name) => [`a/${name}`, `foo/${name}`, `a/x/${name}`])];

const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-ignored-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each text is the `.gitignore` of a folder, so that git is asked once. */
function ignoredByGit(): readonly (readonly string[])[] {
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  for (const [at, text] of texts.entries()) {
    mkdirSync(path.join(folder, `${at}`));
    writeFileSync(path.join(folder, `${at}`, '.gitignore'), text);
  }
  const input = texts.flatMap((_, at) => paths.map((name) => `${at}/${name}\0`)).join('');
  const args = ['-c', 'core.ignorecase=false', 'check-ignore', '--no-index', '--stdin', '-z'];
  const { stdout } = spawnSync('git', args, { cwd: folder, input, encoding: 'utf8' });
  const ignored = new Set(stdout.split('\0'));
  return texts.map((_, at) => paths.filter((name) => ignored.has(`${at}/${name}`)));
}

function ignoredByUs(text: string): readonly string[] {
  const read = { source: { path: '.gitignore', text } };
  const tree = { list: () => [], read: () => read, typeOf: () => 'file' as const };
  const layers = ignoredIn(tree, '', nothingIgnored, () => undefined);
  return paths.filter((name) => {
    const parts = name.split('/');
    return parts.some((_, at) => {
      const type = at + 1 < parts.length ? 'folder' : 'file';
      return isIgnored(layers, parts.slice(0, at + 1).join('/'), type);
    });
  });
}

const byGit = ignoredByGit();

test.each(texts.map((text, at) => [text, byGit[at]] as const))(
  '%j leaves out what git does',
  (text, expected) => {
    expect(ignoredByUs(text)).toEqual(expected);
  },
);
