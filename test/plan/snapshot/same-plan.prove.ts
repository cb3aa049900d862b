import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { kindNames } from '../../../src/kinds/index.ts';
import type { KindName } from '../../../src/kinds/kind.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import { planExitCode } from '../../../src/plan/finish/exit-code.ts';
import type { PlanInput } from '../../../src/plan/input.ts';
import { plan } from '../../../src/plan/plan.ts';
import { arbitrarySpec, mutateSpec } from '../../arbitraries/spec.ts';
import { vocabulary } from '../../arbitraries/workspace.ts';
import { baseInput, planCases, type PlanCase } from '../plan-case.ts';
import { inputOf } from '../with-hashes.ts';
import { throughSnapshot } from './through-snapshot.ts';
import { runs } from '../../runs.ts';

/** A fork has no credentials: no secret resolves, and there is no key. */
function blind({ fingerprint: _none, ...input }: PlanInput): PlanInput {
  return { ...input, secrets: () => undefined };
}

/** By address: those that are refused come last, and a plan by a snapshot may refuse more. */
function stepsOf({ steps }: Plan): unknown {
  return steps
    .map(({ action, address, hash }) => ({ action, address, hash }))
    .toSorted((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
}

/** The same steps and change ids, and at least what the plan by the API refuses and waits for. */
function expectNoLess(bySnapshot: Plan, byApi: Plan): void {
  expect(stepsOf(bySnapshot)).toEqual(stepsOf(byApi));
  const waits = ({ steps }: Plan): string[] =>
    steps.flatMap(({ address, restsOn = [] }) => restsOn.map((other) => `${address} for ${other}`));
  expect(waits(bySnapshot)).toEqual(expect.arrayContaining(waits(byApi)));
  const exposed = ({ steps }: Plan): string[] =>
    steps.flatMap(({ exposure }) => (exposure?.isAllowed === false ? [exposure.change] : []));
  expect(exposed(bySnapshot)).toEqual(expect.arrayContaining(exposed(byApi)));
  const gates = ({ refusals }: Plan): string[] => refusals.map(({ gate }) => gate);
  expect(gates(bySnapshot)).toEqual(expect.arrayContaining(gates(byApi)));
  if (planExitCode(byApi, { isDetailed: false }) === 6)
    expect(planExitCode(bySnapshot, { isDetailed: false })).toBe(6);
}

/** The snapshot is taken where the files are those of the plan, those of our last write, or of nobody. */
function compare(input: PlanInput, before: PlanInput['desired']): void {
  const byApi = plan(input);
  for (const there of [input.desired, before, []])
    expectNoLess(plan(throughSnapshot(input, there).input), byApi);
}

function beforeOf(one: PlanCase): PlanInput['desired'] {
  const { desired: _desired, ...was } = one;
  return baseInput(was).desired;
}

describe('a plan by a snapshot has the steps of one by the API, their change ids, and refuses no less', () => {
  const cases = planCases().map(([file, one]) => [file, one.name, one] as const);
  it.each(cases)('%s: %s', (_file, _name, one) => compare(blind(inputOf(one)), beforeOf(one)));
});

describe('text around a secret that was never applied', () => {
  const header = (authorization: string): NonNullable<PlanCase['was']> => ({
    'https-route/docs': {
      ...{ edge_id: 'edghts_1', match_type: 'path_prefix', match: '/docs' },
      request_headers: { add: { authorization } },
    },
  });
  const adopted = (written: string, answered: string): PlanInput =>
    blind(
      baseInput({
        ...{ name: '', expect: '', was: header(written), applied: { 'https-route/docs': null } },
        ...{ live: header(answered), observed: header(answered) },
      }),
    );
  const basic = 'Basic $(secret:UPSTREAM)';
  const bearer = 'Bearer $(secret:UPSTREAM)';
  it.each([
    ['is as it was compared with', bearer, 'Bearer correct-horse', bearer, 'keep'],
    ['is another than what it was compared with', bearer, 'Basic correct-horse', bearer, 'update'],
    ['was compared with something else', bearer, 'Basic correct-horse', basic, 'update'],
    ['is nothing', '$(secret:UPSTREAM)', 'Basic correct-horse', bearer, 'keep'],
    ['is hidden', bearer, '***', basic, 'keep'],
    ['is hidden in part', bearer, 'Basic ***', bearer, 'update'],
  ])('%s', (_name, written, answered, writtenThere, action) => {
    const input = adopted(written, answered);
    const byApi = plan(input);
    const there = adopted(writtenThere, answered).desired;
    const bySnapshot = plan(throughSnapshot(input, there).input);
    expect(stepsOf(bySnapshot)).toMatchObject([{ action }]);
    expectNoLess(bySnapshot, byApi);
  });
  it('shows a change where the snapshot cannot tell', () => {
    const input = adopted(bearer, 'Bearer correct-horse');
    const { input: seen, text } = throughSnapshot(input, adopted(basic, 'Bearer correct-horse').desired);
    expect(stepsOf(plan(seen))).toMatchObject([{ action: 'update' }]);
    expect(text).not.toContain('correct-horse');
  });
});

const texts = { ...vocabulary, policies: 'text' } as const;
const echoes = ['clear', 'masked', 'empty', 'absent', 'null'] as const;

/** A secret as services were seen to answer it. */
function echoed(spec: JsonObject, echo: (typeof echoes)[number]): JsonObject {
  const text = JSON.stringify(spec, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('$(secret:')) return value;
    return { clear: 'the-value-of-it', masked: '***', empty: '', absent: undefined, null: null }[echo];
  });
  return JSON.parse(text) as JsonObject;
}

