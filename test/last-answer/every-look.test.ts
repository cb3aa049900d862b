/** Whatever path a run of lint looks at is in the recorded answer: nothing that it depends on is forgotten. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseAnswer, type LastAnswer, type Folders } from '../../src/last-answer/answer-text.ts';
import { root as project, shipped } from '../bundle/shipped.ts';

let home: string;
let root: string;
let cache: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-looks-')));
  root = path.join(home, 'repository/bookshop');
  cache = path.join(home, '.cache/edgewright');
  cpSync(path.join(project, 'examples/bookshop'), root, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function placesIn(folders: Folders): readonly string[] {
  return Object.entries(folders).flatMap(([folder, entries]) =>
    entries.filter((_, index) => index % 2 === 0).map((name) => path.join(folder, name)),
  );
}

/** Waits until nothing counts as just written. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2_100));
}

/** The answer that the cache has for these options. */
function recordedFor(options: readonly string[]): LastAnswer | undefined {
  return readdirSync(cache)
    .map((name) => (name.startsWith('answer-') ? readFileSync(path.join(cache, name), 'utf8') : ''))
    .map(parseAnswer)
    .find((answer) => answer?.asked.includes(JSON.stringify(['lint', ...options])));
}

test('every path that a run looks at is recorded', async () => {
  put('../.git/HEAD', '');
  put('../.gitignore', '*.bak\n');
  put('stray.yaml', 'kind: endpoint\nname: stray\nspec: {}\n');
  const missing = 'traffic_policy: $(file:no/such.json)';
  put('resources/wrong.yaml', `kind: endpoint\nname: wrong\nspec: { url: "htp://wrong", ${missing} }\n`);
  put('.edgewright/production/ledger.json', '{');
  put('edgewright-baseline.json', '{}\n');
  await settle();
  const log = path.join(home, 'looked-at');
  const preload = path.join(import.meta.dirname, 'looked-at.cjs');
  const env = { HOME: home, LOOKED_AT: log, NODE_OPTIONS: `--require ${preload}` };
  for (const options of [[], ['--format', 'github', 'resources']]) {
    const first = shipped(root, ['lint', ...options], env);
    const answer = recordedFor(options);
    const recorded = new Set([...placesIn(answer?.types ?? {}), ...placesIn(answer?.contents ?? {})]);
    const looked = readFileSync(log, 'utf8').trim().split('\n');
    const ofRun = new Set(looked.map((one) => path.resolve(root, one)).filter(isOfRun));
    expect([...ofRun].filter((place) => !recorded.has(place))).toEqual([]);
    expect(ofRun.size).toBeGreaterThan(40);
    expect(first.stdout).toContain('file-unreadable');
    expect(first.stderr).toContain('note: the ledger of `production`');
    rmSync(log);
    // The second run sees that the linter is there, does not load it, and prints the same.
    expect(shipped(root, ['lint', ...options], env)).toEqual(first);
    expect(readFileSync(log, 'utf8').match(/lint\.cjs/g)).toHaveLength(1);
    rmSync(log);
  }
});

/** Not the program itself, its cache, and what it asks of the machine to name the process. */
function isOfRun(place: string): boolean {
  const others = [path.join(project, 'dist'), path.join(project, 'bin'), cache, '/dev/null', '/proc'];
  return !others.some((one) => place.startsWith(one));
}

test('an answer about files that were just written is not kept, and the one before is removed', async () => {
  await settle();
  shipped(root, ['lint'], { HOME: home });
  expect(recordedFor([])).toBeDefined();
  const soon = new Date(Date.now() + 60_000);
  utimesSync(path.join(root, 'edgewright.yaml'), soon, soon);
  shipped(root, ['lint'], { HOME: home });
  const names = readdirSync(cache);
  expect(names.filter((name) => name.startsWith('answer-'))).toEqual([]);
});

test('secrets are written as a salted hash, and decide what is masked', async () => {
  await settle();
  const secret = 'bookshop-secret-1';
  const text = (): string => {
    const file = readdirSync(cache).find((name) => name.startsWith('answer-')) ?? '';
    return readFileSync(path.join(cache, file), 'utf8');
  };
  const first = shipped(root, ['lint'], { EDGEWRIGHT_SECRET_A: secret, HOME: home });
  const kept = text();
  expect(kept).not.toContain(secret);
  expect(shipped(root, ['lint'], { EDGEWRIGHT_SECRET_A: secret, HOME: home })).toEqual(first);
  expect(text()).toBe(kept);
  shipped(root, ['lint'], { EDGEWRIGHT_SECRET_A: 'no problems', HOME: home });
  expect(text()).not.toBe(kept);
});
