import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UsedApproval } from '../../src/model/approval.ts';
import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import {
  renamed,
  revived,
  withAbsent,
  withApprovals,
  withEntry,
  withOrphan,
  withUnknown,
  withSettled,
  withUnsettled,
  withoutObject,
  withoutGoneOrphan,
} from './edited-ledger.ts';
import type { LedgerEntry, LedgerState } from '../../src/model/ledger/ledger.ts';
import { runs } from '../runs.ts';

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
  it('forgets removed entries and keeps the others', () => {
    const two = withEntry(withEntry(empty, 'https-route/a', entry), 'https-route/b', { ...entry, id: 's' });
    expect(Object.keys(withoutObject(two, 'https-route/a').resources)).toEqual(['https-route/b']);
    expect(withoutObject(two, 'https-route/none')).toEqual(two);
    expect(Object.keys(two.resources)).toHaveLength(2);
  });

  it('renames without touching uid and id', () => {
    const state = renamed(withEntry(empty, 'https-route/a', entry), 'https-route/a', 'https-route/b');
    expect(state.resources).toEqual({ 'https-route/b': entry });
  });

  it('remembers an absent create that no list could show, until its address has an object', () => {
    const create = {
      kind: 'https-route',
      op: 'op1',
      edge_id: 'e',
      identity: { match: '/a' },
      since: '2026-01-02T00:00:00Z',
    } as const;
    const unknown = withUnknown(empty, 'https-route/a', create);
    const absent = withAbsent(unknown, 'https-route/a');
    expect([absent.unknown, absent.absent]).toEqual([undefined, { 'https-route/a': create }]);
    expect(parseLedger(ledgerText(absent))).toEqual({ state: absent });
    expect(withEntry(absent, 'https-route/a', entry).absent).toBeUndefined();
    const listed = withUnknown(empty, 'endpoint/a', {
      kind: 'endpoint',
      op: 'op2',
      identity: {},
      since: '2026-01-02T00:00:00Z',
    });
    expect(withAbsent(listed, 'endpoint/a')).toEqual(empty);
  });

  it('keeps unsettled requests through renames and other records, until their object is gone', () => {
    const write = {
      action: 'update',
      address: 'https-route/a',
      id: 'r',
      since: '2026-01-02T00:00:00Z',
    } as const;
    const known = withUnsettled(withEntry(empty, 'https-route/a', entry), 'op1', write);
    const two = withUnsettled(known, 'op2', { ...write, id: 'other' });
    const later = withEntry(renamed(two, 'https-route/a', 'https-route/b'), 'https-route/b', entry);
    expect(later.unsettled).toEqual(two.unsettled);
    expect(Object.keys(withoutObject(later, 'https-route/b').unsettled ?? {})).toEqual(['op2']);
    const twice = withEntry(later, 'https-route/c', later.resources['https-route/b']!);
    expect(withoutObject(twice, 'https-route/b').unsettled).toEqual(two.unsettled);
    const orphaned = withOrphan(later, 'https-route/b', { since: '2026-01-02T00:00:00Z', how: 'retired' });
    expect(Object.keys(orphaned.unsettled ?? {})).toEqual(['op1', 'op2']);
    expect(Object.keys(withoutGoneOrphan(orphaned, 'https-route/b').unsettled ?? {})).toEqual(['op2']);
  });

  it('remembers an update that cannot arrive any more, until its object is written again or gone', () => {
    const write = {
      action: 'update',
      address: 'https-route/a',
      id: 'r',
      sent: {},
      since: '2026-01-02T00:00:00Z',
    } as const;
    const two = withUnsettled(withUnsettled(withEntry(empty, 'https-route/a', entry), 'op1', write), 'op2', {
      action: 'delete',
      address: 'https-route/a',
      id: 'r',
      since: '2026-01-02T00:00:00Z',
    });
    const settled = withSettled(withSettled(two, 'op1'), 'op2');
    expect(settled).not.toHaveProperty('unsettled');
    expect(settled.late).toEqual({ op1: write });
    expect(withEntry(settled, 'https-route/b', { ...entry, id: 'other' }).late).toEqual(settled.late);
    expect(withEntry(settled, 'https-route/a', entry)).not.toHaveProperty('late');
    expect(withoutObject(settled, 'https-route/a')).not.toHaveProperty('late');
  });

  it('makes an orphan and revives it under any name', () => {
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
    expect(withoutGoneOrphan(orphaned, 'https-route/a')).toEqual(empty);
  });

  it('reads back exactly as it was written', () => {
    const state = withEntry(empty, 'https-route/a', entry);
    const text = ledgerText(state);
    expect(parseLedger(text)).toEqual({ state });
    fc.assert(
      fc.property(fc.nat(text.length - 2), fc.integer({ min: 33, max: 126 }), (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        fc.pre(changed !== text);
        const parsed = parseLedger(changed);
        // A number may be written in a different form; text with a different meaning is refused.
        if ('state' in parsed) expect(parsed.state).toEqual(state);
      }),
      { numRuns: runs(500) },
    );
  });

  it('has a line for each entry, so that git shows which one changed', () => {
    const { edge_id: _edge, ...other } = entry;
    const one = withEntry(empty, 'https-route/a', entry);
    const two = withEntry(one, 'endpoint/b', { ...other, kind: 'endpoint' });
    const before = ledgerText(two);
    const after = ledgerText(withEntry(two, 'https-route/a', { ...entry, id: 'other' }));
    const names = before.split('\n').map((line) => /^ *"([^"]+)"/.exec(line)?.[1] ?? line);
    expect(names).toEqual([
      '{',
      ...['api', 'checksum', 'environment', 'fence', 'format', 'lineage', 'orphans'],
      ...['resources', 'endpoint/b', 'https-route/a', '},', 'serial'],
      ...['}', ''],
    ]);
    const lines = after.split('\n');
    const differing = names.filter((_name, index) => before.split('\n')[index] !== lines[index]);
    expect(differing).toEqual(['checksum', 'https-route/a']);
  });

  it('is valid in any layout, and invalid when cut off', () => {
    const state = withEntry(empty, 'https-route/a', entry);
    const text = ledgerText(state);
    expect(parseLedger(JSON.stringify(JSON.parse(text), null, 4))).toEqual({ state });
    expect(parseLedger(JSON.stringify(JSON.parse(text)))).toEqual({ state });
    for (let end = 0; end < text.trimEnd().length; end += 1)
      expect(parseLedger(text.slice(0, end)), String(end)).toHaveProperty('problem');
  });

  it('reports an unfinished merge', () => {
    const [first = '', ...rest] = ledgerText(empty).split('\n');
    const text = [first, '<<<<<<< HEAD', ...rest.slice(0, 2), '=======', ...rest].join('\n');
    expect(parseLedger(text)).toEqual({ problem: 'it has conflict markers of git in it' });
  });

  it('refuses malformed entries, even with a correct checksum', () => {
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

describe('approvals', () => {
  const used = (change: string): UsedApproval => ({
    address: 'endpoint/www',
    allow: 'exposure',
    change: change.repeat(32),
    at: '2026-03-01T12:00:00Z',
  });
  const start = emptyLedger({ environment: 'production', lineage: 'l', api: '' });

  it('are recorded once each, and read back from the text', () => {
    const state = withApprovals(withApprovals(start, [used('1'), used('2')]), [used('2'), used('3')]);
    expect(state.approvals?.map(({ change }) => change[0])).toEqual(['1', '2', '3']);
    expect(parseLedger(ledgerText(state))).toEqual({ state });
    expect(withApprovals(state, [used('1')])).toEqual(state);
  });

  it('of a create with an unknown outcome are used only if the object is found', () => {
    const { at: _at, ...approval } = used('1');
    const since = '2026-03-01T12:00:00Z';
    const create = { kind: 'endpoint' as const, op: 'op', identity: {}, since, approvals: [approval] };
    const unknown = withUnknown(start, 'endpoint/www', create);
    expect(parseLedger(ledgerText(unknown))).toEqual({ state: unknown });
    const entry: LedgerEntry = {
      uid: 'op',
      kind: 'endpoint',
      id: 'ep_1',
      observed: {},
      observed_at: since,
      is_protected: false,
    };
    expect(withEntry(unknown, 'endpoint/www', entry).approvals).toEqual([used('1')]);
    expect(withAbsent(unknown, 'endpoint/www').approvals).toBeUndefined();
  });

  it.each([
    ['approvals', [{ address: 'endpoint/www' }], '`approvals` is malformed'],
    ['approvals', {}, '`approvals` is malformed'],
    ['serial', -1, '`serial` is below 0'],
    ['fence', -3, '`fence` is below 0'],
  ])('malformed %s %j are refused', (name, value, problem) => {
    expect(parseLedger(ledgerText({ ...start, [name]: value }))).toEqual({ problem });
  });
});
