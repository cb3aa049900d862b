import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { secretlessProviders } from '../../src/kinds/webhook-providers.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { CheckingContext } from '../../src/server/context.ts';
import { loadTrafficTools } from '../../src/lint/domain/policy/load-traffic-tools.ts';
import { bodyCheck } from '../../src/server/objects/body-check.ts';
import { seededIds } from '../../src/server/objects/new-ids.ts';
import { perform } from '../../src/server/objects/perform-operation.ts';
import { savedPolicyCheck } from '../../src/server/objects/policy-refusal.ts';
import { memoryStore } from '../../src/server/state/store/store.ts';

await loadTrafficTools(['traffic_policy']);

/** The response to a request: the object, or the error. */
export type Answered = { readonly object: JsonObject } | { readonly refusal: string };

/** A new local API without the network: an empty account that accepts any id as a reference. */
export interface LocalApi {
  readonly create: (kind: KindName, edgeId: string | undefined, body: string) => Answered;
  readonly update: (kind: KindName, id: string, edgeId: string | undefined, body: string) => Answered;
}

export function openLocalApi(): LocalApi {
  const context: CheckingContext = {
    store: memoryStore(),
    references: new Map(),
    behaviour: {
      secrets: 'clear',
      absentInUpdate: 'kept',
    },
    checkBody: bodyCheck(secretlessProviders),
    checkPolicy: savedPolicyCheck(),
    now: () => '2026-01-02T03:04:05Z',
    newId: seededIds(1),
  };
  const ask = (kind: KindName, operation: 'create' | 'update', ids: Ids, body: string): Answered => {
    const parent = kinds[kind].parent === undefined ? {} : { edge_id: ids.edgeId ?? '' };
    const { edgeId: _, ...own } = ids;
    const request = {
      origin: 'http://127.0.0.1:4040',
      ids: { ...own, ...parent },
      query: [],
      body,
      behind: 0,
    };
    const { status, body: answer = {} } = perform({ kind, operation }, context, request);
    if (status < 300) return { object: JSON.parse(JSON.stringify(answer)) as JsonObject };
    const refusal = answer['msg'] as string;
    if (status !== 400 && status !== 404) throw new Error(`${status} ${refusal}`);
    return { refusal };
  };
  return {
    create: (kind, edgeId, body) => ask(kind, 'create', { edgeId }, body),
    update: (kind, id, edgeId, body) => ask(kind, 'update', { id, edgeId }, body),
  };
}

interface Ids {
  readonly id?: string;
  readonly edgeId: string | undefined;
}
