/** `apply --auto` of two real processes at once, over each store. `npm run prove` plays many rounds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from '../ledger/postgres/postgres-server.ts';
import { randomOf } from '../model/history/random.ts';
import { autoRuns } from './auto-runs.ts';
import type { StoreName } from './stores.ts';

const isProof = process.env['PROVE'] !== undefined;
const rounds = isProof ? 20 : 3;
const patience = isProof ? 900_000 : 300_000;
// Each run with git leaves one, to remove its folder.
process.setMaxListeners(0);

async function play(store: StoreName, server?: PostgresServer): Promise<void> {
  const tally = await autoRuns(store, { rounds, killEvery: isProof ? 4 : 2, random: randomOf(11), server });
  expect(tally.problems).toEqual([]);
  expect(tally.creates).toBeGreaterThan(6);
  expect(tally.kills).toBeGreaterThan(0);
  const { exits } = tally;
  // 2: adopted what a killed run had made. 4: a killed run left a route that cannot be listed.
  for (const code of exits.keys()) expect([0, 2, 4], JSON.stringify([...exits])).toContain(code);
  expect(exits.get(0) ?? 0).toBeGreaterThanOrEqual(rounds);
}

test('the file store', () => play('file'), patience);
test.runIf(isProof)('the git store', () => play('git'), patience);
describe.skipIf(!isProof || postgresPrograms === undefined)(`PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off']);
  }, patience);
  afterAll(() => server.remove());
  test('the PostgreSQL store', () => play('postgres', server), patience);
});
