import { describe, expect, test } from 'vitest';
import { guardLedger, guardLive } from '../../src/plan/gates/guards.ts';
import { inputOf } from './with-hashes.ts';
import type { PlanCase } from './plan-case.ts';

const route = { edge_id: 'edghts_1', match_type: 'path_prefix' };

/** A plan input whose ledger has `objects` objects, of which `missing` return 404. */
function guarded(objects: number, missing: number, more: Partial<PlanCase> = {}): ReturnType<typeof inputOf> {
  const names = Array.from({ length: objects }, (_, index) => `https-route/r${index}`);
  return inputOf({
    name: 'guard',
    was: Object.fromEntries(names.map((name) => [name, { ...route, match: `/${name}` }])),
    live: Object.fromEntries(names.slice(0, missing).map((name) => [name, 'missing' as const])),
    safety: { max_changed_percent: 30 },
    expect: '',
    ...more,
  });
}

function live(objects: number, missing: number): string | undefined {
  const { ledger, live, settings } = guarded(objects, missing);
  return guardLive({ ledger, live, settings: { ...settings, ledger: undefined } })?.text;
}

describe('an account that lacks the objects of the ledger', () => {
  test.each([
    [1, 1],
    [2, 1],
    [2, 2],
    [10, 4],
  ])('of %i objects %i return 404: refused', (objects, missing) => {
    expect(live(objects, missing)).toBe(
      `${missing} of ${objects} objects of the ledger returned 404: this is probably a different account`,
    );
  });

  test.each([
    [0, 0],
    [1, 0],
    [4, 1],
    [10, 3],
  ])('of %i objects %i return 404: planned', (objects, missing) => {
    expect(live(objects, missing)).toBeUndefined();
  });
});

describe('objects that do not count', () => {
  const guard = (
    more: Partial<PlanCase>,
    about: { now?: Date; allowMissing?: number } = {},
  ): string | undefined => {
    const { ledger, live, settings } = guarded(4, 3, more);
    return guardLive({ ledger, live, settings: { ...settings, ledger: undefined }, ...about })?.help;
  };

  test('an object of the ledger with our marker proves that it is the right account', () => {
    expect(guard({ owners: { 'https-route/r3': 'production' } })).toBeUndefined();
    expect(guard({ owners: { 'https-route/r3': 'staging' } })).toBeDefined();
  });

  test.each([
    ['2026-03-01T12:00:59Z', false],
    ['2026-03-01T12:01:00Z', true],
    // The clock was set back.
    ['2026-03-01T11:59:30Z', false],
    ['2026-03-01T11:00:00Z', true],
  ])('objects written within the settling time, at %s: refused is %s', (now, isRefused) => {
    expect(guard({}, { now: new Date(now) }) !== undefined).toBe(isRefused);
  });

  test('objects whose delete was not answered', () => {
    const { ledger, live, settings } = guarded(1, 1);
    const since = '2026-03-01T12:00:00Z';
    const { id } = ledger.resources['https-route/r0']!;
    const unsettled = { a: { action: 'delete', address: 'https-route/old', id, since } } as const;
    const about = { live, settings: { ...settings, ledger: undefined } };
    expect(guardLive({ ...about, ledger })).toBeDefined();
    expect(guardLive({ ...about, ledger: { ...ledger, unsettled } })).toBeUndefined();
  });

  test.each([
    [2, true],
    [3, false],
  ])('`--allow-missing %i`: refused is %s', (allowMissing, isRefused) => {
    expect(guard({}, { allowMissing }) !== undefined).toBe(isRefused);
  });

  test('the help names the flag that allows it, and one command for the objects', () => {
    expect(guard({})).toBe(
      'check the address and the credential of the API; if they really are gone: `--allow-missing 3`, or `edgewright ledger forget https-route/r0 https-route/r1 https-route/r2 --env production`',
    );
  });
});

describe('a ledger of a different workspace or API', () => {
  const { ledger, settings } = guarded(2, 0);
  const of = (lineage: string, apiOrigin: string): string | undefined =>
    guardLedger({
      ledger,
      settings: { ...settings, ledger: { store: 'file', lineage } },
      apiOrigin,
    })?.text;

  test('the same lineage and API', () => {
    expect(of(ledger.lineage, ledger.api)).toBeUndefined();
  });

  test('a different lineage', () => {
    expect(of('another', ledger.api)).toContain('another');
  });

  test('a different API', () => {
    expect(of(ledger.lineage, 'https://api.example.com')).toContain('https://api.example.com');
  });

  test('a different API, of a ledger that has nothing but a create without a response', () => {
    const create = { kind: 'endpoint', op: 'a', identity: {}, since: '2026-03-01T12:00:00Z' } as const;
    const bound = { ...ledger, resources: {}, orphans: {} };
    const at = (more: Partial<typeof ledger>): boolean =>
      guardLedger({
        ledger: { ...bound, ...more },
        settings: { ...settings, ledger: undefined },
        apiOrigin: 'https://api.example.com',
      }) !== undefined;
    expect(at({})).toBe(false);
    expect(at({ unknown: { 'endpoint/a': create } })).toBe(true);
    expect(at({ absent: { 'endpoint/a': create } })).toBe(true);
  });
});
