import { describe, expect, test } from 'vitest';
import { ownerOf } from '../../src/derive/forms/owner-id.ts';
import { settledBy } from '../../src/ledger/settled-doubts.ts';
import { makeChange } from '../../src/ledger/state.ts';
import { edited } from '../../src/ledger/draft.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { Live } from '../../src/model/live.ts';
import type { Address } from '../../src/model/workspace/address.ts';

const op = 'aaaa';
const owner = ownerOf('here', 'production');
const since = '2026-01-02T03:04:05Z';
const url = 'https://a.example.com';
const ledger: LedgerState = {
  ...emptyLedger({ environment: 'production', lineage: 'here', api: '' }),
  unknown: {
    'endpoint/a': { kind: 'endpoint', op, identity: { url }, since },
    'tls-edge/b': { kind: 'tls-edge', op, identity: { hostports: ['b.example.com:443'] }, since },
  },
  unsettled: { [op]: { action: 'delete', address: 'endpoint/c', id: 'ep_3', since } },
};
const later = new Date('2026-01-02T03:06:00Z');

function settled(
  listed: readonly Live[],
  readAt = later,
  names = Object.keys(ledger.unknown!),
): readonly string[] {
  const declared = new Set(names as Address[]);
  return settledBy(ledger, { listed }, { readAt, declared }).map((each) =>
    JSON.stringify(Object.values(each)),
  );
}

function endpoint(more: Partial<Live>): Live {
  return { kind: 'endpoint', id: 'ep_1', spec: {}, isManageable: true, ...more };
}

describe('a reading settles the doubts', () => {
  test('about an endpoint that is not listed, and about writes that cannot arrive any more', () => {
    expect(settled([])).toEqual(['["absent","endpoint/a"]', '["settled","aaaa"]']);
  });

  test('but none if it began before the settling time was over', () => {
    expect(settled([], new Date('2026-01-02T03:05:04Z'))).toEqual([]);
  });

  test('and not about an endpoint that is listed with its nonce or its URL', () => {
    const marker = { owner, address: 'a', op };
    expect(settled([endpoint({ marker })])).toEqual(['["settled","aaaa"]']);
    expect(settled([endpoint({ spec: { url } })])).toEqual(['["settled","aaaa"]']);
  });

  test('about a removed resource that is listed with the nonce of its create, if once', () => {
    const made = endpoint({ marker: { owner, address: 'a', op }, spec: { url } });
    const [put] = settled([made], new Date(since), []);
    expect(JSON.parse(put!)).toEqual([
      'put',
      'endpoint/a',
      expect.objectContaining({ uid: op, id: 'ep_1', observed: { url } }),
    ]);
    expect(settled([made, { ...made, id: 'ep_2' }], new Date(since), [])).toEqual([]);
    // A copy of the nonce under another owner is not the object of our create.
    const theirs = { ...made, marker: { owner: '0'.repeat(16), address: 'a', op } };
    expect(settled([theirs], new Date(since), [])).toEqual([]);
  });

  test('a request of a clock that was a year ahead was sent by now, if now is by a shared clock', () => {
    const early = new Date('2025-01-02T03:04:05Z');
    const at = '2025-01-02T03:04:05.000Z';
    const context = { readAt: early, declared: new Set<Address>() };
    expect(settledBy(ledger, { listed: [] }, context)).toEqual([]);
    const seen = settledBy(ledger, { listed: [] }, { ...context, isShared: true });
    expect(seen.map((each): readonly unknown[] => Object.values(each))).toEqual([
      ['seen', op, at],
      ['seen', op, at],
      ['seen', op, at],
    ]);
    const now = edited(ledger, (draft) => {
      for (const change of seen) makeChange(draft, change);
    });
    expect(now.unknown!['endpoint/a']!.since).toBe(at);
    expect(now.unsettled![op]!.since).toBe(at);
    const after = { ...context, isShared: true, readAt: new Date('2025-01-02T03:05:06Z') };
    expect(settledBy(now, { listed: [] }, after).map(({ change }) => change)).toEqual(['absent', 'settled']);
  });
});
