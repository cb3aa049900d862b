import { randomBytes } from 'node:crypto';
import { kinds } from '../../kinds/index.ts';
import { beginEach } from '../../text/waits/concurrency-limit.ts';
import { secretFilter } from '../../derive/secrets/secret-filter.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ObjectKey, ReadApi, WriteApi } from '../../model/api.ts';
import type { JsonObject } from '../../model/value.ts';
import { type ApiClient, call, callStarted, type Reply } from './call.ts';
import { answerProblem, isId } from './check-answer.ts';
import { commonHeaders, defaultLimits, type ClientConfig } from './client-config.ts';
import { dispatcherTo } from '../http/dispatcher-to.ts';
import { limiter, type ConcurrencyLimit, type Limiter, type StartedRequest } from './limiter.ts';
import { listPages } from './list-pages.ts';
import { serviceTime } from './service-time.ts';
import { filledPath, objectPath } from './paths.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import type { Operation } from '../../kinds/operation.ts';
import { digester } from './digest.ts';
import { malformedAnswer, notThere } from './answer-error.ts';

/** Aborts requests under way and closes the connections. */
interface Closable {
  readonly close: () => Promise<void>;
}

/** The read-only half of the API. At run time too, the object has no methods that write. */
export function openReadApi(config: ClientConfig): ReadApi & Closable {
  const { reads } = openClients(config);
  return { ...readMethods(reads, config), close: () => reads.dispatcher.destroy() };
}

/** The full API. */
export function openWriteApi(config: ClientConfig): WriteApi & Closable {
  const { reads, writes } = openClients(config);
  return {
    ...readMethods(reads, config),
    ...writeMethods(writes, config),
    close: async () => {
      await Promise.all([reads.dispatcher.destroy(), writes.dispatcher.destroy()]);
    },
  };
}

interface Clients {
  readonly reads: ApiClient;
  readonly writes: ApiClient;
}

/** The two clients of the API, for reads and writes. */
export function openClients(config: ClientConfig): Clients {
  const { origin } = parseBaseUrl(config.baseUrl);
  const { clock, token, timeoutMs = 30_000, concurrency, random = randomBytes } = config;
  const headers = commonHeaders(config);
  const { clean = secretFilter(token === undefined ? [] : [token.reveal()]).clean } = config;
  const time = serviceTime();
  const options = {
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, 10_000) },
  };
  const open = (concurrent: ConcurrencyLimit): ApiClient => ({
    origin,
    tokenFrom: config.tokenFrom,
    dispatcher:
      config.dispatcher ?? dispatcherTo(origin, config.proxy, { ...options, connections: concurrent.most }),
    watch: config.watch,
    limiter: limiter(concurrent, clock),
    digest: digester(),
    headers,
    token,
    clean,
    timeoutMs,
    maxBytes: config.limits?.bytes ?? defaultLimits.bytes,
    env: { clock, random },
    time,
  });
  const limit = (first: number, set: number | undefined): ConcurrencyLimit =>
    set === undefined ? { first, most: 32 } : { first: set, most: set };
  return { reads: open(limit(16, concurrency?.reads)), writes: open(limit(8, concurrency?.writes)) };
}

function readMethods(client: ApiClient, { baseUrl, limits }: ClientConfig): ReadApi {
  const { prefix } = parseBaseUrl(baseUrl);
  const get = <Result>(
    key: ObjectKey,
    as: (answer: JsonObject | undefined) => Result,
    started?: StartedRequest,
  ): Promise<Result> => {
    const operation = kinds[key.kind].operations.get;
    const path = prefix + objectPath(operation, key);
    return callStarted(client, { operation, path, policy: 'read' }, started).then((reply) =>
      as(reply === 'missing' ? undefined : sameObject(operation, key, reply)),
    );
  };
  return {
    origin: client.origin,
    skew: client.time.skew,
    list: async <Item>(kind: KindName, as = (answer: JsonObject) => answer as Item) => {
      const operation = needed(kinds[kind].operations.list, kind);
      return listPages<Item>({
        kind,
        as,
        operation,
        origin: client.origin,
        prefix,
        firstPath: prefix + operation.path,
        limits: { ...defaultLimits, ...limits },
        digest: client.digest,
        read: (path, received) => call(client, { operation, path, policy: 'read', turn: 'first', received }),
      });
    },
    get: (key) => {
      client.watch?.asked(true, 1);
      return get(key, (answer) => answer);
    },
    getMany: (keys, as) => {
      client.watch?.asked(true, keys.length);
      return readEach(client.limiter, keys, (key, started) => get(key, (answer) => as(answer, key), started));
    },
  };
}

function writeMethods(
  client: ApiClient,
  { baseUrl }: ClientConfig,
): Pick<WriteApi, 'writesAtOnce' | 'create' | 'update' | 'delete'> {
  const { prefix } = parseBaseUrl(baseUrl);
  return {
    writesAtOnce: client.limiter.atOnce,
    create: async (kind, parent, body, before) => {
      const operation = kinds[kind].operations.create;
      const path = prefix + filledPath(operation, { kind, parent });
      // On a connection of its own: a kept-alive one may be closing, and then it is unknown whether the POST arrived.
      const reply = await call(client, { operation, path, body, policy: 'create', isAlone: true, before });
      return wholeObject(operation, kind, reply);
    },
    update: async (key, body, before) => {
      const operation = needed(kinds[key.kind].operations.update, key.kind);
      const path = prefix + objectPath(operation, key);
      return sameObject(
        operation,
        key,
        await call(client, { operation, path, body, policy: 'never', before }),
      );
    },
    delete: async (key, before) => {
      const operation = needed(kinds[key.kind].operations.delete, key.kind);
      const reply = await call(client, {
        operation,
        path: prefix + objectPath(operation, key),
        policy: 'never',
        before,
      });
      if (reply === 'missing') throw notThere(operation, 'there is no such object');
    },
  };
}

/** The results, in the order of the items. Of several failures, the first in order is thrown. */
export async function readEach<Item, Result>(
  { start }: Pick<Limiter, 'start'>,
  items: readonly Item[],
  read: (item: Item, started: StartedRequest) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const result of await beginEach(items, start, read)) results.push(await result);
  return results;
}

/** The planner avoids operations that a kind does not have; calling one is a bug. */
function needed<Op extends Operation>(operation: Op | undefined, kind: KindName): Op {
  if (operation === undefined) throw new Error(`the API has no such operation for ${kind}`);
  return operation;
}

function wholeObject(operation: Operation, kind: KindName, reply: Reply): JsonObject {
  if (reply === 'missing') throw notThere(operation, 'there is no such object');
  if (reply === 'nothing') throw malformedAnswer(operation, operation.success, 'it is empty');
  const problem = answerProblem(kind, reply);
  if (problem === undefined) return reply;
  const { id } = reply;
  const createdId = operation.method === 'POST' && isId(id) ? id : undefined;
  throw malformedAnswer(operation, operation.success, problem, createdId);
}

function sameObject(operation: Operation, { kind, id, edge_id }: ObjectKey, reply: Reply): JsonObject {
  const object = wholeObject(operation, kind, reply);
  const isAsked = object['id'] === id && (edge_id === undefined || object['edge_id'] === edge_id);
  if (!isAsked) throw malformedAnswer(operation, operation.success, 'it is about another object');
  return object;
}
