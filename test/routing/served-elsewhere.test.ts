import { expect, test } from 'vitest';
import { servedElsewhere } from '../../src/routing/served-elsewhere.ts';
import { planTopology } from '../../src/routing/graph/plan-topology.ts';
import type { RuleSetting } from '../../src/model/workspace/settings.ts';
import { planOf, stepOf } from '../report/made-plan.ts';

const rules = (served: readonly string[]): ReadonlyMap<string, RuleSetting> =>
  new Map([['forward-internal-unserved', { options: { served } }]]);

test.each([
  ['https://api.internal', true],
  ['https://API.internal/', true],
  ['https://a.b.internal', true],
  ['tcp://replica.internal:5432', true],
  ['tcp://replica.internal:5433', false],
  ['https://team.agents.example', true],
  ['https://api.internal.evil.example', false],
  ['http://api.internal', false],
] as const)('%s is served elsewhere: %s', (url, expected) => {
  const isElsewhere = servedElsewhere({
    rules: rules(['https://*.internal', 'tcp://replica.internal:5432']),
    overrides: [{ addresses: ['endpoint/team'], rules: rules(['https://team.agents.example']) }],
  });
  expect(isElsewhere(url)).toBe(expected);
});

test('without a list, nothing is', () => {
  const isElsewhere = servedElsewhere({ rules: new Map(), overrides: [] });
  expect(isElsewhere('https://api.internal')).toBe(false);
});

test('the drawing of a plan tells what is served elsewhere from what is missing', () => {
  const forward = (url: string): string =>
    `on_http_request: [{ actions: [{ type: forward-internal, config: { url: ${url} } }] }]`;
  const step = stepOf('endpoint/www', 'create', {
    predicted: {
      url: 'https://www.example.com',
      traffic_policy: forward('https://agent.internal'),
    },
  });
  const other = stepOf('endpoint/slip', 'create', {
    predicted: { url: 'https://slip.example.com', traffic_policy: forward('https://agnet.example') },
  });
  const { nodes } = planTopology({
    plan: planOf([step, other]),
    desired: [],
    live: { known: new Map(), listed: [], orphans: new Map() },
    ids: new Map(),
    isElsewhere: servedElsewhere({ rules: rules(['https://*.internal']), overrides: [] }),
  });
  const targets = nodes.filter(({ address }) => address === undefined);
  expect(targets.map(({ title, isDangling, isElsewhere }) => [title, isDangling, isElsewhere])).toEqual([
    ['https://agent.internal', false, true],
    ['https://agnet.example', true, undefined],
  ]);
});
