import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { filesOf, partOf, parts, partsAbout } from './parts.ts';
import { root, testFiles } from './test-files.ts';
import { partInTurn, turnOf } from './turn.ts';

test('each file of proofs belongs to a part', () => {
  const proofs = testFiles.filter((file) => file.endsWith('.prove.ts'));
  expect(proofs.filter((file) => partOf(file) === undefined)).toEqual([]);
});

test('each file with fewer runs in `npm test` has all of them in a part', () => {
  const again = new Set(parts.flatMap((part) => filesOf(part, testFiles)));
  const shortened = testFiles.filter((file) => {
    return /\/runs\.ts'|\['PROVE'\]/.test(readFileSync(path.join(root, file), 'utf8'));
  });
  expect(shortened.length).toBeGreaterThan(30);
  expect(shortened.filter((file) => !again.has(file) && !file.startsWith('test/prove/'))).toEqual([]);
});

test('each folder of `src` is the subject of a part, and a changed file leads to it', () => {
  const rooms = readdirSync(path.join(root, 'src'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const about = new Set(parts.flatMap((part) => part.about));
  expect([...about].sort()).toEqual(rooms.sort());
  expect(partsAbout(['src/pull/pull.ts', 'README.md']).map(({ name }) => name)).toEqual(['growth']);
  expect(partsAbout(['test/site/site.prove.ts']).map(({ name }) => name)).toEqual(['pages']);
  expect(partsAbout(['README.md'])).toEqual([]);
});

test.each(parts.map((part) => [part.name, part] as const))('each name of %s has files', (_name, part) => {
  const again = part.again === 'shortened' ? [] : (part.again ?? []);
  for (const name of [...part.of, ...again]) {
    const files = testFiles.filter(
      (file) => file.startsWith(`test/${name}/`) || file.startsWith(`test/${name}.`),
    );
    expect(files, name).not.toEqual([]);
  }
  expect(filesOf(part, testFiles)).not.toEqual([]);
});

test('`.ci/run` runs the first part, and each of the others once in so many commits', () => {
  const names = parts.map(({ name }) => name);
  const turns = names.slice(1).map((_, turn) => partInTurn(5000 + turn).name);
  expect([names[0], ...turns].sort()).toEqual([...names].sort());
  const script = readFileSync(path.join(root, '.ci/run'), 'utf8');
  expect([...script.matchAll(/^tests (.+)$/gm)].map(([, words]) => words)).toEqual([
    'test',
    names[0],
    '--in-turn',
  ]);
});

test('the turn is the number of commits, and in a shallow clone the same whatever its depth', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-turn-'));
  try {
    expect(turnOf(folder)).toBe(0);
    const [origin, one, two] = ['origin', 'one', 'two'].map((name) => path.join(folder, name));
    const git = (...args: readonly string[]): void => void execFileSync('git', args, { stdio: 'ignore' });
    git('init', origin!);
    expect(turnOf(origin!)).toBe(0);
    for (const text of ['1', '2', '3', '4', '5']) {
      const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
      git('-C', origin!, ...author, 'commit', '--allow-empty', '-m', text);
    }
    expect(turnOf(origin!)).toBe(5);
    git('clone', '--depth=1', pathToFileURL(origin!).href, one!);
    git('clone', '--depth=3', pathToFileURL(origin!).href, two!);
    expect(turnOf(one!)).toBe(turnOf(two!));
    expect(turnOf(one!)).toBeGreaterThan(5);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
