import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { postgresBackends, type PostgresBackends } from '../../../src/ledger/postgres/postgres-backend.ts';
import { postgresTarget } from '../../../src/ledger/postgres/postgres-target.ts';
import type { ProcessHost } from '../../../src/text/system/run-process.ts';
import { LedgerError } from '../../../src/model/errors.ts';
import type { Env } from '../../../src/model/io.ts';
import { aHost } from '../a-host.ts';

const realEnv: Env = {
  clock: {
    now: () => new Date(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  },
  random: (bytes) => randomBytes(bytes),
};

/** Time that passes only by sleeping, which takes none. */
export function quickEnv(): Env {
  let now = Date.parse('2026-01-02T03:04:05Z');
  return {
    clock: {
      now: () => new Date(now),
      sleep: async (milliseconds) => {
        now += milliseconds;
        await new Promise((resolve) => setImmediate(resolve));
      },
    },
    random: (bytes) => randomBytes(bytes),
  };
}

const opened = new Set<PostgresBackends>();

/** Closes the connections of all ledgers that `ledgerAt` opened. */
export async function closeLedgers(): Promise<void> {
  const all = [...opened];
  opened.clear();
  await Promise.all(all.map((ledger) => ledger.close()));
}

/** Ledgers in the database of a connection string, with a connection of their own. */
export function ledgerAt(
  url: string,
  {
    env = realEnv,
    ...more
  }: {
    env?: Env;
    workspace?: string;
    statementTimeout?: number;
    onWait?: (words: string) => void;
    urgent?: AbortSignal;
    host?: ProcessHost;
  } = {},
): PostgresBackends {
  const target = postgresTarget({ EDGEWRIGHT_POSTGRES_URL: url });
  const ledger = postgresBackends({ target, workspace: 'w1', host: aHost('runner'), env, ...more });
  opened.add(ledger);
  return ledger;
}

/** What a person sees of the LedgerError of a task. */
export async function refusal(
  task: Promise<unknown>,
): Promise<{ exitCode: number; message: string; help: string; script: string }> {
  const error: unknown = await task.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LedgerError);
  const { exitCode, message, help = '', script = '' } = error as LedgerError;
  return { exitCode, message, help, script };
}
