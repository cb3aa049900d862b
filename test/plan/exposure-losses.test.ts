/** Losses of modules one by one, and the words of conditions and of secrets. */
import { expect, test } from 'vitest';
import type { Spec } from '../../src/model/value.ts';
import { lessProtected } from '../../src/plan/exposure/less-protected.ts';
import { openingFact } from '../../src/plan/exposure/opening-fact.ts';
import type { Opening } from '../../src/plan/exposure/openings.ts';
import { conditionsOf } from '../../src/plan/exposure/shown-request.ts';
import { keyOfAtom, Term, type Literal } from '../../src/simulate/unknown/term.ts';

const agentsOff = { code: 'module-off', module: 'user_agent_filter' };

test.each<readonly [string, Spec, Spec, unknown]>([
  ['a list of denied agents goes', { user_agent_filter: { deny: ['bot'] } }, {}, agentsOff],
  ['a list of allowed agents goes', { user_agent_filter: { allow: ['shop'] } }, {}, agentsOff],
  [
    'the login that follows another one lets preflights pass',
    { oidc: { issuer: 'https://login.example', client_id: 'shop' } },
    { oauth: { provider: { google: {} }, options_passthrough: true } },
    { code: 'options-pass', path: 'oauth.options_passthrough' },
  ],
])('%s', (_, before, after, expected) => {
  expect(lessProtected('https-route', before, after)).toContainEqual(expected);
});

test('a member of a team is logged in: it is not said twice', () => {
  const literal = (name: string): Literal => {
    const atom = { is: 'true', of: new Term(() => false, name, { type: 'bool' }) } as const;
    return { atom, key: keyOfAtom(atom), holds: true };
  };
  const login = 'logged in with github';
  expect(conditionsOf([literal(login), literal(`${login}, team ops`)])).toEqual([`${login}, team ops`]);
  expect(conditionsOf([literal(login)])).toEqual([login]);
});

test('a secret that is sent is named, with its target', () => {
  const end = { is: 'delivered', to: 'https://app.internal', isAnswered: true } as const;
  const opening = {
    kind: 'secret',
    secret: { name: 'TOKEN', to: 'https://hooks.example' },
    when: [],
    always: new Set(),
    was: { end },
    willBe: { end },
  } as unknown as Opening;
  expect(openingFact(opening)).toEqual({
    code: 'secret-sent',
    secret: 'TOKEN',
    to: 'https://hooks.example',
    conditions: [],
  });
});
