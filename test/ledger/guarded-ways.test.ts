import { describe, expect, it } from 'vitest';
import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerEntry, LedgerState } from '../../src/model/ledger/ledger.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { withEntry, withOrphan, withoutGoneOrphan, withoutObject } from './edited-ledger.ts';

const empty = emptyLedger({ environment: 'prod', lineage: 'l', api: 'https://api' });
const admin = 'https://admin.internal';

function endpoint(name: string, actions: readonly Json[], more: JsonObject = {}): LedgerEntry {
  const policy = JSON.stringify({ on_http_request: [{ actions }] });
  const applied = { url: `https://${name}.example.com`, traffic_policy: policy, ...more };
  return {
    uid: 'u',
    kind: 'endpoint',
    id: `ep_${name}`,
    applied,
    observed: applied,
    observed_at: '2026-01-01T00:00:00Z',
    is_protected: false,
  };
}

const to = (url: string): Json => ({ type: 'forward-internal', config: { url } });
const office: Json = { type: 'restrict-ips', config: { allow: ['198.51.100.0/24'] } };
const page: Json = { type: 'custom-response', config: { body: 'hello' } };

const guarded = endpoint('shop', [office, to(admin)]);
const closed = endpoint('shop', [page]);

function put(state: LedgerState, ...entries: readonly (readonly [Address, LedgerEntry])[]): LedgerState {
  return entries.reduce((ledger, [address, entry]) => withEntry(ledger, address, entry), state);
}

describe('the last protected way to an upstream', () => {
  const left = put(empty, ['endpoint/shop', guarded], ['endpoint/shop', closed]);

  it('is remembered when it ends, and is part of the text', () => {
    expect(put(empty, ['endpoint/shop', guarded]).guarded).toBeUndefined();
    const { kind, applied, observed } = guarded;
    expect(left.guarded).toEqual({ [admin]: { address: 'endpoint/shop', kind, applied, observed } });
    expect(parseLedger(ledgerText(left))).toEqual({ state: left });
  });

  it('is that of an object that is gone, or that was left and is gone', () => {
    const start = put(empty, ['endpoint/shop', guarded]);
    expect(withoutObject(start, 'endpoint/shop').guarded).toEqual(left.guarded);
    const orphaned = withOrphan(start, 'endpoint/shop', { since: '2026-01-02T00:00:00Z', how: 'retired' });
    expect(orphaned.guarded).toBeUndefined();
    expect(withoutGoneOrphan(orphaned, 'endpoint/shop').guarded).toEqual(left.guarded);
  });

  it('is forgotten when an object reaches the upstream, and when the last way to it was open', () => {
    const open = put(left, ['endpoint/open', endpoint('open', [to(admin)])]);
    expect(open.guarded).toBeUndefined();
    expect(put(open, ['endpoint/open', endpoint('open', [page])]).guarded).toBeUndefined();
  });

  it('is forgotten with the internal endpoint, unless that was a hop to what is remembered', () => {
    const internal = { url: admin, bindings: ['internal'] };
    const of = (actions: readonly Json[]): LedgerState =>
      withoutObject(put(left, ['endpoint/admin', endpoint('admin', actions, internal)]), 'endpoint/admin');
    expect(of([page]).guarded).toBeUndefined();
    expect(Object.keys(of([to('https://deep.internal')]).guarded ?? {})).toEqual([
      admin,
      'https://deep.internal',
    ]);
  });

  it('stays through writes that reach the same', () => {
    const again = endpoint('shop', [office, to(admin)], { description: 'again' });
    expect(put(empty, ['endpoint/shop', guarded], ['endpoint/shop', again]).guarded).toBeUndefined();
    expect(put(left, ['endpoint/other', endpoint('other', [page])]).guarded).toEqual(left.guarded);
  });

  it.each([
    [[], '`guarded` is malformed'],
    [{ [admin]: { address: 'endpoint/shop' } }, `its guarded way to \`${admin}\` is malformed`],
  ])('malformed %j is refused', (value, problem) => {
    expect(parseLedger(ledgerText({ ...empty, guarded: value } as unknown as LedgerState))).toEqual({
      problem,
    });
  });
});
