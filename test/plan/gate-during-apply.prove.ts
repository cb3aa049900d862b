/**
 * Random small worlds and plans, and every set of steps that an interrupted run may have done: no URL is then less
 * protected than both before and after the plan, unless the plan was refused. A matcher of this test decides which
 * object serves a URL; it shares no code with the planner, and a protection is a number.
 */
import type { Step } from '../../src/model/plan/step.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../property-seed.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { JsonObject, Spec } from '../../src/model/value.ts';
import { plan } from '../../src/plan/plan.ts';
import { groupsOf, waitsOf } from '../../src/apply/apply-order.ts';
import { baseInput, type PlanCase } from './plan-case.ts';

interface Route {
  readonly host: string;
  readonly path: string;
  readonly type: 'exact_path' | 'path_prefix';
  readonly level: Level;
}
/** Number of policies: each one more lets in fewer people. */
type Level = 0 | 1 | 2;
interface Endpoint {
  readonly url: string;
  readonly level: Level;
}
type Sides<Item> = Readonly<Record<string, { readonly was?: Item; readonly is?: Item }>>;

const hosts = ['x.io', 'y.io'];
const paths = ['/', '/a', '/a/', '/ab', '/a/b', '/b'];
const asked = ['/', '/a', '/a/', '/ab', '/a/b', '/a/bc', '/b', '/b/c'];
const urls = [
  'https://*.z.io',
  'https://a.z.io',
  'https://*.a.z.io',
  'tls://a.z.io:443',
  'https://b.a.z.io',
  'http://a.z.io',
];
const askedHosts = ['a.z.io', 'b.z.io', 'b.a.z.io', 'c.a.z.io'];

const level = fc.constantFrom<Level>(0, 1, 2);
const route = fc.record({
  host: fc.constantFrom('', '', 'x.io'),
  path: fc.constantFrom('', ...paths),
  type: fc.constantFrom('exact_path' as const, 'path_prefix' as const),
  level,
});
const endpoint = fc.record({ url: fc.constantFrom(...urls), level });

/** One to five names, each on either side or both; no two on one side have the same identity. */
function sides<Item>(item: fc.Arbitrary<Item>, identity: (item: Item) => string): fc.Arbitrary<Sides<Item>> {
  const pair = fc.record({
    was: fc.option(item, { nil: undefined }),
    is: fc.option(item, { nil: undefined }),
  });
  return fc.array(pair, { minLength: 1, maxLength: 5 }).map((pairs) => {
    const seen = { was: new Set<string>(), is: new Set<string>() };
    const once = (side: 'was' | 'is', one: Item | undefined): Item | undefined => {
      if (one === undefined || seen[side].has(identity(one))) return undefined;
      seen[side].add(identity(one));
      return one;
    };
    return Object.fromEntries(
      pairs.map(({ was, is }, index) => [
        `n${index}`,
        { ...optional('was', once('was', was)), ...optional('is', once('is', is)) },
      ]),
    );
  });
}

