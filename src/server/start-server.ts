import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dotted } from '../text/pointer.ts';
import { secretlessProviders } from '../kinds/webhook-providers.ts';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Behaviour, Context } from './context.ts';
import { createApp } from './http/create-app.ts';
import type { FaultShares } from './http/faults.ts';
import { emptyFixture, readFixture, type Fixture } from './state/fixture.ts';
import { bind, stop } from './http/listen.ts';
import { randomIds, seededIds } from './objects/ids.ts';
import { outsideOf, type Outside } from './state/outside.ts';
import { rateLimiter, type RateLimit } from './http/rate-limit.ts';
import { requestLog, type RequestLine } from './http/request-log.ts';
import { seedState } from './state/seed-state.ts';
import { openDirectoryStore } from './state/store/directory-store.ts';
import { memoryStore } from './state/store/memory-store.ts';
import type { Store } from './state/store/store.ts';

export interface ServerOptions {
  /** Where the state is kept; a directory's file is written again whenever it grew by `compactAfter` bytes. */
  readonly store: 'memory' | { readonly directory: string; readonly compactAfter?: number };
  readonly host?: string;
  /** 0, the default, picks a free one. */
  readonly port?: number;
  /** Required of every request as a bearer token. Default: no one is asked. */
  readonly token?: string;
  /** What exists from the start, as read from YAML or JSON; checked here. */
  readonly fixture?: unknown;
  readonly latencyMs?: number;
  readonly rateLimit?: RateLimit;
  readonly faults?: FaultShares;
  /** How much later an answer comes that the fault `slow` strikes. */
  readonly slowMs?: number;
  /** Makes faults (and seeded ids) repeatable. */
  readonly seed?: number;
  readonly ids?: 'random' | 'seeded';
  readonly secrets?: Behaviour['secrets'];
  readonly absentInUpdate?: Behaviour['absentInUpdate'];
  readonly webhookProvidersWithoutSecret?: readonly string[];
  /** What `requests` keeps of each; bodies hold secrets. */
  readonly record?: 'lines' | 'bodies';
  readonly now?: () => Date;
}

export interface RunningServer {
  /** `http://127.0.0.1:4040`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** The last requests, in the order of their answers. */
  readonly requests: () => readonly RequestLine[];
  readonly outside: Outside;
  /** Answers what is under way, writes what is left and lets go of port and directory. */
  readonly close: () => Promise<void>;
}

/** Starts the local API. Throws `UserError` for a wrong fixture, a directory in use, a port that is taken. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const behaviour: Behaviour = {
    secrets: options.secrets ?? 'clear',
    absentInUpdate: options.absentInUpdate ?? 'kept',
    webhookProvidersWithoutSecret: options.webhookProvidersWithoutSecret ?? secretlessProviders,
  };
  const fixture = fixtureOf(options.fixture, behaviour);
  const store = options.store === 'memory' ? memoryStore() : await openDirectoryStore(options.store);
  try {
    const context = contextOf(options, behaviour, fixture, store);
    seedState(store, fixture, context.now());
    await store.durable();
    return await listen(options, context);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function fixtureOf(value: unknown, behaviour: Behaviour): Fixture {
  if (value === undefined) return emptyFixture;
  const read = readFixture(value, behaviour);
  if ('fixture' in read) return read.fixture;
  const lines = read.problems.map(({ path, message }) =>
    path.length === 0 ? message : `\`${dotted(path)}\` ${message}`,
  );
  throw new UserError(exitCodes.usage, `the fixture is wrong: ${lines.join('; ')}`);
}

function contextOf(
  { now = () => new Date(), ids = 'random', seed = 1 }: ServerOptions,
  behaviour: Behaviour,
  { references }: Fixture,
  store: Store,
): Context {
  return {
    store,
    references,
    behaviour,
    now: () =>
      now()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z'),
    newId: ids === 'random' ? randomIds() : seededIds(seed),
  };
}

async function listen(options: ServerOptions, context: Context): Promise<RunningServer> {
  const {
    host = '127.0.0.1',
    port = 0,
    token,
    latencyMs = 0,
    slowMs = 3000,
    faults = {},
    seed = 1,
    rateLimit,
  } = options;
  const log = requestLog(options.record ?? 'lines');
  const takeTurn =
    rateLimit === undefined ? () => undefined : rateLimiter(rateLimit, () => performance.now());
  const app = createApp(context, { token, latencyMs, slowMs, faults, seed, takeTurn, log });
  const server = createAdaptorServer({
    fetch: app.fetch,
    hostname: host,
    overrideGlobalObjects: false,
  }) as Server;
  await bind(server, host, port);
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    requests: log.lines,
    outside: outsideOf(context),
    close: async () => {
      await stop(server);
      await context.store.close();
    },
  };
}
