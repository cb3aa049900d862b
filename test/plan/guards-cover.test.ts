/**
 * Guards of two policies against an oracle that shares no code with the planner: conditions are drawn with their truth
 * for each of a few requests. What is compared as "keeps out no less" must keep out each request that the old policy
 * did.
 */
import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { ipRange, isWithin } from '../../src/text/ip-ranges.ts';
import { openings } from '../../src/plan/exposure/openings.ts';
import type { Spec } from '../../src/model/value.ts';
import { runs } from '../runs.ts';

interface Request {
  readonly path: string;
  readonly method: string;
  readonly size: number;
  readonly isBot: boolean;
}

interface Drawn {
  readonly text: string;
  readonly holds: (request: Request) => boolean;
}

const paths = ['/a', '/a/b', '/a/b/c', '/c', '/b'];
const methods = ['GET', 'POST', 'PUT'];
const requests: readonly Request[] = paths.flatMap((path) =>
  methods.flatMap((method) =>
    [1, 2, 3].flatMap((size) => [true, false].map((isBot) => ({ path, method, size, isBot }))),
  ),
);

const claims: readonly Drawn[] = [
  ...paths.flatMap((one): readonly Drawn[] => [
    { text: `req.url.path.startsWith('${one}')`, holds: ({ path }) => path.startsWith(one) },
    { text: `req.url.path.endsWith('${one}')`, holds: ({ path }) => path.endsWith(one) },
    { text: `req.url.path.contains('${one}')`, holds: ({ path }) => path.includes(one) },
    { text: `req.url.path == '${one}'`, holds: ({ path }) => path === one },
    { text: `req.url.path != '${one}'`, holds: ({ path }) => path !== one },
  ]),
  { text: `req.method in ['GET', 'POST']`, holds: ({ method }) => method !== 'PUT' },
  { text: `req.method in ['POST']`, holds: ({ method }) => method === 'POST' },
  { text: `req.method == 'POST'`, holds: ({ method }) => method === 'POST' },
  ...[1, 2].flatMap((bound): readonly Drawn[] => [
    { text: `req.content_length > ${bound}`, holds: ({ size }) => size > bound },
    { text: `req.content_length >= ${bound}`, holds: ({ size }) => size >= bound },
    { text: `req.content_length < ${bound}`, holds: ({ size }) => size < bound },
  ]),
  { text: "hasReqHeader('x-bot')", holds: ({ isBot }) => isBot },
  { text: 'true', holds: () => true },
  { text: 'false', holds: () => false },
];

const condition: Arbitrary<Drawn> = fc.letrec<{ one: Drawn }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: fc.constantFrom(...claims) },
    tie('one').map(({ text, holds }) => ({
      text: `!(${text})`,
      holds: (request: Request) => !holds(request),
    })),
    fc.tuple(tie('one'), tie('one')).map(([a, b]) => ({
      text: `(${a.text} && ${b.text})`,
      holds: (request: Request) => a.holds(request) && b.holds(request),
    })),
    fc.tuple(tie('one'), tie('one')).map(([a, b]) => ({
      text: `(${a.text} || ${b.text})`,
      holds: (request: Request) => a.holds(request) || b.holds(request),
    })),
  ),
})).one;

const rule = fc.array(condition, { maxLength: 3 });
const rules = fc.array(rule, { minLength: 1, maxLength: 5 });

function policy(drawn: readonly (readonly Drawn[])[]): Spec {
  const denials = drawn.map((all) => ({
    expressions: all.map(({ text }) => text),
    actions: [{ type: 'deny' }],
  }));
  const app = { actions: [{ type: 'forward-internal', config: { url: 'https://app.internal' } }] };
  return {
    url: 'https://app.example.com',
    traffic_policy: JSON.stringify({ on_http_request: [...denials, app] }),
  };
}

function isOpened(before: readonly (readonly Drawn[])[], after: readonly (readonly Drawn[])[]): boolean {
  const { found, isComplete } = openings({ kind: 'endpoint', before: policy(before), after: policy(after) });
  return !isComplete || found.length > 0;
}

function denies(drawn: readonly (readonly Drawn[])[], request: Request): boolean {
  return drawn.some((all) => all.every(({ holds }) => holds(request)));
}

test('guards that are compared as no weaker keep out all that was kept out', () => {
  let covered = 0;
  fc.assert(
    fc.property(rules, rules, fc.boolean(), (before, drawn, isRelated) => {
      // Related policies: each rule with fewer expressions, in another order.
      const after = isRelated ? [...before.map((all) => all.slice(1)).toReversed(), ...drawn] : drawn;
      if (isOpened(before, after)) return;
      covered += 1;
      expect(requests.filter((one) => denies(before, one) && !denies(after, one))).toEqual([]);
    }),
    { numRuns: runs(4000) },
  );
  expect(covered).toBeGreaterThan(runs(4000) / 4);
});

test('rules that stay are found again among others, in any order', () => {
  fc.assert(
    fc.property(rules, rules, (before, more) => {
      const after = [...more, ...before.map((all) => all.toReversed())].toReversed();
      expect(isOpened(before, after)).toBe(false);
    }),
    { numRuns: runs(1000) },
  );
});

test('networks are within others if each of their addresses is', () => {
  const network = fc
    .tuple(fc.integer({ min: 0, max: 31 }), fc.integer({ min: 27, max: 32 }))
    .map(([last, length]) => `10.0.0.${last}/${length}`);
  const networks = fc.array(network, { maxLength: 6 });
  const addressesOf = (all: readonly string[]): readonly number[] =>
    all.flatMap((text) => {
      const [address = '', length = '32'] = text.split('/');
      const size = 2 ** (32 - Number(length));
      const start = Math.floor(Number(address.split('.')[3]) / size) * size;
      return Array.from({ length: size }, (_, at) => start + at);
    });
  fc.assert(
    fc.property(networks, networks, (inner, outer) => {
      const ranges = (all: readonly string[]) => all.map(ipRange).filter((one) => one !== undefined);
      const known = new Set(addressesOf(outer));
      expect(isWithin(ranges(inner), ranges(outer))).toBe(addressesOf(inner).every((one) => known.has(one)));
    }),
    { numRuns: 2000 },
  );
});
