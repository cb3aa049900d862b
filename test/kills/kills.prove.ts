/*
 * Real kills of the shipped program. `KILLS` is their number for the file store; the other two get a fifth each.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postgresPrograms,
  skipped,
  startPostgres,
  type PostgresServer,
} from '../ledger/postgres/postgres-server.ts';
import { randomOf } from '../model/history/random.ts';
import { killRuns, type Tally } from './kill-runs.ts';
import type { StoreName } from './stores.ts';

const kills = Number(process.env['KILLS'] ?? 500);
const seed = Number(process.env['SEED'] ?? 1);
const lines: string[] = [];
// Each run with git leaves one, to remove its folder.
process.setMaxListeners(0);

async function killed(store: StoreName, count: number, server?: PostgresServer): Promise<void> {
  const started = Date.now();
  const tally = await killRuns(store, count, { random: randomOf(seed), server });
  lines.push(lineOf(store, tally, (Date.now() - started) / 1000));
  expect(tally.problems, `seed ${seed}`).toEqual([]);
  expect(tally.kills).toBe(count);
  // All on one machine: no lock waits for a person.
  if (store === 'file') expect(tally.unlocked).toBe(0);
}

function lineOf(store: StoreName, tally: Tally, seconds: number): string {
  const { problems, ...counts } = tally;
  const bad = ['lost', 'doubled', 'unreported'].map(
    (word) => problems.filter((each) => each.startsWith(word)).length,
  );
  return `| ${[store, ...Object.values(counts), ...bad, seconds.toFixed(0)].join(' | ')} |`;
}

afterAll(() => {
  const head =
    'store | kills | before a write | creates | updates | deletes | adopted | absent | unlocked | lost | doubled | unreported | seconds';
  const table = [`| ${head} |`, `|${' --- |'.repeat(head.split('|').length)}`, ...lines];
  process.stdout.write(`${table.join('\n')}\n`);
});

const patience = 1_800_000;
test('the file store', () => killed('file', kills), patience);
test('the git store', () => killed('git', Math.ceil(kills / 5)), patience);
describe.skipIf(postgresPrograms === undefined)(`PostgreSQL${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(['fsync = off']);
  });
  afterAll(() => server.remove());
  test('the PostgreSQL store', () => killed('postgres', Math.ceil(kills / 5), server), patience);
});
