/** Forty secrets, every command, format and kind of error, the log, and all that each of the three stores holds. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verbs } from '../../src/main.ts';
import { testRemote } from '../ledger/git/git-remote.ts';
import {
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from '../ledger/postgres/postgres-server.ts';
import { playCanary, type CanaryStore } from './canary/canary.ts';
import { fortySecrets } from './canary/forty-secrets.ts';

const patience = 600_000;
process.setMaxListeners(0);

async function expectNone(store: CanaryStore): Promise<void> {
  const seen = await playCanary(store, Object.keys(fortySecrets), { thorough: true });
  expect(seen.hits).toEqual([]);
  expect(seen.isWarned).toBe(true);
  process.stdout.write(
    `${store.settings}: ${seen.texts} texts, ${seen.replaced} with a secret replaced, exit codes ${[...seen.exits].sort((a, b) => a - b).join(' ')}\n`,
  );
  expect(seen.replaced).toBeGreaterThan(20);
  expect(Object.keys(verbs).filter((verb) => !seen.verbs.has(verb))).toEqual([]);
}

test('the file store', () => expectNone({ settings: 'store: file', env: {}, dump: () => '' }), patience);

test(
  'the git store',
  async () => {
    const remote = testRemote();
    try {
      await expectNone({
        settings: 'store: git',
        env: remote.env,
        begin: (folder) => {
          execFileSync('git', ['init', '--quiet', '-b', 'main'], { cwd: folder, env: remote.env });
          execFileSync('git', ['remote', 'add', 'origin', remote.remote], { cwd: folder, env: remote.env });
        },
        dump: () => everyObject(remote.remote, remote.env),
      });
    } finally {
      remote.close();
    }
  },
  patience,
);

/** All objects of the remote: each ledger, journal, lock and log that ever was. */
function everyObject(remote: string, env: Readonly<Record<string, string>>): string {
  const options = { cwd: remote, env, encoding: 'utf8', maxBuffer: 1e9 } as const;
  const ids = execFileSync('git', ['rev-list', '--objects', '--all'], options);
  const input = ids.replaceAll(/ .*/g, '');
  return execFileSync('git', ['cat-file', '--batch'], { ...options, input });
}

describe.skipIf(postgresPrograms === undefined)(`PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off', 'max_connections = 400']);
  });
  afterAll(() => server.remove());

  test(
    'the PostgreSQL store',
    async () => {
      const dump = (): string =>
        execFileSync(
          path.join(postgresPrograms ?? '', 'pg_dump'),
          ['--inserts', '--schema', 'edgewright', server.url()],
          { encoding: 'utf8', maxBuffer: 1e9 },
        );
      await expectNone({ settings: 'store: postgres', env: { EDGEWRIGHT_POSTGRES_URL: server.url() }, dump });
    },
    patience,
  );
});
