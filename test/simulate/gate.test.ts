/**
 * The gate and the engine are two models of who may pass. What the gate calls protected by modules must not end at a
 * backend without a fact that the protection asks for: with none given, no such request is certainly served.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Spec } from '../../src/model/value.ts';
import { edgesOf } from '../../src/routing/edges.ts';
import { moduleProtection } from '../../src/routing/protecting-modules.ts';
import { openSide } from '../../src/routing/traffic/side-index.ts';
import { openSimulator } from '../../src/simulate/simulate.ts';
import { runs } from '../runs.ts';

const enabled = fc.option(fc.boolean(), { nil: undefined });
const module = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  fc.option(fc.record({ enabled, ...fields }), { nil: undefined });

const routes = fc.record({
  edge_id: fc.constant('edge'),
  match_type: fc.constantFrom('exact_path', 'path_prefix'),
  match: fc.constantFrom('/', '/a', '/a/b'),
  backend: fc.constant({ backend_id: 'backend' }),
  ip_restriction: module({ ip_policy_ids: fc.constant(['ipp_1']) }),
  oauth: module({ provider: fc.constant({ google: { email_domains: ['example.com'] } }) }),
  oidc: module({ issuer: fc.constant('https://login.example.com') }),
  saml: module({ idp_metadata: fc.constant('<x/>') }),
  webhook_verification: module({ provider: fc.constant('github') }),
  compression: module({}),
});

test('a protected route is not certainly served to everybody', () => {
  let protectedRoutes = 0;
  fc.assert(
    fc.property(
      fc.array(routes, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('/', '/a', '/a/b'),
      (specs, path) => {
        const servers = specs.map((spec, index) => ({
          address: `https-route/r${index}` as const,
          kind: 'https-route' as const,
          spec: JSON.parse(JSON.stringify(spec)) as Spec,
        }));
        const side = openSide({ servers, edges: edgesOf([], []) });
        const facts = {
          method: 'GET',
          url: `https-edge/edge${path}`,
          headers: new Map(),
          from: {},
          given: {},
        };
        const outcomes = [...openSimulator({ side, nameOf: (id) => id }).outcomes(facts)];
        const served = outcomes.filter(({ backend }) => backend !== undefined);
        for (const { servedBy, events } of served) {
          const holder = servers.find(({ address }) => address === servedBy);
          if (holder === undefined || moduleProtection(holder).length === 0) continue;
          protectedRoutes++;
          // Only on the assumption of a fact.
          expect(events.some((event) => event.code === 'undecided' && event.assumed)).toBe(true);
        }
      },
    ),
    { numRuns: runs(4000) },
  );
  expect(protectedRoutes).toBeGreaterThan(0);
});
