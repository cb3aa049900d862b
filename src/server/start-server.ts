import { createAdaptorServer } from '@hono/node-server';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dotted } from '../text/pointer.ts';
import { secretlessProviders } from '../kinds/webhook-providers.ts';
import { exitCodes, UserError } from '../model/errors.ts';
import type { TrafficPolicySettings } from '../model/workspace.ts';
import type { Behaviour, BodyCheck, Checks, Context } from './context.ts';
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
  /** The store of the state; a directory's file is rewritten when it grew by `compactAfter` bytes, and to twice its size. */
  readonly store: 'memory' | { readonly directory: string; readonly compactAfter?: number };
  readonly host?: string;
  /** 0, the default, selects a free port. */
  readonly port?: number;
  /** Required of every request as a bearer token. Default: no authentication. */
  readonly token?: string;
  /** The initial objects, as parsed from YAML or JSON; validated here. */
  readonly fixture?: unknown;
  readonly latencyMs?: number;
  readonly rateLimit?: RateLimit;
  readonly faults?: FaultShares;
  /** The delay of responses with the fault `slow`. */
  readonly slowMs?: number;
  /** Makes faults (and seeded ids) repeatable. */
  readonly seed?: number;
  readonly ids?: 'random' | 'seeded';
  readonly secrets?: Behaviour['secrets'];
  readonly absentInUpdate?: Behaviour['absentInUpdate'];
  readonly webhookProvidersWithoutSecret?: readonly string[];
  /** The language of traffic policies. Default: the whole dialect, without own actions. */
  readonly trafficPolicy?: TrafficPolicySettings;
  /** The recorded part of each request; bodies contain secrets. */
  readonly record?: 'lines' | 'bodies';
  readonly now?: () => Date;
  /** The clock of the `Date` headers; without it there are none. */
  readonly date?: () => Date;
}

export interface RunningServer {
  /** For example `http://127.0.0.1:4040`, without a final slash. */
  readonly url: string;
  readonly port: number;
  /** The last requests, in the order of their responses. */
  readonly requests: () => readonly RequestLine[];
  readonly outside: Outside;
  /** Finishes pending responses and writes, and releases the port and directory. */
  readonly close: () => Promise<void>;
}

/** Starts the mock API. Throws `UserError` for an invalid fixture, a directory in use, or a used port. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const behaviour: Behaviour = {
    secrets: options.secrets ?? 'clear',
    absentInUpdate: options.absentInUpdate ?? 'kept',
  };
  const exempt = options.webhookProvidersWithoutSecret ?? secretlessProviders;
  const loadBodyCheck = async (): Promise<BodyCheck> =>
    (await import('./objects/body-check.ts')).bodyCheck(exempt);
  const fixture = await fixtureOf(options.fixture, loadBodyCheck);
  const store = options.store === 'memory' ? memoryStore() : await openDirectoryStore(options.store);
  try {
    const context = contextOf(options, behaviour, fixture, store);
    seedState(store, fixture, context.now());
    await store.durable();
    const loadChecks = async (): Promise<Checks> => {
      const { savedPolicyCheck } = await import('./objects/policy-refusal.ts');
      return { checkBody: await loadBodyCheck(), checkPolicy: savedPolicyCheck(options.trafficPolicy) };
    };
    return await listen(options, context, loadChecks);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function fixtureOf(value: unknown, loadBodyCheck: () => Promise<BodyCheck>): Promise<Fixture> {
  if (value === undefined) return emptyFixture;
  const read = readFixture(value, await loadBodyCheck());
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

async function listen(
  options: ServerOptions,
  context: Context,
  loadChecks: () => Promise<Checks>,
): Promise<RunningServer> {
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
  const app = createApp(context, { token, latencyMs, slowMs, faults, seed, takeTurn, log }, loadChecks);
  const server = createAdaptorServer({
    fetch: app.fetch,
    hostname: host,
    overrideGlobalObjects: false,
  }) as Server;
  const { date } = options;
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.sendDate = false;
    if (date !== undefined) response.setHeader('date', date().toUTCString());
  });
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
