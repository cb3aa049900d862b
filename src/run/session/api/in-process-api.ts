import { kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import { secretlessProviders } from '../../../kinds/webhook-providers.ts';
import { loadTrafficTools } from '../../../lint/domain/policy/load-traffic-tools.ts';
import type { ObjectKey, WriteApi } from '../../../model/api.ts';
import type { JsonObject } from '../../../model/value.ts';
import type { TrafficPolicySettings } from '../../../model/workspace/settings.ts';
import { answerProblem } from '../../../remote/api/check-answer.ts';
import { filledPath, objectPath } from '../../../remote/api/paths.ts';
import type { Behaviour, CheckingContext } from '../../../server/context.ts';
import type { RequestLine } from '../../../server/http/serve-request.ts';
import { bodyCheck } from '../../../server/objects/body-check.ts';
import { seededIds } from '../../../server/objects/new-ids.ts';
import { perform } from '../../../server/objects/perform-operation.ts';
import { savedPolicyCheck } from '../../../server/objects/policy-refusal.ts';
import { outsideOf, type Outside } from '../../../server/state/outside.ts';
import { memoryStore } from '../../../server/state/store/store.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import type { Operations } from '../../../kinds/operation.ts';

export interface InProcessOptions extends Partial<Behaviour> {
  readonly webhookProvidersWithoutSecret?: readonly string[];
  readonly trafficPolicy?: TrafficPolicySettings;
  readonly onRequest?: (line: RequestLine) => void;
}

const origin = 'http://127.0.0.1:4040';

/**
 * The mock API without the network: its own operations, with bodies and responses as JSON text. For a page, which
 * cannot listen, and for properties that need thousands of runs. Time does not pass, and ids are repeatable.
 */
export function inProcessApi({
  secrets = 'clear',
  absentInUpdate = 'kept',
  webhookProvidersWithoutSecret = secretlessProviders,
  trafficPolicy,
  onRequest = () => undefined,
}: InProcessOptions = {}): { readonly api: WriteApi; readonly outside: Outside } {
  const context: CheckingContext = {
    store: memoryStore(),
    references: new Map(),
    behaviour: { secrets, absentInUpdate },
    checkBody: bodyCheck(webhookProvidersWithoutSecret),
    checkPolicy: savedPolicyCheck(trafficPolicy),
    now: () => '2026-01-02T03:04:05Z',
    newId: seededIds(1),
  };
  const call = (about: Call): JsonObject | undefined => {
    const { kind, name, path, query = [], ids = {}, body = '' } = about;
    const operation = needed(kinds[kind].operations[name]);
    const answer = perform({ kind, operation: name }, context, { origin, ids, query, body, behind: 0 });
    onRequest({ method: operation.method, path, status: answer.status, body });
    if (answer.status === 404 && name === 'get') return undefined;
    const text = JSON.stringify(answer.body ?? {});
    if (answer.status !== operation.success) throw new Error(`${operation.method} ${path} ${body}: ${text}`);
    return JSON.parse(text) as JsonObject;
  };
  return {
    outside: outsideOf(context),
    api: {
      origin,
      skew: () => undefined,
      writesAtOnce: () => 8,
      list: <Item>(kind: KindName, as = (answer: JsonObject) => answer as Item) =>
        Promise.resolve(listed(kind, call).map((answer) => as(answer))),
      get: (key) => settled(() => call(onObject(key, 'get'))),
      getMany: (keys, as) => settled(() => keys.map((key) => as(call(onObject(key, 'get')), key))),
      create: (kind, parent, body) => {
        const path = filledPath(kinds[kind].operations.create, { kind, parent });
        const ids = withoutUndefined({ edge_id: parent });
        return settled(() => checked(kind, call({ kind, name: 'create', path, ids, body })), body);
      },
      update: (key, body) =>
        settled(() => checked(key.kind, call({ ...onObject(key, 'update'), body })), body),
      delete: (key) => settled(() => void call(onObject(key, 'delete'))),
    },
  };
}

interface Call {
  readonly kind: KindName;
  readonly name: keyof Operations;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly ids?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function onObject(key: ObjectKey, name: 'get' | 'update' | 'delete'): Call {
  const { kind, id, edge_id } = key;
  const ids = { id, ...withoutUndefined({ edge_id }) };
  return { kind, name, path: objectPath(needed(kinds[kind].operations[name]), key), ids };
}

/** The objects of all pages. */
function listed(kind: KindName, call: (about: Call) => JsonObject | undefined): readonly JsonObject[] {
  const { path, items } = needed(kinds[kind].operations.list);
  const found: JsonObject[] = [];
  for (let next: string | undefined = origin + path; next !== undefined;) {
    const url = new URL(next);
    const page = needed(
      call({ kind, name: 'list', path: url.pathname + url.search, query: [...url.searchParams] }),
    );
    found.push(...(page[items] as readonly JsonObject[]).map((item) => checked(kind, item)));
    next = (page['next_page_uri'] ?? undefined) as string | undefined;
  }
  return found;
}

function checked(kind: KindName, answer: JsonObject | undefined): JsonObject {
  const problem = answer === undefined ? 'it is empty' : answerProblem(kind, answer);
  if (answer === undefined || problem !== undefined)
    throw new Error(`the response is wrong: ${problem ?? ''}`);
  return answer;
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the API has no such operation, or an empty response');
  return value;
}

/** Turns an exception into a rejection, as over HTTP. The tables of traffic policies are loaded with the first one. */
async function settled<Result>(make: () => Result, body = ''): Promise<Result> {
  await loadTrafficTools([body]);
  return make();
}
