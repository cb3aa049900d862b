/** What the local API refuses of two objects, the plan blocks before it is sent. */
import { expect, test } from 'vitest';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { plan } from '../../src/plan/plan.ts';
import type { Answer } from '../../src/server/http/answer.ts';
import { loadTrafficTools } from '../../src/lint/domain/policy/load-traffic-tools.ts';
import { bodyCheck } from '../../src/server/objects/body-check.ts';
import { seededIds } from '../../src/server/objects/new-ids.ts';
import { perform } from '../../src/server/objects/perform-operation.ts';
import { savedPolicyCheck } from '../../src/server/objects/policy-refusal.ts';
import { memoryStore } from '../../src/server/state/store/store.ts';
import { baseInput } from '../plan/plan-case.ts';

await loadTrafficTools(['traffic_policy']);

const route = { match_type: 'path_prefix', match: '/shop' };
const pooled = { url: 'https://www.example.com', pooling_enabled: true };

const pairs: readonly (readonly [KindName, one: JsonObject, other: JsonObject, status: 201 | 400 | 409])[] = [
  ['https-route', route, route, 400],
  ['https-route', route, { ...route, match_type: 'exact_path' }, 400],
  ['https-route', route, { ...route, match: '/shops' }, 201],
  ['https-route', route, { ...route, match: '/Shop' }, 201],
  ['endpoint', { url: pooled.url }, { url: 'HTTPS://www.example.com:443' }, 409],
  ['endpoint', { url: pooled.url }, { url: 'http://www.example.com' }, 201],
  ['endpoint', pooled, { url: pooled.url }, 409],
  ['endpoint', pooled, pooled, 201],
  ['endpoint', pooled, { ...pooled, bindings: [] }, 201],
  ['endpoint', pooled, { ...pooled, bindings: ['public'] }, 201],
  ['endpoint', pooled, { ...pooled, bindings: ['internal'] }, 409],
];

test.each(pairs)('two of %s: %j and %j', (kind, one, other, status) => {
  expect(secondStatus(kind, one, other)).toBe(status);
  const isRoute = kind === 'https-route';
  const edge = isRoute ? { edge_id: 'edghts_1' } : {};
  const desired = { [`${kind}/one`]: { ...edge, ...one }, [`${kind}/other`]: { ...edge, ...other } };
  const { steps } = plan(baseInput({ name: '', desired, expect: '' }));
  expect(steps.map(({ action }) => action)).toEqual(
    status === 201 ? ['create', 'create'] : ['blocked', 'blocked'],
  );
});

/** Changes of an endpoint that shares its URL with a second one, and the status of its PATCH. */
const changes: readonly (readonly [what: string, change: JsonObject, status: 200 | 409])[] = [
  ['no longer pools', { pooling_enabled: false }, 409],
  ['has other bindings', { bindings: ['internal'] }, 409],
  ['has the same bindings, spelled out', { bindings: ['public'] }, 200],
  ['has a description', { description: 'one of two' }, 200],
];

test.each(changes)('an endpoint that shares its URL and then %s', (_, change, status) => {
  const { send } = openApi();
  const ids = [pooled, pooled].map((body) => send('endpoint', 'create', {}, body).body?.['id'] as string);
  expect(send('endpoint', 'update', { id: ids[0] ?? '' }, { ...pooled, ...change }).status).toBe(status);
  const was = { 'endpoint/one': pooled, 'endpoint/other': pooled };
  const desired = { 'endpoint/one': change };
  const { steps } = plan(baseInput({ name: '', was, desired, expect: '' }));
  expect(steps.find(({ address }) => address === 'endpoint/one')?.action).toBe(
    status === 200 ? 'update' : 'blocked',
  );
});

test('an endpoint that no longer pools waits for the delete of the other one', () => {
  const was = { 'endpoint/one': pooled, 'endpoint/other': pooled };
  const desired = { 'endpoint/one': { pooling_enabled: false }, 'endpoint/other': null };
  const { steps } = plan(baseInput({ name: '', was, desired, expect: '' }));
  expect(steps.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'delete endpoint/other',
    'update endpoint/one',
  ]);
});

function secondStatus(kind: KindName, one: JsonObject, other: JsonObject): number | undefined {
  const { send } = openApi();
  const ids = kind === 'https-route' ? { edge_id: 'edghts_1' } : {};
  const [, second] = [one, other].map((body) => send(kind, 'create', ids, body));
  return second?.status;
}

function openApi(): {
  readonly send: (
    kind: KindName,
    operation: 'create' | 'update',
    ids: Readonly<Record<string, string>>,
    body: JsonObject,
  ) => Answer;
} {
  const context = {
    store: memoryStore(),
    references: new Map(),
    behaviour: { secrets: 'clear', absentInUpdate: 'kept' },
    checkBody: bodyCheck([]),
    checkPolicy: savedPolicyCheck(),
    now: () => '2026-01-02T03:04:05Z',
    newId: seededIds(1),
  } as const;
  const around = { origin: 'http://127.0.0.1:4040', query: [], behind: 0 };
  return {
    send: (kind, operation, ids, body) =>
      perform({ kind, operation }, context, { ...around, ids, body: JSON.stringify(body) }),
  };
}
