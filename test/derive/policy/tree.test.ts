/**
 * What the parts of a policy tree are: its strings with their settings, its actions in order, its switches, its layout.
 */
import { describe, expect, test } from 'vitest';
import { actionTexts } from '../../../src/derive/policy/action-texts.ts';
import { actionsIn } from '../../../src/derive/policy/policy-actions.ts';
import { isOff } from '../../../src/derive/policy/policy-switches.ts';
import { layOutPolicy } from '../../../src/derive/policy/traffic-policy-layout.ts';

test('the strings of actions have their settings, all others none', () => {
  const tree = {
    note: 'for people',
    on_http_request: [
      {
        actions: [
          { type: 'add-headers', config: { headers: { 'x-a': 'one' }, more: 'two' } },
          { type: 'custom-response', config: 'three' },
        ],
      },
    ],
  };
  const found = [...actionTexts(tree)].map(({ text, path, setting, map }) => {
    return [path.join('.'), text, setting?.type, map?.type].filter((one) => one !== undefined).join(' ');
  });
  expect(found).toEqual([
    'note for people',
    'on_http_request.0.actions.0.type add-headers',
    'on_http_request.0.actions.0.config.headers.x-a one string map',
    'on_http_request.0.actions.0.config.more two',
    'on_http_request.0.actions.1.type custom-response',
    'on_http_request.0.actions.1.config three',
  ]);
});

test('actions are in the order in which they apply to a request', () => {
  const rule = (type: string): object => ({ actions: [{ type }] });
  const traffic_policy = JSON.stringify({
    on_http_response: [rule('remove-headers')],
    on_http_request: [rule('deny'), rule('log')],
    on_tcp_connect: [rule('restrict-ips')],
  });
  expect(actionsIn({ traffic_policy }).map(({ type }) => type)).toEqual([
    'restrict-ips',
    'deny',
    'log',
    'remove-headers',
  ]);
});

describe('a part is off', () => {
  test.each([{ enabled: false }, { active: 'no' }, { disabled: true }, { skip: 'on' }])(
    'with %j',
    (switches) => {
      expect(isOff(switches)).toBe(true);
    },
  );

  test.each([{}, { enabled: true }, { disabled: false }, { mode: 'off' }])('and not with %j', (switches) => {
    expect(isOff(switches)).toBe(false);
  });
});

test('the layout has the keys of policies in the order of the docs, and others by name', () => {
  const rule = {
    actions: [{ config: { b: 1, a: 2 }, type: 'deny' }],
    note: 'x',
    expressions: ['true'],
    name: 'all',
  };
  expect(layOutPolicy(JSON.stringify({ other: 1, on_http_response: [], on_http_request: [rule] }))).toBe(
    `on_http_request:
  - name: all
    expressions:
      - "true"
    actions:
      - type: deny
        config:
          a: 2
          b: 1
    note: x
on_http_response: []
other: 1
`,
  );
});
