import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kinds } from '../kinds/index.ts';
import type { Operation, Operations } from '../kinds/operation.ts';
import { secretlessProviders } from '../kinds/webhook-providers.ts';
import { startListening } from '../text/system/start-listening.ts';
import { loadTrafficTools } from '../lint/domain/policy/load-traffic-tools.ts';
import { usageError } from '../model/errors.ts';
import type { TrafficPolicySettings } from '../model/workspace/settings.ts';
import type { ApiRequest, Behaviour, BodyCheck, CheckingContext, Checks, Context } from './context.ts';
import { notFound } from './http/answer.ts';
import type { FaultShares } from './http/faults.ts';
import { requestLog, requestServer, type Gate, type RequestLine } from './http/serve-request.ts';
import { randomIds, seededIds } from './objects/new-ids.ts';
import { perform } from './objects/perform-operation.ts';
import { emptyFixture, readFixture, type Fixture } from './state/fixture.ts';
import { outsideOf, type Outside } from './state/outside.ts';
import { serialOfGone, type StateChange } from './state/server-state.ts';
import type { ProcessHost } from '../text/system/run-process.ts';
import { openDirectoryStore } from './state/store/directory-store.ts';
import { memoryStore, type Store } from './state/store/store.ts';
import { dotted } from '../text/dotted-path.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { type RateLimit, rateLimiter } from './http/rate-limiter.ts';

const closeAfterMs = 1000;

export interface ServerOptions {
  /** Where the state is kept. */
  readonly store: 'memory' | { readonly directory: string; readonly host: ProcessHost };
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
  throw usageError(`the fixture is wrong: ${lines.join('; ')}`);
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
  await startListening(server, { host, port, who: 'the built-in mock API' });
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

/** Adds the fixture's objects that never existed: objects changed or deleted since then stay so after a restart. */
function seedState(store: Store, { objects }: Fixture, now: string): void {
  const { state } = store;
  let serial = state.lastSerial;
  const changes = objects.flatMap(
    ({ kind, id, edge_id, created_at = now, spec, answered }): readonly StateChange[] => {
      if (state.objects[kind].has(id) || serialOfGone(state, kind, id) !== undefined) return [];
      const parent = withoutUndefined({ edge_id });
      serial++;
      return [{ put: { kind, id, serial, created_at, updated_at: created_at, ...parent, spec, answered } }];
    },
  );
  store.commit(changes);
  state.undo.length = 0;
}

/** Waits for pending responses, but not for clients that do not read them. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeAfterMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

type App = Hono<{ Bindings: HttpBindings }>;

/** The eleven operations of the tables as routes; every other path or method returns 404. */
function createApp(context: Context, gate: Gate, loadChecks: () => Promise<Checks>): App {
  const app: App = new Hono();
  const serve = requestServer(context, gate);
  const reading: CheckingContext = { ...context, checkBody: () => [], checkPolicy: () => undefined };
  let checks: Promise<Checks> | undefined;
  const contextFor = async (verb: keyof Operations, { body }: ApiRequest): Promise<CheckingContext> => {
    if (verb !== 'create' && verb !== 'update') return reading;
    const loaded = await (checks ??= loadChecks());
    // The tables of traffic policies are loaded with the first policy.
    await loadTrafficTools([body]);
    return { ...context, ...loaded };
  };
  for (const { name, operations } of Object.values(kinds)) {
    for (const [verb, { method, path }] of Object.entries(operations) as [keyof Operations, Operation][]) {
      app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (http) =>
        // Hono would handle HEAD like GET.
        serve(http, async (request) =>
          http.req.method === 'HEAD'
            ? notFound
            : perform({ kind: name, operation: verb }, await contextFor(verb, request), request),
        ),
      );
    }
  }
  app.all('*', (http) => serve(http, () => notFound));
  return app;
}
