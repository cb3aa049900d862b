import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileBackend } from '../../../src/ledger/file/file-backend.ts';
import { closedFiles } from '../closed-files.ts';
import { migrateLedgers, readTexts } from '../../../src/ledger/upkeep/migrate.ts';
import { LedgerError } from '../../../src/model/errors.ts';
import { aHost } from '../a-host.ts';
import { aRun } from '../a-run.ts';
import { openLedgers, testRemote, type TestRemote } from '../git/git-remote.ts';
import { closeLedgers, ledgerAt, quickEnv } from '../postgres/ledger-at.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from '../postgres/postgres-server.ts';
import { fill, migration, put, storeOn, type Backends } from './a-ledger.ts';

let server: PostgresServer | undefined;
const folders: string[] = [];
const remotes: TestRemote[] = [];
let count = 0;
beforeAll(async () => {
  if (postgresPrograms !== undefined) server = await startPostgres(['fsync = off']);
});
afterAll(async () => {
  await closeLedgers();
  await server?.remove();
  for (const folder of folders) rmSync(folder, { recursive: true });
  for (const remote of remotes) remote.close();
});

const open = {
  file: () => {
    const root = mkdtempSync(path.join(tmpdir(), 'ledger-'));
    folders.push(root);
    const rest = { folder: '.edgewright', files: closedFiles, host: aHost(), env: quickEnv() };
    return (environment) => fileBackend({ root, environment, ...rest });
  },
  git: () => {
    const remote = testRemote();
    remotes.push(remote);
    return (environment) => openLedgers(remote).backend(environment);
  },
  postgres: () => {
    return ledgerAt(server?.url() ?? '', { workspace: `w${++count}` }).backend;
  },
} satisfies Readonly<Record<string, () => Backends>>;

type StoreName = keyof typeof open;

export const storeNames = Object.keys(open) as readonly StoreName[];

/** The pairs of these stores, there and back, with the real ones. */
export function describePairs(pairs: readonly (readonly [StoreName, StoreName])[]): void {
  const isHere = (name: StoreName): boolean => name !== 'postgres' || postgresPrograms !== undefined;
  describe.each(pairs.filter((pair) => pair.every(isHere)))('from %s to %s', (from, to) => {
    it('moves everything, and back', async () => {
      const [source, target] = [open[from](), open[to]()];
      await fill(source, { runs: 3 });
      const state = await storeOn(source).read('prod');
      const history = await storeOn(source).history('prod');
      const texts = await readTexts(source('prod'));
      expect([...texts.keys()]).toHaveLength(4 + 1 + 1 + 2);
      expect(state).toMatchObject({ orphans: { 'endpoint/n2': {} }, unknown: { 'https-route/b': {} } });
      expect(state).toMatchObject({ unsettled: { op2: { address: 'endpoint/n3' } } });

      const [moved] = await migrateLedgers(migration(source, target));
      expect(moved).toMatchObject({ environment: 'prod', texts: texts.size, state });
      expect(await readTexts(target('prod'))).toEqual(texts);
      expect(await storeOn(target).read('prod')).toEqual(state);
      expect(await storeOn(target).history('prod')).toEqual(history);
      expect(await storeOn(target).rollbacks('prod').list()).toEqual(['2', '3']);
      for (const task of [() => storeOn(source).read('prod'), () => storeOn(source).lock('prod', aRun)])
        await expect(task).rejects.toThrow(
          /^the ledger of `prod` was moved from here to `elsewhere` at 2026-/,
        );
      expect(await source('prod').holders()).toEqual([]);
      expect(await target('prod').holders()).toEqual([]);

      const next = await storeOn(target).lock('prod', { ...aRun, id: 'bbbbbbbbbbbb' });
      await next.append([put('endpoint/new')]);
      await next.release();
      const grown = await storeOn(target).read('prod');
      expect(await migrateLedgers(migration(source, target))).toMatchObject([{ texts: 0, state: grown }]);
      await migrateLedgers(migration(target, source));
      expect(await storeOn(source).read('prod')).toEqual(grown);
      expect(grown).toMatchObject({ resources: { 'endpoint/new': {} }, serial: 5 });
      await expect(storeOn(target).read('prod')).rejects.toBeInstanceOf(LedgerError);
    });
  });
}
