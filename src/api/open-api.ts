import { randomBytes } from 'node:crypto';
import { kinds } from '../kinds/index.ts';
import { secretFilter } from '../derive/secrets/secret-filter.ts';
import type { KindName, Operation } from '../kinds/kind.ts';
import type { ObjectKey, ReadApi, WriteApi } from '../model/api.ts';
import type { SpareTime } from '../model/spare-time.ts';
import type { JsonObject } from '../model/value.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { call, callIn, malformedAnswer, notThere, type ApiLine, type Reply } from './call.ts';
import { answerProblem, isId } from './check-answer.ts';
import { commonHeaders, defaultLimits, type ClientConfig } from './client-config.ts';
import { digester } from './digest.ts';
import type { ConnectAhead } from '../http/connect-ahead.ts';
import { dispatcherAhead, dispatcherTo } from '../http/dispatcher-to.ts';
import type { Room } from './gauge.ts';
import { limiter, type RequestSlot } from './limiter.ts';
import { listPages } from './list-pages.ts';
import { filledPath, objectPath } from './paths.ts';
import { requestEach } from './request-each.ts';

/** Aborts requests under way and closes the connections. */
interface Closable {
  readonly close: () => Promise<void>;
}

/** The read-only half of the API. At run time too, the object has no methods that write. */
export function openReadApi(config: ClientConfig): ReadApi & Closable & { readonly spare: SpareTime } {
  const { reads } = openLines(config);
  const close = (): Promise<void> => reads.dispatcher.destroy();
  const spare = { ...reads.limiter.spare, isReading: reads.digest.isReading };
  return { ...readMethods(reads, config), close, spare };
}

/** The full API. */
export function openWriteApi(config: ClientConfig): WriteApi & Closable {
  const { reads, writes, ahead } = openLines(config);
  return {
    ...readMethods(reads, config),
    ...writeMethods(writes, config, ahead),
    close: async () => {
      ahead?.close();
      await Promise.all([reads.dispatcher.destroy(), writes.dispatcher.destroy()]);
    },
  };
}

interface Lines {
  readonly reads: ApiLine;
  readonly writes: ApiLine;
  /** Connections of `writes` that are opened before their requests; not through a proxy. */
  readonly ahead: ConnectAhead | undefined;
}

/** The two lines to the API, for reads and writes. */
export function openLines(config: ClientConfig): Lines {
  const { origin } = parseBaseUrl(config.baseUrl);
  const { clock, token, timeoutMs = 30_000, concurrency, random = randomBytes } = config;
  const headers = commonHeaders(config);
  const { clean = secretFilter(token === undefined ? [] : [token.reveal()]).clean } = config;
  const options = {
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, 10_000) },
  };
  const open = (room: Room, dispatcher = config.dispatcher): ApiLine => ({
    origin,
    dispatcher: dispatcher ?? dispatcherTo(origin, config.proxy, { ...options, connections: room.most }),
    watch: config.watch,
    limiter: limiter(room, clock),
    digest: digester(),
    headers,
    token,
    clean,
    timeoutMs,
    maxBytes: config.limits?.bytes ?? defaultLimits.bytes,
    env: { clock, random },
  });
  const atMost = (number: number): Room => ({ first: number, most: number });
  const { reads, writes } = concurrency ?? {};
  const ofWrites: Room = writes === undefined ? { first: 8, most: 32, isDoubling: true } : atMost(writes);
  const direct =
    config.dispatcher === undefined && config.proxy === undefined
      ? dispatcherAhead(origin, { ...options, connections: ofWrites.most })
      : undefined;
  return {
    reads: open(reads === undefined ? { first: 16, most: 32 } : atMost(reads)),
    writes: open(ofWrites, direct?.dispatcher),
    ahead: direct?.ahead,
  };
}

function readMethods(line: ApiLine, { baseUrl, limits }: ClientConfig): ReadApi {
  const { prefix } = parseBaseUrl(baseUrl);
  const get = <Result>(
    key: ObjectKey,
    as: (answer: JsonObject | undefined) => Result,
    slot?: RequestSlot,
  ): Promise<Result> => {
    const operation = kinds[key.kind].operations.get;
    const path = prefix + objectPath(operation, key);
    return callIn(slot, line, { operation, path, policy: 'read' }).then((reply) =>
      as(reply === 'missing' ? undefined : sameObject(operation, key, reply)),
    );
  };
  return {
    origin: line.origin,
    list: async <Item>(kind: KindName, as = (answer: JsonObject) => answer as Item) => {
      const operation = needed(kinds[kind].operations.list, kind);
      return listPages<Item>({
        kind,
        as,
        operation,
        origin: line.origin,
        prefix,
        firstPath: prefix + operation.path,
        limits: { ...defaultLimits, ...limits },
        digest: line.digest,
        read: (path, received) => call(line, { operation, path, policy: 'read', turn: 'first', received }),
      });
    },
    get: (key) => {
      line.watch?.asked(true, 1);
      return get(key, (answer) => answer);
    },
    getMany: (keys, as) => {
      line.watch?.asked(true, keys.length);
      return requestEach(line.limiter, keys, (key, slot) => get(key, (answer) => as(answer, key), slot));
    },
  };
}

function writeMethods(
  line: ApiLine,
  { baseUrl }: ClientConfig,
  ahead: ConnectAhead | undefined,
): Pick<WriteApi, 'writesAtOnce' | 'connectAhead' | 'create' | 'update' | 'delete'> {
  const { prefix } = parseBaseUrl(baseUrl);
  return {
    writesAtOnce: line.limiter.atOnce,
    connectAhead: () => ahead?.open(),
    create: async (kind, parent, body, before) => {
      const operation = kinds[kind].operations.create;
      const path = prefix + filledPath(operation, { kind, parent });
      // On a connection of its own: a kept-alive one may be closing, and then it is unknown whether the POST arrived.
      const reply = await call(line, { operation, path, body, policy: 'create', isAlone: true, before });
      return wholeObject(operation, kind, reply);
    },
    update: async (key, body, before) => {
      const operation = needed(kinds[key.kind].operations.update, key.kind);
      const path = prefix + objectPath(operation, key);
      return sameObject(operation, key, await call(line, { operation, path, body, policy: 'never', before }));
    },
    delete: async (key, before) => {
      const operation = needed(kinds[key.kind].operations.delete, key.kind);
      const reply = await call(line, {
        operation,
        path: prefix + objectPath(operation, key),
        policy: 'never',
        before,
      });
      if (reply === 'missing') throw notThere(operation, 'there is no such object');
    },
  };
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