function optional(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

const routeSides = sides(
  route.filter(({ host, path }) => host + path !== ''),
  ({ host, path }) => host + path,
);
const endpointSides = sides(endpoint, ({ url }) => url);

function routeSpec({ host, path, type, level: at }: Route): JsonObject {
  return {
    edge_id: 'edghts_1',
    match_type: type,
    match: host + path,
    backend: { backend_id: 'bkdhr_1' },
    ...(at > 0 ? { ip_restriction: { ip_policy_ids: ['ipp_1'] } } : {}),
    ...(at > 1 ? { oidc: { issuer: 'https://login.example.com', client_id: 'a' } } : {}),
  };
}

function endpointSpec({ url, level: at }: Endpoint): JsonObject {
  const isRequests = url.startsWith('http');
  const first = isRequests
    ? { type: 'basic-auth', config: { credentials: ['ops:a-long-password'] } }
    : { type: 'restrict-ips', config: { allow: ['192.0.2.0/24'] } };
  const rules = [first, { type: 'deny' }].slice(0, at).map((action) => ({ actions: [action] }));
  const phase = isRequests ? 'on_http_request' : 'on_tcp_connect';
  return { url, ...(at === 0 ? {} : { traffic_policy: JSON.stringify({ [phase]: rules }) }) };
}

/** The part of an object that the matcher reads. */
interface Seen {
  readonly kind: string;
  readonly spec: Spec;
}

function levelOf({ spec }: Seen): number {
  const isOn = (name: string): boolean => {
    const module = spec[name] as Spec | undefined;
    return module !== undefined && module['enabled'] !== false;
  };
  if (isOn('ip_restriction') || isOn('oidc')) return Number(isOn('ip_restriction')) + Number(isOn('oidc'));
  const policy = textIn(spec, 'traffic_policy');
  return Number(/basic-auth|restrict-ips/.test(policy)) + Number(policy.includes('deny'));
}

function textIn(spec: Spec, name: string): string {
  const value = spec[name];
  return typeof value === 'string' ? value : '';
}

/** Protection of a URL: the number of policies in front of it, 9 if nothing serves it and so nobody reaches it. */
function protectionOf(all: readonly Seen[], question: Question): number {
  const found = all
    .map((one) => ({
      one,
      rank: 'path' in question ? routeRank(one, question) : endpointRank(one, question),
    }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => compareRanks(b.rank!, a.rank!));
  const best = found.filter(({ rank }) => compareRanks(rank!, found[0]!.rank!) === 0).map(({ one }) => one);
  const serving = best.filter((one) =>
    'path' in question ? isAnswering(one) : carriesScheme(one, question.scheme),
  );
  return serving.length === 0 ? 9 : Math.min(...serving.map(levelOf));
}

type Question =
  | { readonly host: string; readonly path: string }
  | { readonly name: string; readonly port: number; readonly scheme: string };
type Rank = readonly number[];

function compareRanks(a: Rank, b: Rank): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function isAnswering({ spec }: Seen): boolean {
  return (spec['backend'] as Spec)['enabled'] !== false;
}

/** Exact matches rank before prefixes, longer before shorter; of two equally long ones, the one with a host. */
function routeRank({ kind, spec }: Seen, { host, path }: { host: string; path: string }): Rank | undefined {
  if (kind !== 'https-route') return undefined;
  const match = textIn(spec, 'match');
  const slash = match.indexOf('/');
  const [own, rest] = slash === -1 ? [match, ''] : [match.slice(0, slash), match.slice(slash)];
  if (own !== '' && own !== host) return undefined;
  const isExact = spec['match_type'] === 'exact_path' && rest !== '';
  if (isExact ? path !== rest : !path.startsWith(rest)) return undefined;
  return [Number(isExact), match.length, own.length];
}

/** A name ranks before a wildcard, a longer wildcard before a shorter one. */
function endpointRank(
  { kind, spec }: Seen,
  { name, port }: { name: string; port: number },
): Rank | undefined {
  if (kind !== 'endpoint') return undefined;
  const { host, port: own } = placeOf(textIn(spec, 'url'));
  if (own !== port) return undefined;
  if (!host.startsWith('*.')) return host === name ? [1, host.length] : undefined;
  return name.endsWith(host.slice(1)) ? [0, host.length] : undefined;
}

function placeOf(url: string): { readonly scheme: string; readonly host: string; readonly port: number } {
  const [, scheme = '', host = '', port] = /^(\w+):\/\/([^:]+)(?::(\d+))?$/.exec(url) ?? [];
  return { scheme, host, port: port === undefined ? (scheme === 'http' ? 80 : 443) : Number(port) };
}

function carriesScheme({ spec }: Seen, scheme: string): boolean {
  const own = placeOf(textIn(spec, 'url')).scheme;
  return own === scheme || (own === 'tls' && scheme === 'https');
}

const questions: readonly Question[] = [
  ...[...hosts, 'other.io'].flatMap((host) => asked.map((path) => ({ host, path }))),
  ...askedHosts.flatMap((name) => [
    { name, port: 443, scheme: 'https' },
    { name, port: 443, scheme: 'tls' },
    { name, port: 80, scheme: 'http' },
  ]),
];

function inputOf<Item>(
  kind: string,
  all: Sides<Item>,
  specOf: (item: Item) => JsonObject,
): Pick<PlanCase, 'was' | 'desired'> {
  const named = Object.entries(all).map(([name, pair]) => [`${kind}/${name}`, pair] as const);
  return {
    was: Object.fromEntries(
      named.flatMap(([address, { was }]) => (was === undefined ? [] : [[address, specOf(was)]])),
    ),
    desired: Object.fromEntries(
      named.flatMap(([address, { was, is }]): readonly (readonly [string, JsonObject | null])[] => {
        if (is !== undefined) return [[address, cleared(was && specOf(was), specOf(is))]];
        return was === undefined ? [] : [[address, null]];
      }),
    ),
  };
}

/** `is` with null for each field that only `was` has, as a plan case removes a field. */
function cleared(was: JsonObject | undefined, is: JsonObject): JsonObject {
  const gone = Object.keys(was ?? {}).filter((name) => !(name in is));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...is };
}

type Objects = ReadonlyMap<string, Seen>;

function doneBy(objects: Objects, step: Step): Objects {
  const next = new Map(objects);
  if (step.action === 'delete') next.delete(step.address);
  else next.set(step.address, { kind: step.kind, spec: step.predicted! });
  return next;
}

/** The objects after each possible subset of steps; a step is in a subset only with all steps that it depends on. */
function* moments(objects: Objects, steps: readonly Step[]): Iterable<readonly [Objects, readonly Step[]]> {
  const bits = 2 ** steps.length;
  for (let set = 0; set < bits; set++) {
    const done = steps.filter((_, index) => Math.floor(set / 2 ** index) % 2 === 1);
    const addresses = new Set<string>(done.map(({ address }) => address));
    if (done.some(({ restsOn = [] }) => restsOn.some((each) => !addresses.has(each)))) continue;
    yield [done.reduce(doneBy, objects), done];
  }
}

function problemsOf(made: Plan, objects: Objects): readonly string[] {
  const deeds = made.steps.filter(({ requests }) => requests.length > 0);
  const after = deeds.reduce(doneBy, objects);
  const isExposed = made.refusals.some(({ gate }) => gate === 'exposure');
  if (isExposed) return [];
  return questions.flatMap((question) => {
    const [was, is] = [objects, after].map((side) => protectionOf([...side.values()], question));
    // Nothing served the URL before (9): lint reports newly served URLs, not the gate.
    if (was !== 9 && is! < was!) return [`${JSON.stringify(question)} ends at ${is}, was ${was}`];
    return [...moments(objects, deeds)].flatMap(([now, done]) => {
      const level = protectionOf([...now.values()], question);
      if (level >= Math.min(was!, is!)) return [];
      return [
        `${JSON.stringify(question)} is ${level}, was ${was}, ends at ${is}, after ${done.map(({ address }) => address).join()}`,
      ];
    });
  });
}

function objectsOf(was: PlanCase['was'] = {}): Objects {
  return new Map(
    Object.entries(was).map(([address, spec]) => [
      address,
      { kind: address.slice(0, address.indexOf('/')), spec },
    ]),
  );
}

const some = fc.record({
  routes: routeSides,
  endpoints: endpointSides,
  only: fc.subarray(['n0', 'n1', 'n2']),
  filters: fc.boolean(),
});
let refused = 0;
let stopped = 0;
let rested = 0;

test('no URL is ever less protected than both before and after, whatever fails', () => {
  fc.assert(
    fc.property(some, ({ routes, endpoints, only, filters }) => {
      const [one, other] = [
        inputOf('https-route', routes, routeSpec),
        inputOf('endpoint', endpoints, endpointSpec),
      ];
      const was = { ...one.was, ...other.was };
      const input = baseInput({
        name: 'a world',
        was,
        desired: { ...one.desired, ...other.desired },
        removed: Object.fromEntries(
          Object.keys(one.desired ?? {})
            .filter((address) => one.desired?.[address] === null)
            .map((address) => [address, 'retire' as const]),
        ),
        allow: { deletes: 99 },
        ...(filters && only.length > 0 ? { only: only.map((name) => `*/${name}`) } : {}),
        expect: '',
      });
      const made = plan(input);
      if (made.refusals.length > 0) refused++;
      if (made.steps.some(({ reason }) => reason.code.startsWith('rests-on'))) stopped++;
      if (made.steps.some(({ restsOn }) => restsOn !== undefined)) rested++;
      expect(problemsOf(made, objectsOf(was))).toEqual([]);
    }),
    { numRuns: 500 },
  );
  // The random worlds reach each behavior of the gate often enough.
  expect(Math.min(refused, stopped, rested)).toBeGreaterThan(5);
});

test('apply starts no step before those it depends on', () => {
  fc.assert(
    fc.property(routeSides, (routes) => {
      const { was = {}, desired = {} } = inputOf('https-route', routes, routeSpec);
      const { steps } = plan(baseInput({ name: 'a world', was, desired, expect: '' }));
      const groups = groupsOf(steps, waitsOf(steps));
      const place = new Map(groups.flatMap((group, index) => group.map((step) => [step, index] as const)));
      const deeds = new Map(
        steps.filter(({ requests }) => requests.length > 0).map((step) => [step.address, step]),
      );
      for (const step of deeds.values()) {
        for (const other of step.restsOn ?? []) {
          expect(place.get(deeds.get(other)!)).toBeLessThan(place.get(step)!);
          expect(steps.indexOf(deeds.get(other)!)).toBeLessThan(steps.indexOf(step));
        }
      }
      expect(groups.flat().length).toBe(steps.length);
    }),
    { numRuns: 300 },
  );
});
