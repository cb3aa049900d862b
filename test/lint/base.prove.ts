/** `lint --base` and `lint --now`, from the command line to the report, in a real repository. */
import { expect, test } from 'vitest';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/model/io.ts';
import { withRepository, type TemporaryRepository } from '../workspace/git/repository-of.ts';

const settings = 'version: 1\nledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }\n';
const environment =
  'ids:\n  https-edge/main: edghts_2NAnKzW5yZQ5VRb0sW4PBn7CYqZ\n  https-edge/other: edghts_2NAnKzW5yZQ5VRb0sW4PBn7CYqY\n  backend/shop: bkdhr_2NAnKzW5yZQ5VRb0sW4PBn7CYqX\n';

function route(name: string, edge = 'main', more = ''): string {
  return `kind: https-route\nname: ${name}\nspec:\n  edge_id: https-edge/${edge}\n  match_type: path_prefix\n  match: /${name}\n  backend: { backend_id: backend/shop }\n${more}`;
}

const first = {
  'edgewright.yaml': settings,
  'environments/production.yaml': environment,
  'resources/shop.yaml': route('shop', 'main', '  compression: {}\n'),
  'resources/cart.yaml': route('cart'),
  'resources/docs.yaml': route('docs', 'other'),
};

async function lintIn(
  { folder, env }: TemporaryRepository,
  ...more: string[]
): Promise<[number, string, string]> {
  let stdout = '';
  let stderr = '';
  const io: Io = {
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    stdin: () => Promise.resolve(''),
    env,
    cwd: folder,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: { now: () => new Date('2026-06-01T00:00:00Z'), sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  };
  const exit = await main(['lint', '--format', 'compact', ...more], io);
  return [exit, stdout, stderr];
}

test('changes that the API can never make are reported against the base, and not without one', async () => {
  await withRepository(async (repository) => {
    repository.write(first);
    repository.commit('first');
    repository.git('checkout', '-q', '-b', 'work');
    repository.git('rm', '-q', 'resources/cart.yaml');
    repository.write({
      'edgewright.yaml': `${settings}safety: { max_deletes: 9 }\n`,
      'resources/shop.yaml': route('shop'),
      'resources/docs.yaml': route('docs'),
    });
    repository.commit('second');
    const [exit, found, notes] = await lintIn(repository, '--base', 'main');
    expect([exit, notes]).toEqual([0, '']);
    expect(found.split('\n').filter((line) => line.includes('`main`'))).toEqual([
      'edgewright.yaml:3:24: info[gate-loosened] `safety.max_deletes` is 9, and 0 in `main`',
      'environments/production.yaml:1:1: info[route-delete-unsupported] `https-route/cart` is in `main` and is not declared: the API cannot delete it',
      'resources/docs.yaml:4:12: info[route-edge-changed] `https-route/docs` is in `main` on `edghts_2NAnKzW5yZQ5VRb0sW4PBn7CYqY`: the API cannot move it',
      'resources/shop.yaml:3:1: info[module-removed] `https-route/shop` is in `main` with `compression`: without it here, the plan disables the module',
    ]);
    expect((await lintIn(repository))[1]).not.toContain('main');
  });
});

test('resources added to the base since the branch was started are not removals', async () => {
  await withRepository(async (repository) => {
    repository.write(first);
    repository.commit('first');
    repository.git('branch', 'work');
    repository.write({ 'resources/later.yaml': route('later') });
    repository.commit('later');
    repository.git('checkout', '-q', 'work');
    expect((await lintIn(repository, '--base', 'main'))[1]).not.toContain('later');
  });
});

const house =
  'policies:\n  said: { kinds: [endpoint], severity: error, assert: has(spec.description), message: no description }\n';
const www = (above: string, spec = '{ url: "https://www.example.com" }', name = 'www'): string =>
  `${above}kind: endpoint\nname: ${name}\n${spec.startsWith('{') ? 'spec: ' : 'spec:\n'}${spec}\n`;
const ignore = '# edgewright-ignore policy/said: known\n';
const recorded = (count: number): string =>
  JSON.stringify({
    version: 1,
    findings: [{ rule: 'policy/said', address: 'endpoint/www', pointer: '/spec', count }],
  });
const broken = ['resources/www.yaml: policy/said'];

test.each<[string, Record<string, string>, Record<string, string>, readonly string[]]>([
  [
    'a new comment',
    {
      'resources/www.yaml':
        'kind: endpoint\nname: www\nspec: { url: "https://www.example.com", description: www }\n',
    },
    { 'resources/www.yaml': www(ignore) },
    broken,
  ],
  [
    'a comment that gets a reason',
    { 'resources/www.yaml': www('# edgewright-ignore policy/said\n') },
    { 'resources/www.yaml': www(ignore) },
    broken,
  ],
  [
    'a comment that is there, in another file',
    { 'resources/www.yaml': www(ignore) },
    { 'resources/www.yaml': '', 'resources/a.yaml': www(ignore) },
    [],
  ],
  [
    'a comment that is there, with another reason',
    { 'resources/www.yaml': www(ignore) },
    { 'resources/www.yaml': www(ignore.replace('known', 'still known')) },
    [],
  ],
  [
    'a comment that is there, for a rule more',
    { 'resources/www.yaml': www('# edgewright-ignore no-such: known\n') },
    { 'resources/www.yaml': www('# edgewright-ignore no-such, policy/said: known\n') },
    broken,
  ],
  [
    'a comment of another resource',
    { 'resources/www.yaml': www(ignore) },
    { 'resources/www.yaml': www(ignore, undefined, 'shop') },
    broken,
  ],
  [
    'a comment that covers more',
    {
      'resources/www.yaml': www(
        '',
        '  # edgewright-ignore policy/said: known\n  url: https://www.example.com',
      ),
    },
    { 'resources/www.yaml': www(ignore) },
    broken,
  ],
  [
    'a comment in the place of a baseline entry',
    { 'resources/www.yaml': www(''), 'edgewright-baseline.json': recorded(1) },
    { 'resources/www.yaml': www(ignore), 'edgewright-baseline.json': '{"version":1,"findings":[]}' },
    [],
  ],
  [
    'a baseline entry in the place of a comment',
    { 'resources/www.yaml': www(ignore) },
    { 'resources/www.yaml': www(''), 'edgewright-baseline.json': recorded(1) },
    broken,
  ],
  [
    'a new baseline entry',
    { 'resources/www.yaml': '' },
    { 'resources/www.yaml': www(''), 'edgewright-baseline.json': recorded(1) },
    broken,
  ],
  [
    'a baseline entry that is there',
    { 'resources/www.yaml': www(''), 'edgewright-baseline.json': recorded(1) },
    { 'resources/www.yaml': `${www('')}# later\n` },
    [],
  ],
  [
    'another baseline',
    { 'resources/www.yaml': '', 'edgewright-baseline.json': '{"version":1,"findings":[]}' },
    {
      'edgewright.yaml': `${settings}${house}lint: { baseline: mine.json }\n`,
      'resources/www.yaml': www(''),
      'mine.json': recorded(1),
    },
    broken,
  ],
])('errors that only new suppressions hide are named: %s', async (_, before, after, expected) => {
  await withRepository(async (repository) => {
    const nothing = {
      'edgewright.yaml': `${settings}${house}`,
      'environments/production.yaml': 'vars: {}\n',
      'resources/other.yaml': www('', '{ url: "https://o.example.com", description: o }', 'other'),
    };
    repository.write({ ...nothing, ...before });
    repository.commit('first');
    repository.git('checkout', '-q', '-b', 'work');
    repository.write(after);
    repository.commit('second');
    const [, found] = await lintIn(repository, '--base', 'main');
    const named = [
      ...found.matchAll(
        /^(.*?):\d+:\d+: info\[gate-loosened\] `(.*?)` is an error here, and its suppression/gm,
      ),
    ];
    expect(named.map(([, file, rule]) => `${file}: ${rule}`)).toEqual(expected);
  });
});

test('windows and freezes are settings too', async () => {
  await withRepository(async (repository) => {
    const freeze =
      'freezes: [{ from: 2026-12-20, to: 2027-01-03, time_zone: Europe/Berlin, reason: holidays }]\n';
    repository.write({ ...first, 'edgewright.yaml': `${settings}${freeze}` });
    repository.commit('first');
    repository.git('checkout', '-q', '-b', 'work');
    repository.write({ 'edgewright.yaml': `${settings}resources: [resources/shop.yaml]\n` });
    repository.commit('second');
    const [, found] = await lintIn(repository, '--base', 'main');
    expect(found.split('\n').filter((line) => line.includes('gate-loosened'))).toEqual([
      'edgewright.yaml:1:1: info[gate-loosened] `freezes` has lost `{"from":"2026-12-20","reason":"holidays…`, which is in `main`',
      'edgewright.yaml:3:12: info[gate-loosened] `resources` has `resources/shop.yaml`, which is not in `main`',
      'edgewright.yaml:3:12: info[gate-loosened] `resources` has lost `resources/**/*.{yaml,yml}`, which is in `main`',
    ]);
  });
});

test('a broken base is a note, and one unknown to Git is refused', async () => {
  await withRepository(async (repository) => {
    repository.write({ 'README.md': 'nothing yet' });
    repository.commit('broken');
    repository.write(first);
    const [exit, , note] = await lintIn(repository, '--base', 'main');
    expect(exit).toBe(0);
    expect(note).toBe(
      'note: `main` was not compared with: edgewright.yaml cannot be read: there is no such file\n',
    );
    const [refused, , error] = await lintIn(repository, '--base', 'nowhere');
    expect(refused).toBe(64);
    expect(error).toContain('git knows no commit `nowhere`');
  });
});

test.each(['2026-02-30', 'tomorrow', '2026-01-01T10:00', ''])('--now `%s` is refused', async (text) => {
  await withRepository(async (repository) => {
    repository.write(first);
    const [exit, , error] = await lintIn(repository, '--now', text);
    expect(exit).toBe(64);
    expect(error).toContain('is not a valid time');
  });
});
