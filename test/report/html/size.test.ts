import type { Step } from '../../../src/model/plan/step.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack } from '../../../src/report/page/pack.ts';
import { unpacker } from '../../../src/report/page/unpack.ts';
import type { Json } from '../../../src/model/value.ts';
import { bigPlan, changeOf, planOf, stepOf } from '../made-plan.ts';
import { pageOf } from './page-of.ts';
import { runs } from '../../runs.ts';

const mebibyte = 1024 * 1024;

/** A new route with all that a route of a careful team has. */
function newRoute(index: number): Step {
  const file = `resources/storefront/team-${index % 40}/route-${index}.yaml`;
  const body = {
    match_type: 'path_prefix',
    match: `/area-${index % 40}/route-${index}`,
    description: `The route number ${index}, for the people of team ${index % 40}`,
    metadata: `{"owner":"team-${index % 40}","cost":${index}}`,
    backend: { backend_id: `bkdhr_2aPzShopBackend${index % 25}` },
    ip_restriction: { ip_policy_ids: [`ipp_2aPzOffice${index % 7}`, 'ipp_2aPzEverywhere'] },
    circuit_breaker: { tripped_duration: 20 + (index % 5), error_threshold_percentage: 0.2 },
    response_headers: {
      add: { 'strict-transport-security': 'max-age=31536000', 'x-route': `route-${index}` },
    },
    oidc: {
      issuer: 'https://login.example.com',
      client_id: 'shop',
      client_secret: '$(secret:SHOP_OIDC)',
      scopes: ['openid'],
    },
  };
  const values: Readonly<Record<string, Json>> = { edge_id: 'edghts_2aPzProductionShopEdge0001', ...body };
  return stepOf(`https-route/team-${index % 40}-route-${index}`, 'create', {
    reason: { code: 'not-live' },
    labels: { team: `team-${index % 40}`, tier: index % 2 === 0 ? 'gold' : 'silver' },
    origin: { file, line: 4, column: 7 },
    changes: Object.entries(values).map(([path, after], line) =>
      changeOf(path, { after }, { origin: { file, line: line + 5, column: 9 } }),
    ),
    requests: [
      {
        operation: {} as never,
        method: 'POST',
        path: '/edges/https/edghts_2aPzProductionShopEdge0001/routes',
        body,
      },
    ],
  });
}

test('a thousand updates, or a thousand new routes with all their modules, are a page of less than 1 MiB', () => {
  const steps = Array.from({ length: 1000 }, (_, index) => newRoute(index));
  const sourceUrl =
    'https://git.example.com/acme/edges/blob/1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d/{path}#L{line}';
  const sizes = [bigPlan(1000), planOf(steps)].map((plan) =>
    Buffer.byteLength(pageOf([{ plan }], sourceUrl)),
  );
  expect(Math.max(...sizes), sizes.join(' ')).toBeLessThan(mebibyte);
});

test('the same plan is the same page', () => {
  expect(pageOf([{ plan: bigPlan(60) }])).toBe(pageOf([{ plan: bigPlan(60) }]));
});

function unpack(packed: ReturnType<typeof pack>): Json {
  return unpacker(packed).value(packed.root);
}

test('packed text is unpacked unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(unpack(JSON.parse(JSON.stringify(pack(json))) as ReturnType<typeof pack>)).toEqual(json);
      const twice: Json = [json, { a: json, b: [json, 1, 1, '1', '1111', '1111'] }];
      expect(unpack(pack(twice))).toEqual(twice);
    }),
    { numRuns: runs(500) },
  );
});
