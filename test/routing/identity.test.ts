/** What the local API refuses of two objects, the plan blocks before it is sent. */
import { expect, test } from 'vitest';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { plan } from '../../src/plan/plan.ts';
import { bodyCheck } from '../../src/server/objects/body-check.ts';
import { seededIds } from '../../src/server/objects/ids.ts';
import { perform } from '../../src/server/objects/operations.ts';
import { memoryStore } from '../../src/server/state/store/memory-store.ts';
import { baseInput } from '../plan/plan-case.ts';

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

function secondStatus(kind: KindName, one: JsonObject, other: JsonObject): number | undefined {
  const context = {
    store: memoryStore(),
    references: new Map(),
    behaviour: { secrets: 'clear', absentInUpdate: 'kept' },
    checkBody: bodyCheck([]),
    now: () => '2026-01-02T03:04:05Z',
    newId: seededIds(1),
  } as const;
  const request = { origin: 'http://127.0.0.1:4040', ids: { edge_id: 'edghts_1' }, query: [], behind: 0 };
  const ids = kind === 'https-route' ? request.ids : {};
  const [, second] = [one, other].map((body) =>
    perform(kind, 'create', context, { ...request, ids, body: JSON.stringify(body) } as Parameters<
      typeof perform
    >[3]),
  );
  return second?.status;
}
