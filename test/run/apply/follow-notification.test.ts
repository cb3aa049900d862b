/** What a schedule remembers of its notifications: only one that was delivered is not repeated. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../../src/model/errors.ts';
import type { Io } from '../../../src/model/io.ts';
import type { Shard } from '../../../src/model/ledger/shard.ts';
import { followRun } from '../../../src/run/session/follow-run.ts';
import { followNotification } from '../../../src/run/apply/notifications.ts';
import { type Run, accessOf } from '../../../src/run/session/run.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import { accept, hookServer, type HookServer } from '../session/hook-server.ts';
import { exitCodes } from '../../../src/model/exit-codes.ts';

let hook: HookServer;
let isDown: boolean;
let io: Io;
beforeEach(async () => {
  isDown = false;
  hook = await hookServer((response) => {
    if (isDown) response.writeHead(404).end();
    else accept(response);
  });
  const files = new Map<string, string>();
  io = {
    ...ioThatIsSilent,
    env: { EDGEWRIGHT_SECRET_CHAT: hook.url },
    cache: {
      build: '1',
      read: (name) => files.get(name),
      write: (name, text) => void files.set(name, text),
    },
  };
});
afterEach(() => hook.close());

/** A scheduled run that fails; returns how many messages its webhook got. */
async function failing(more: { readonly local?: boolean; readonly shard?: Shard } = {}): Promise<number> {
  const before = hook.bodies.length;
  const settings = { notify: [{ secret: 'CHAT', events: ['apply'] }] };
  const { local, ...choices } = more;
  const place = { workspace: { settings }, environment: { name: 'production' } };
  const run = { io, ...place, ...accessOf({ local }) } as unknown as Run;
  const work = (): Promise<never> =>
    Promise.reject(new UserError(exitCodes.settings, 'the ledger was not found'));
  const follower = followNotification(run, { auto: true, ...choices });
  await expect(followRun(io, [follower], work)).rejects.toThrow('ledger');
  return hook.bodies.length - before;
}

test('a failure is told until it is delivered, and then not again', async () => {
  isDown = true;
  expect(await failing()).toBe(1);
  expect(await failing()).toBe(1);
  isDown = false;
  expect(await failing()).toBe(1);
  expect(await failing()).toBe(0);
});

test('each shard tells of its own failure', async () => {
  const shards = [1, 2].map((number): Shard => ({ number, of: 2 }));
  for (const shard of shards) expect(await failing({ shard })).toBe(1);
  for (const shard of shards) expect(await failing({ shard })).toBe(0);
});

test('a run with the mock API, which sends nothing, does not count as told', async () => {
  expect(await failing({ local: true })).toBe(0);
  expect(await failing()).toBe(1);
});
