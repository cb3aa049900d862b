/** When a live object says that the ledger is older than it, and when it does not. */
import { expect, test } from 'vitest';
import { addressHash, ownerOf } from '../../src/derive/forms/owner-id.ts';
import { olderLedgerChanges } from '../../src/ledger/upkeep/ledger-behind-live.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerEntry, LedgerState, UnknownCreate } from '../../src/model/ledger/ledger.ts';
import type { Live } from '../../src/model/live.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { desiredOf } from '../plan/desired-of.ts';

const ledger = emptyLedger({ environment: 'prod', lineage: 'l', api: 'https://api' });
const op = 'a'.repeat(32);
const owner = ownerOf('l', 'prod');
const www = { url: 'https://www.example.com' };
const cart = { edge_id: 'edghts_1', match_type: 'path_prefix', match: '/cart' };
const desired = [desiredOf('endpoint/www', www), desiredOf('https-route/cart', cart)];
const entry: LedgerEntry = {
  ...{ uid: op, kind: 'endpoint', id: 'ep_1', observed: {} },
  ...{ observed_at: '2026-01-01T00:00:00Z', is_protected: false },
};
const create: UnknownCreate = { kind: 'endpoint', op, identity: www, since: '2026-01-01T00:00:00Z' };

function live(more: Partial<Live> = {}, address: Address = 'endpoint/www'): Live {
  const marker = { owner, address: addressHash(address), op };
  return { kind: 'endpoint', id: 'ep_9', spec: www, marker, isManageable: true, ...more };
}

function asked(
  more: Partial<LedgerState>,
  listed: readonly Live[],
  adopted: readonly Address[] = [],
): readonly string[] {
  const readAt = new Date('2026-02-01T00:00:00Z');
  const changes = olderLedgerChanges({ ...ledger, ...more }, listed, {
    ...{ desired, readAt },
    adopted: new Set(adopted),
  });
  return changes.flatMap((each) =>
    each.change === 'doubt' ? [`${each.address} since ${each.create.newer}`] : [],
  );
}

test('an object of a declared address whose create is not in the ledger asks about each declared route', () => {
  expect(asked({}, [live()])).toEqual(['https-route/cart since ep_9']);
});

test.each<readonly [string, Partial<LedgerState>, Live, readonly Address[]]>([
  ['a create without a response', { unknown: { 'endpoint/www': create } }, live(), []],
  ['a create that was said to be absent', { absent: { 'endpoint/www': create } }, live(), []],
  ['a copy of an object of the ledger', { resources: { 'endpoint/other': entry } }, live(), []],
  [
    'an object of the ledger',
    { resources: { 'endpoint/other': { ...entry, uid: 'u' } } },
    live({ id: 'ep_1' }),
    [],
  ],
  [
    'an object for an address that has another',
    { resources: { 'endpoint/www': { ...entry, uid: 'u' } } },
    live(),
    [],
  ],
  ['an object of an address that is not declared', {}, live({}, 'endpoint/gone'), []],
  [
    'an object of another owner',
    {},
    live({ marker: { owner: '0'.repeat(16), address: addressHash('endpoint/www'), op } }),
    [],
  ],
  ['a declared route about which `adopt:` says what exists', {}, live(), ['https-route/cart']],
])('%s asks nothing', (_what, more, object, adopted) => {
  expect(asked(more, [object], adopted)).toEqual([]);
});

test('a route that a person has settled is not asked about again', () => {
  const settled = { ...create, kind: 'https-route' as const, edge_id: 'edghts_1' };
  expect(asked({ absent: { 'https-route/cart': settled } }, [live()])).toEqual([]);
});
