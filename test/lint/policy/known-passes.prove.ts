import { expect, test } from 'vitest';
import { checkPolicies, rulesOfValid } from '../../../src/lint/policy/run-policies.ts';
import { knownPasses, type KnownPasses, type PolicyPasses } from '../../../src/lint/policy/known-passes.ts';
import type { Finding, ResourceRule, RuleContext, Subject } from '../../../src/lint/rule.ts';
import { SecretReference } from '../../../src/model/secret.ts';
import type { Spec } from '../../../src/model/value.ts';
import { workspaceOf } from '../workspace-of.ts';
import { settingsWith } from './settings-with.ts';

const expressions: Readonly<Record<string, string>> = {
  a: 'spec.circuit_breaker.tripped_duration <= 30',
  b: 'has(spec.oidc) || labels.?team.orValue("") == "staff"',
  c: 'environment == "staging" || has(spec.oidc.client_secret)',
  d: 'has(spec.request_headers.add) && spec.request_headers.add.exists(k, k == "x-team")',
  e: 'has(spec.request_headers.add) && spec.request_headers.add["x-team"].startsWith("pay")',
  f: 'name.startsWith("shop") || !has(spec.traffic_policy.value)',
  g: '!has(spec.ip_restriction.ip_policy_ids) || spec.ip_restriction.ip_policy_ids.all(ip, ip != labels["team"])',
  h: 'address.endsWith("cart") || size(spec.description) > 3',
  i: 'size(labels) == 0 || labels.map(name, name)[0] == "team"',
};

const breaker = (duration: number): Spec => ({ tripped_duration: duration, num_buckets: 3 });
const header = (value: string): Spec => ({ add: { 'x-team': value } });
const specs: readonly Spec[] = [
  {},
  { circuit_breaker: breaker(30) },
  { circuit_breaker: breaker(31) },
  { circuit_breaker: { ...breaker(30), num_buckets: 4 } },
  { circuit_breaker: {}, description: 'long' },
  { oidc: {}, description: 'no' },
  { oidc: { client_secret: new SecretReference([{ secret: 'ONE' }]) } },
  { oidc: { client_secret: new SecretReference([{ secret: 'TWO' }]) } },
  { request_headers: header('payments') },
  { request_headers: header('staff') },
  { request_headers: { add: { 'x-team': new SecretReference(['pay', { secret: 'ONE' }]) } } },
  { request_headers: { add: { 'x-team': new SecretReference(['stay', { secret: 'ONE' }]) } } },
  { ip_restriction: { ip_policy_ids: ['10.0.0.1', 'staff'] }, traffic_policy: { value: '{}' } },
  { ip_restriction: { ip_policy_ids: [] }, traffic_policy: {} },
  // Longer than what is kept as it is.
  { request_headers: header(`${'pay'.repeat(2_000)}one`) },
  { request_headers: header(`${'stay'.repeat(2_000)}two`) },
];
/** Two of them differ in the order of their keys alone, which an expression can see. */
const labelled: readonly Subject['labels'][] = [
  { team: 'staff', tier: '1' },
  { tier: '1', team: 'staff' },
  { team: 'payments' },
  {},
];
const resources = specs.flatMap((spec, index) =>
  labelled.map((labels): Subject => {
    const name = index % 2 === 0 ? 'shop-cart' : 'cart';
    return { address: `https-route/${name}`, kind: 'https-route', name, labels, spec };
  }),
);
const environments = ['production', 'staging'];

const { settings } = workspaceOf({
  'edgewright.yaml': settingsWith(
    Object.fromEntries(
      Object.entries(expressions).map(([name, assert]) => [
        name,
        { kinds: ['https-route'], assert, message: 'no' },
      ]),
    ),
  ),
});

function findingsOf(rule: ResourceRule, resource: Subject, environment: string): number {
  const found: Finding[] = [];
  rule.check(resource, (finding) => found.push(finding), { environment } as RuleContext);
  return found.length;
}

function again(passes: KnownPasses): PolicyPasses {
  return JSON.parse(JSON.stringify(passes.changed() ?? {})) as PolicyPasses;
}

test('a pass that is known from another resource is a pass', () => {
  const { rules, diagnostics } = checkPolicies(settings, environments);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  let known = 0;
  let unknown = 0;
  for (const [index, name] of Object.keys(expressions).entries()) {
    for (const first of resources) {
      for (const environment of environments) {
        const passes = knownPasses({});
        const recording = checkPolicies(settings, environments, passes).rules[index]!;
        const isPass = findingsOf(recording, first, environment) === 0;
        const later = knownPasses(again(passes));
        expect(later.has(name, first, environment)).toBe(isPass);
        for (const second of resources) {
          if (!later.has(name, second, environment)) unknown++;
          else {
            known++;
            expect(findingsOf(rules[index]!, second, environment)).toBe(0);
          }
        }
      }
    }
  }
  expect(known).toBeGreaterThan(1_000);
  expect(unknown).toBeGreaterThan(1_000);
});

test('another value of a field that the policy does not read changes nothing', () => {
  const passes = knownPasses({});
  const [rule] = checkPolicies(settings, environments, passes).rules;
  expect(findingsOf(rule!, resources[labelled.length]!, 'production')).toBe(0);
  const later = knownPasses(again(passes));
  expect(later.has('a', resources[3 * labelled.length]!, 'production')).toBe(true);
  expect(later.has('a', resources[2 * labelled.length]!, 'production')).toBe(false);
  expect(later.has('b', resources[labelled.length]!, 'production')).toBe(false);
  const [skipping] = rulesOfValid(settings, environments, later).rules;
  expect(findingsOf(skipping!, resources[3 * labelled.length]!, 'production')).toBe(0);
  expect(later.changed()).toBeUndefined();
});

test('passes of earlier runs are kept until there are too many', () => {
  const endpoint = (name: string): Subject => ({ ...resources[0]!, name });
  const allOf = (before: PolicyPasses, names: readonly string[]): PolicyPasses => {
    const passes = knownPasses(before);
    const rule = checkPolicies(settings, environments, passes).rules[5]!;
    for (const name of names) findingsOf(rule, endpoint(name), 'production');
    return again(passes);
  };
  const names = (prefix: string): readonly string[] =>
    Array.from({ length: 900 }, (_, index) => `shop-${prefix}${index}`);
  const one = allOf({}, names('a'));
  const two = allOf(one, names('b'));
  const three = allOf(two, names('c'));
  const counts = [one, two, three].map((passes) => passes['f https-route']?.passed.length);
  expect(counts).toEqual([900, 1_800, 900]);
});

test('a value that looks like a secret is not kept', () => {
  const token = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  const secret: Subject = { ...resources[0]!, labels: { team: 'staff', tok: token } };
  const passes = knownPasses({});
  for (const rule of checkPolicies(settings, environments, passes).rules)
    findingsOf(rule, secret, 'production');
  expect(JSON.stringify(again(passes))).not.toContain(token);
});
