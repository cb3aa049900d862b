/** The two functions that are ours: `has` over whatever leads to a field, `matches` wherever it stands in the text. */
import { expect, test } from 'vitest';
import { celSpec } from '../../../src/lint/policy/cel-values.ts';
import { checkExpression } from '../../../src/lint/policy/check-policy.ts';
import { kinds } from '../../../src/kinds/index.ts';

const spec = celSpec(kinds['https-route'].fields, {
  match: '/shop',
  oidc: { issuer: 'https://login.example.com', scopes: ['openid'] },
  request_headers: { add: { 'x-team': 'web' } },
});
const variables = { spec, labels: new Map([['team', 'web']]), name: 'shop' };

const holding: readonly (readonly [cel: string, holds: boolean])[] = [
  ['has(spec.oidc)', true],
  ['has(spec.saml)', false],
  ['has(spec.oidc.issuer)', true],
  ['has(spec.oidc.client_id)', false],
  ['has(spec.saml.idp_metadata)', false],
  ['has(labels.team)', true],
  ['has(labels.owner)', false],
  ['has(spec.?oidc)', true],
  ['has(spec.?saml)', false],
  ['has(spec.?oidc.issuer)', true],
  ['has(spec.?oidc.client_id)', false],
  ['has(spec.?saml.idp_metadata)', false],
  ["has(spec['oidc'].issuer)", true],
  ["has(spec['oidc'].client_id)", false],
  ["has(spec['saml'].idp_metadata)", false],
  ['cel.bind(o, spec.oidc, has(o.issuer))', true],
  ['cel.bind(o, spec.oidc, has(o.client_id))', false],
  ['[labels].all(l, has(l.team))', true],
  ['[labels].exists(l, has(l.owner))', false],
  ['has // of has\n (spec.oidc)', true],
  ["spec.match.matches('^/s')", true],
  ["spec.match.matches('^s')", false],
  ["spec.match // it matches a path\n  . matches ('^/s')", true],
  ["spec.match. // x\n// matches\nmatches // matches\n('^/s')", true],
  ["name.matches('shop') && has(spec.oidc) && spec.match.matches(name)", true],
];

test.each(holding)('%s: %s', (cel, holds) => {
  const checked = checkExpression(cel, { kinds: ['https-route'], environments: [] }, ['bool']);
  if (!('value' in checked)) throw new Error(checked.problems[0]?.message);
  expect(checked.value.get('https-route')?.evaluate(variables)).toBe(holds);
});
