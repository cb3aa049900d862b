import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';
import {
  emptyLedger,
  renamed,
  revived,
  withEntry,
  withOrphan,
  withoutEntry,
  withoutOrphan,
} from '../../src/ledger/state.ts';
import type { LedgerEntry, LedgerState } from '../../src/model/ledger.ts';

const empty = emptyLedger({ environment: 'prod', lineage: 'l', api: 'https://api' });
const entry: LedgerEntry = {
  uid: 'u',
  kind: 'https-route',
  id: 'r',
  edge_id: 'e',
  applied: { match: '/a' },
  observed: { match: '/a', metadata: 'ü\n"' },
  observed_at: '2026-01-01T00:00:00Z',
  is_protected: true,
  origin: 'resources/a.yaml',
};

describe('a ledger', () => {
  it('forgets what was taken out and keeps the rest', () => {
    const two = withEntry(withEntry(empty, 'https-route/a', entry), 'https-route/b', { ...entry, id: 's' });
    expect(Object.keys(withoutEntry(two, 'https-route/a').resources)).toEqual(['https-route/b']);
    expect(withoutEntry(two, 'https-route/none')).toEqual(two);
    expect(Object.keys(two.resources)).toHaveLength(2);
  });

  it('renames without touching uid and id', () => {
    const state = renamed(withEntry(empty, 'https-route/a', entry), 'https-route/a', 'https-route/b');
    expect(state.resources).toEqual({ 'https-route/b': entry });
  });

  it('makes an orphan and revives it, under any name', () => {
    const orphaned = withOrphan(withEntry(empty, 'https-route/a', entry), 'https-route/a', {
      since: '2026-01-02T00:00:00Z',
      how: 'retired',
    });
    expect(orphaned.resources).toEqual({});
    expect(orphaned.orphans['https-route/a']).toEqual({
      ...entry,
      since: '2026-01-02T00:00:00Z',
      how: 'retired',
    });
    for (const state of [
      revived(orphaned, 'https-route/a', 'https-route/b'),
      renamed(orphaned, 'https-route/a', 'https-route/b'),
    ]) {
      expect(state).toEqual({ ...empty, resources: { 'https-route/b': entry } });
    }
    expect(withoutOrphan(orphaned, 'https-route/a')).toEqual(empty);
  });

  it('reads back as it was written, and as nothing else', () => {
    const state = withEntry(empty, 'https-route/a', entry);
    const text = ledgerText(state);
    expect(parseLedger(text)).toEqual({ state });
    fc.assert(
      fc.property(fc.nat(text.length - 2), fc.integer({ min: 33, max: 126 }), (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        fc.pre(changed !== text);
        const parsed = parseLedger(changed);
        // A number may be written in another way; anything that means something else is found.
        if ('state' in parsed) expect(parsed.state).toEqual(state);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses entries that are none, even under a right checksum', () => {
    for (const wrong of [
      { ...entry, id: '../x' },
      { ...entry, edge_id: undefined },
      { ...entry, kind: 'endpoint' as const },
      { ...entry, observed: [] as never },
    ]) {
      const json = JSON.parse(
        JSON.stringify(withEntry(empty, 'https-route/a', wrong as LedgerEntry)),
      ) as LedgerState;
      expect(parseLedger(ledgerText(json))).toEqual({ problem: 'its entry `https-route/a` is malformed' });
    }
  });

  it('refuses a name that would lead a file elsewhere', () => {
    for (const address of ['https-route/../x', 'https-route/a/b', 'https-route/', 'https-route/A'] as const) {
      expect(parseLedger(ledgerText(withEntry(empty, address, entry)))).toEqual({
        problem: `its entry \`${address}\` is malformed`,
      });
    }
  });
});
