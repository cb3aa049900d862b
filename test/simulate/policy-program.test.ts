import { expect, test } from 'vitest';
import { actionsIn } from '../../src/derive/policy/policy-actions.ts';
import { programOf } from '../../src/simulate/policy-program.ts';

const guard = { type: 'deny' };
const policies = {
  'on it': [{ actions: [guard] }],
  'at its rule': [{ enabled: false, actions: [guard] }],
  'at the action': [{ actions: [{ ...guard, disabled: true }] }],
  'in its configuration': [{ actions: [{ ...guard, config: { enabled: false } }] }],
};

test.each(Object.entries(policies))('what is off for the plan is off for a request: %s', (_, rules) => {
  const spec = { url: 'https://a.example.com', traffic_policy: JSON.stringify({ on_http_request: rules }) };
  const run = programOf(spec)?.on_http_request?.flatMap(({ actions }) => actions) ?? [];
  expect(run.map(({ type }) => type)).toEqual(actionsIn(spec).map(({ type }) => type));
});

test('a guard that is on runs', () => {
  const spec = {
    url: 'https://a.example.com',
    traffic_policy: JSON.stringify({ on_http_request: policies['on it'] }),
  };
  expect(programOf(spec)?.on_http_request?.[0]?.actions).toHaveLength(1);
});
