/** Where findings of a traffic policy in a file of its own are, and what hides them. */
import { expect, test } from 'vitest';
import { rules } from '../../../src/lint/rules.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { lineColumn } from '../../../src/text/line-column.ts';
import { lintFiles, type Files } from '../workspace-of.ts';

const www = `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: $(file:policies/shared.yaml)
`;
const shop = www.replaceAll('www', 'shop');

function linted(policy: string, more: Files = {}, files?: ReadonlySet<string>): readonly Diagnostic[] {
  const all = { 'resources/www.yaml': www, 'policies/shared.yaml': policy, ...more };
  const { diagnostics } = lintFiles(all, { rules, ...(files === undefined ? {} : { files }) });
  // The workspace of the cases has names that nothing here uses.
  return diagnostics.filter(({ rule }) => !rule.startsWith('unused-') || rule === 'unused-suppression');
}

function placed({ place, related, message }: Diagnostic): string {
  const at = (one: Diagnostic['place']): string => {
    const { line, column } = lineColumn(one.source, one.start);
    return `${one.source.path}:${line}:${column}`;
  };
  return [`${at(place)} ${message}`, ...related.map((one) => `${at(one.place)} ${one.label}`)].join('\n');
}

const misspelt = `on_http_request:
  - expressions: ["req.path == '/'"]
    actions:
      - type: deny
        config: { status: 404 }
  - actions: [{ type: deny }]
`;

test('each mistake of a file is a finding of its own there, which says who includes it', () => {
  expect(linted(misspelt, { 'resources/shop.yaml': shop }).map(placed)).toEqual([
    [
      'policies/shared.yaml:2:20 `req.path` is not a variable',
      'resources/shop.yaml:5:19 included by `endpoint/shop`',
      'resources/www.yaml:5:19 included by `endpoint/www`',
    ].join('\n'),
    [
      'policies/shared.yaml:5:19 `status` is not a setting of `deny`',
      'resources/shop.yaml:5:19 included by `endpoint/shop`',
      'resources/www.yaml:5:19 included by `endpoint/www`',
    ].join('\n'),
  ]);
});

test('a comment in the file hides a finding of it, and no other', () => {
  const ignored = misspelt.replace(
    '        config: {',
    '        # edgewright-ignore traffic-policy-setting-unknown: the old name still works here\n        config: {',
  );
  expect(linted(ignored).map(({ rule }) => rule)).toEqual(['traffic-policy-expression']);
});

test('a comment without a reason hides nothing', () => {
  const ignored = misspelt.replace(
    '        config: {',
    '        # edgewright-ignore traffic-policy-setting-unknown\n        config: {',
  );
  expect(linted(ignored).map(({ rule }) => rule)).toContain('traffic-policy-setting-unknown');
});

test('YAML mistakes of the file are told like those of any other', () => {
  const broken = 'on_http_request:\n  - actions: [{ type: deny }\n';
  expect(linted(broken).map(placed)).toEqual([
    expect.stringMatching(/^policies\/shared\.yaml:2:\d+ this `\[` is not closed/),
  ]);
});

test('a run for a resource file has the findings of the policy that it includes', () => {
  const only = new Set(['resources/www.yaml']);
  expect(linted(misspelt, {}, only).map(({ rule }) => rule)).toEqual([
    'traffic-policy-expression',
    'traffic-policy-setting-unknown',
  ]);
});

test('without a dialect a policy is a string', () => {
  const settings = 'version: 1\npolicy: { dialect: none }\n';
  expect(
    linted(misspelt, { 'edgewright.yaml': settings }).filter(({ rule }) => rule.includes('policy')),
  ).toEqual([]);
});

test('a declared action is known, and its place is checked', () => {
  const settings =
    'version: 1\npolicy: { actions: { shadow-traffic: { phases: [on_http_request], ends: always } } }\n';
  const used = (phase: string): string =>
    `${phase}: [{ actions: [{ type: shadow-traffic, config: { to: me } }] }]\n`;
  const rulesOf = (phase: string): readonly string[] =>
    linted(used(phase), { 'edgewright.yaml': settings })
      .map(({ rule }) => rule)
      .filter((rule) => rule.includes('policy'));
  expect(rulesOf('on_http_request')).toEqual([]);
  expect(rulesOf('on_http_response')).toEqual(['traffic-policy-placement']);
});

test('a secret of a mapping is one finding, at its own place', () => {
  const text = `kind: endpoint
name: hooks
spec:
  url: https://hooks.example.com
  traffic_policy:
    on_http_request:
      - actions:
          - type: verify-webhook
            config: { provider: stripe, secret: whsec_8sBq3nVtKx7zP2LdYw4RfGhJ6mNc9QaE }
      - actions: [{ type: deny }]
`;
  const found = linted('on_http_request: [{ actions: [{ type: deny }] }]', { 'resources/hooks.yaml': text });
  expect(found.map(placed)).toEqual(['resources/hooks.yaml:9:49 this text looks like a secret']);
});

test('a misspelt phase is not taken for one that the policy has', () => {
  const found = linted(
    'on_http_request: [{ actions: [{ type: deny }] }]\non_http_requests: [{ actions: [{ type: deny }] }]\n',
  );
  expect(found.map(({ message, help }) => [message, help])).toEqual([
    [
      'unknown phase `on_http_requests` in a traffic policy',
      expect.not.stringContaining('write `on_http_request`'),
    ],
  ]);
});
