import { expect, test } from 'vitest';
import { celSpec } from '../../../src/lint/policy/cel-values.ts';
import { checkExpression } from '../../../src/lint/policy/check-policy.ts';
import { kinds } from '../../../src/kinds/index.ts';
import { Secret } from '../../../src/model/secret.ts';
import type { Spec } from '../../../src/model/value.ts';
import { SecretReference } from '../../../src/model/secret-reference.ts';

const spec: Spec = {
  oidc: { client_id: 'shop', client_secret: new SecretReference([{ secret: 'SHOP_OIDC' }]) },
  webhook_verification: { provider: 'github', secret: new Secret('hunter2') },
  request_headers: {
    add: { authorization: new SecretReference(['Bearer ', { secret: 'UPSTREAM' }]), 'x-plain': 'yes' },
  },
  traffic_policy: { value: new SecretReference(['{"token":"', { secret: 'TOKEN', as: 'json' }, '"}']) },
};
const variables = { spec: celSpec(kinds['https-route'].fields, spec) };

function evaluate(text: string, results: readonly string[] = ['bool']): unknown {
  const checked = checkExpression(text, { kinds: ['https-route'], environments: [] }, results);
  if (!('value' in checked)) throw new Error(checked.problems[0]?.message);
  return checked.value.get('https-route')?.evaluate(variables);
}

test('a secret is there, and that is all that is known of it', () => {
  expect(evaluate('has(spec.oidc.client_secret)')).toBe(true);
  expect(evaluate('has(spec.webhook_verification.secret)')).toBe(true);
  expect(evaluate('has(spec.saml) && has(spec.saml.idp_metadata)')).toBe(false);
});

test.each(['SHOP_OIDC', 'hunter2', '(secret)', ''])('no comparison finds %j in it', (guess) => {
  expect(evaluate(`dyn(spec.oidc.client_secret) == ${JSON.stringify(guess)}`)).toBe(false);
  expect(evaluate(`dyn(spec.webhook_verification.secret) == ${JSON.stringify(guess)}`)).toBe(false);
});

test.each([
  'string(dyn(spec.webhook_verification.secret)) == ""',
  'dyn(spec.webhook_verification.secret).size() > 0',
  'dyn(spec.webhook_verification).secret.text == ""',
  'dyn(spec)["webhook_verification"]["secret"]["text"] == ""',
])('%s has no answer', (text) => {
  expect(() => evaluate(text)).toThrow();
});

test('what is written around a secret can be read, the secret is masked', () => {
  expect(evaluate('spec.request_headers.add["authorization"]', ['string'])).toBe('Bearer (secret)');
  expect(evaluate('spec.request_headers.add["x-plain"]', ['string'])).toBe('yes');
  expect(evaluate('spec.traffic_policy.value', ['string'])).toBe('{"token":"(secret)"}');
});

test('nothing of what an expression sees holds a secret', () => {
  const seen: string[] = [];
  JSON.stringify(variables, (_key, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries(value as Map<string, unknown>);
    seen.push(String(value));
    return value;
  });
  expect(seen.filter((text) => /hunter2|SHOP_OIDC|UPSTREAM|TOKEN/.test(text))).toEqual([]);
});
