/**
 * Changes as an attacker would hide them, and changes as a reviewer makes them every day, through the whole plan: what
 * is declared, live and recorded, to a refusal or none. A weaker one that passes is a hole; too many harmless ones that
 * are refused, and nobody reads refusals any more.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import type { Plan } from '../../src/model/plan.ts';
import { exposureText } from '../../src/report/plan/words/exposure.ts';
import { exitCodeOf } from '../../src/plan/finish/exit-code.ts';
import { plan } from '../../src/plan/plan.ts';
import { baseInput, type PlanCase } from './plan-case.ts';

/** `policy` is a traffic policy, as a mapping or as text, wherever a kind has it. */
interface Exposing {
  readonly why: string;
  readonly expect: 'weaker' | 'harmless';
  /** A route, if nothing is said. */
  readonly kind?: KindName;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** What the service filled in when `before` was sent. */
  readonly live?: Readonly<Record<string, JsonObject>>;
  /** Made by hand and taken over: we applied nothing so far. */
  readonly adopted?: true;
  /** The service answers stars for a traffic policy. */
  readonly masked?: true;
}

const folder = new URL('exposure/', import.meta.url);
const pairs = readdirSync(folder)
  .sort()
  .flatMap((file) =>
    (parse(readFileSync(new URL(file, folder), 'utf8'), { maxAliasCount: -1 }) as readonly Exposing[]).map(
      (pair) => ({ title: `${file}: ${pair.why}`, pair }),
    ),
  );

const bases: Readonly<Record<KindName, JsonObject>> = {
  endpoint: { url: 'https://www.example.com' },
  'https-route': {
    edge_id: 'edghts_1',
    match_type: 'path_prefix',
    match: '/',
    backend: { backend_id: 'bkdhr_1' },
  },
  'tls-edge': { hostports: ['a.example.com:443'], backend: { backend_id: 'bkdhr_1' } },
};

function specOf(kind: KindName, { policy, ...rest }: JsonObject): JsonObject {
  if (policy === undefined) return { ...bases[kind], ...rest };
  const text = typeof policy === 'string' ? policy : JSON.stringify(policy);
  return { ...bases[kind], ...rest, traffic_policy: kind === 'endpoint' ? text : { value: text } };
}

function liveOf(pair: Exposing, was: JsonObject): JsonObject {
  const filled = Object.entries(pair.live ?? {}).map(([name, more]): [string, JsonObject] => [
    name,
    deepMerged(was[name] as JsonObject, more),
  ]);
  const mask = was['traffic_policy'] instanceof Object ? { value: '***' } : '***';
  return { ...Object.fromEntries(filled), ...(pair.masked === true ? { traffic_policy: mask } : {}) };
}

function deepMerged(below: JsonObject, above: JsonObject): JsonObject {
  const isObject = (value: unknown): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(above).map(([key, value]): [string, Json] => {
    const old = below[key];
    return [key, isObject(value) && isObject(old) ? deepMerged(old, value) : value];
  });
  return { ...below, ...Object.fromEntries(entries) };
}

function planOf(pair: Exposing): { readonly made: Plan; readonly address: string } {
  const { kind = 'https-route', adopted } = pair;
  const address = `${kind}/one`;
  const [was, is] = [specOf(kind, pair.before), specOf(kind, pair.after)];
  const gone = Object.fromEntries(Object.keys(was).map((name) => [name, null]));
  const live = { [address]: kind === 'tls-edge' ? { ...gone, ...is } : liveOf(pair, was) };
  const one: PlanCase = {
    name: pair.why,
    was: { [address]: was },
    // The API cannot change a TLS edge: somebody did it in the dashboard.
    ...(kind === 'tls-edge' ? {} : { desired: { [address]: { ...gone, ...is } } }),
    live,
    ...(kind === 'tls-edge' ? {} : { observed: live }),
    ...(adopted === true ? { applied: { [address]: null } } : {}),
    secrets: {
      OIDC: 's-oidc-1',
      OIDC_2: 's-oidc-2',
      HOOK: 's-hook',
      EVE: 's-eve',
      OAUTH: 's-oauth',
      ANN: 's-ann',
      UPSTREAM: 's-up-1',
      UPSTREAM_2: 's-up-2',
    },
    expect: '',
  };
  return { made: plan(baseInput(one)), address };
}

/** Refused until somebody approves it; of what only a dashboard can do, said of the change. */
function isWeaker({ made, address }: ReturnType<typeof planOf>): boolean {
  if (address.startsWith('tls-edge')) return made.steps.some(({ weakened }) => weakened !== undefined);
  const isRefused = made.refusals.some(
    ({ gate, addresses }) => gate === 'exposure' && addresses.includes(address as never),
  );
  expect(exitCodeOf(made, { isDetailed: false })).toBe(isRefused ? 6 : 0);
  return isRefused;
}

const judged = pairs.map(({ title, pair }) => ({ title, pair, found: planOf(pair) }));

test('no change is missed, and at most three harmless ones are refused', () => {
  const all = {
    weaker: judged.filter(({ pair }) => pair.expect === 'weaker'),
    harmless: judged.filter(({ pair }) => pair.expect === 'harmless'),
  };
  expect(all.weaker.length + all.harmless.length).toBe(pairs.length);
  expect(all.weaker.length).toBeGreaterThanOrEqual(150);
  expect(all.harmless.length).toBeGreaterThanOrEqual(100);
  const missed = all.weaker.filter(({ found }) => !isWeaker(found)).map(({ title }) => title);
  const alarms = all.harmless
    .filter(({ found }) => isWeaker(found))
    .map(
      ({ title, found }) =>
        `${title}: ${found.made.steps.flatMap(({ exposure }) => (exposure?.reasons ?? []).map(exposureText)).join('; ')}`,
    );
  process.stdout.write(
    `exposure: ${all.weaker.length} weaker, ${missed.length} missed; ${all.harmless.length} harmless, ${alarms.length} false alarms\n`,
  );
  expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
});

test('what is compared is really sent, but for what means the same', () => {
  const kept = judged.filter(({ found }) => found.made.steps.every(({ action }) => action === 'keep'));
  const blocked = judged.filter(({ found }) => found.made.steps.some(({ action }) => action === 'blocked'));
  expect(blocked.map(({ title }) => title)).toEqual([]);
  expect(kept.filter(({ pair }) => pair.expect === 'weaker').map(({ title }) => title)).toEqual([]);
  expect(kept.length).toBeLessThan(pairs.length / 20);
});

test('each pair says why, once', () => {
  const all = pairs.map(({ pair }) => pair.why);
  expect(all.filter((why, at) => all.indexOf(why) !== at)).toEqual([]);
});
