import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { plan } from '../../src/plan/plan.ts';
import { baseInput, type PlanCase } from './plan-case.ts';

/** One case of `test/plan/exposure`. `policy` in a side is a traffic policy, as a mapping or as a string. */
export interface Exposing {
  readonly why: string;
  readonly expect: 'weaker' | 'harmless';
  /** Default: `https-route`. */
  readonly kind?: KindName;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Values that the service filled in when `before` was sent. */
  readonly live?: Readonly<Record<string, JsonObject>>;
  /** The object was made by hand and adopted: nothing was applied to it yet. */
  readonly adopted?: true;
  /** The service returns `***` for a traffic policy. */
  readonly masked?: true;
}

const folder = new URL('exposure/', import.meta.url);
/** All pairs of `test/plan/exposure`, with their file and expected judgement. */
export const exposurePairs = readdirSync(folder)
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

/** The plan that changes `before` into `after`, and the address of its one resource. */
export function planOfPair(pair: Exposing): { readonly made: Plan; readonly address: string } {
  const { kind = 'https-route', adopted } = pair;
  const address = `${kind}/one`;
  const [was, is] = [specOf(kind, pair.before), specOf(kind, pair.after)];
  const gone = Object.fromEntries(Object.keys(was).map((name) => [name, null]));
  const live = { [address]: kind === 'tls-edge' ? { ...gone, ...is } : liveOf(pair, was) };
  const one: PlanCase = {
    name: pair.why,
    was: { [address]: was },
    // The API cannot update a TLS edge, so its change is an outside one.
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
