import { describe, expect, test } from 'vitest';
import { settledBy } from '../../src/ledger/settle.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerState } from '../../src/model/ledger.ts';
import type { Live } from '../../src/model/live.ts';
import type { Address } from '../../src/model/workspace.ts';

const op = 'aaaa';
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
  return settledBy(ledger, { listed }, { readAt, declared, isSecret: undefined }).map((each) =>
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
    const marker = { owner: 'o', address: 'a', op };
    expect(settled([endpoint({ marker })])).toEqual(['["settled","aaaa"]']);
    expect(settled([endpoint({ spec: { url } })])).toEqual(['["settled","aaaa"]']);
  });

  test('about a removed resource that is listed with the nonce of its create, if once', () => {
    const made = endpoint({ marker: { owner: 'o', address: 'a', op }, spec: { url } });
    const [put] = settled([made], new Date(since), []);
    expect(JSON.parse(put!)).toEqual([
      'put',
      'endpoint/a',
      expect.objectContaining({ uid: op, id: 'ep_1', observed: { url } }),
    ]);
    expect(settled([made, { ...made, id: 'ep_2' }], new Date(since), [])).toEqual([]);
  });
});