describe.each(kindNames)('over random worlds of %s', (kind: KindName) => {
  test('too', () => {
    const world = arbitrarySpec(kind, texts).chain((was) =>
      fc.record({
        was: fc.constant(was),
        desired: mutateSpec(kind, was, texts).map(({ spec }) => spec),
        live: fc.option(
          mutateSpec(kind, was, texts).map(({ spec }) => spec),
          { nil: undefined },
        ),
        echo: fc.constantFrom(...echoes),
        isRemoved: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(world, ({ was, desired, live, echo, isRemoved }) => {
        const address = `${kind}/one`;
        const one = {
          name: '',
          expect: '',
          was: { [address]: was },
          desired: { [address]: isRemoved ? null : withNulls(desired, was) },
          live: { [address]: withNulls(echoed(live ?? was, echo), was) },
          observed: { [address]: withNulls(echoed(was, echo), was) },
        } as PlanCase;
        compare(blind(baseInput(one)), beforeOf(one));
      }),
      { numRuns: runs(150) },
    );
  });
});

/** Policies that forward, by what tells them apart; the last is no forward. */
const forwards = [
  { url: 'https://zz.internal' },
  { url: 'https://zz.internal:443', on_error: 'continue' },
  { url: 'https://aa.internal' },
  { url: 'https://aa.internal', on_error: 'continue' },
  { url: 'https://nowhere.internal' },
  undefined,
] as const;

function forwarding(config: (typeof forwards)[number], header?: string): string {
  const headers = { type: 'add-headers', config: { headers: { 'x-key': header ?? '' } } };
  const last =
    config === undefined
      ? { type: 'custom-response', config: { status_code: 200 } }
      : { type: 'forward-internal', config };
  return JSON.stringify({
    on_http_request: [{ actions: [...(header === undefined ? [] : [headers]), last] }],
  });
}

test('over random worlds of an endpoint or a route that forwards, and of endpoints that it may reach', () => {
  const world = fc.record({
    ...{ was: fc.constantFrom(...forwards), desired: fc.constantFrom(...forwards) },
    ...{ live: fc.constantFrom(...forwards), from: fc.constantFrom('endpoint', 'https-route') },
    ...{ hasSecret: fc.boolean(), isOff: fc.boolean(), drift: fc.constantFrom('report', 'revert') },
    zz: fc.constantFrom('stays', 'goes', 'comes', 'moves'),
    pattern: fc.constantFrom('stays', 'goes', 'comes', 'absent'),
  });
  // Of a policy with a secret, the snapshot names no URL: a plan from it may wait for the endpoint of a pattern.
  const known = world.filter(({ hasSecret, pattern }) => !hasSecret || pattern === 'absent');
  fc.assert(
    fc.property(known, ({ was, desired, live, from, hasSecret, isOff, drift, zz, pattern }) => {
      const address = `${from}/public`;
      const key = hasSecret ? '$(secret:KEY)' : undefined;
      const specOf = (config: (typeof forwards)[number], header = key, isOn = true): JsonObject =>
        from === 'endpoint'
          ? { url: 'https://www.example.com', traffic_policy: forwarding(config, header) }
          : {
              ...{ edge_id: 'edghts_1', match_type: 'path_prefix', match: '/docs' },
              traffic_policy: { enabled: isOn, value: forwarding(config, header) },
            };
      const internal = (host: string): JsonObject => ({ url: `https://${host}`, bindings: ['internal'] });
      const [inner, all] = [internal('zz.internal'), internal('*.internal')];
      const there = (fate: string, spec: JsonObject): JsonObject =>
        fate === 'comes' || fate === 'absent' ? {} : spec;
      const one = {
        ...{ name: '', expect: '', drift, allow: { deletes: 2 }, secrets: { KEY: 'of-ours' } },
        was: {
          [address]: specOf(was),
          ...there(zz, { 'endpoint/zz': inner }),
          ...there(pattern, { 'endpoint/all': all }),
        },
        desired: {
          [address]: specOf(desired),
          'endpoint/zz': zz === 'goes' ? null : zz === 'moves' ? internal('aa.internal') : inner,
          ...(pattern === 'absent' ? {} : { 'endpoint/all': pattern === 'goes' ? null : all }),
        },
        live: { [address]: specOf(live, hasSecret ? 'of-ours' : undefined, !isOff) },
      } as PlanCase;
      compare(blind(baseInput(one)), beforeOf(one));
    }),
    { numRuns: runs(600) },
  );
});

/** A case names what is another than in `was`. */
function withNulls(spec: JsonObject, was: JsonObject): JsonObject {
  const gone = Object.keys(was).filter((name) => !(name in spec));
  return { ...spec, ...Object.fromEntries(gone.map((name) => [name, null])) };
}
