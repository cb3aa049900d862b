/** `lint --base` and `lint --now`, from the command line to the report, in a real repository. */
import { expect, test } from 'vitest';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/model/io.ts';
import { withRepository, type TemporaryRepository } from '../git/repository-of.ts';

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
