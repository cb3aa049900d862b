/* Findings at a field link to its heading in the reference, where the settings name the pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { lintLive } from '../../src/lint/live/lint-live-objects.ts';
import { rules } from '../../src/lint/rules.ts';
import { yamlText } from '../../src/report/text/yaml.ts';
import { compile } from '../../src/workspace/compile/compile.ts';
import { rememberAlike } from '../../src/text/remember-last.ts';
import { slugOf } from '../../docs/site/pages.mjs';
import { findingsIn } from './rule-cases.ts';
import { filesIn, lintFiles, workspaceOf } from './workspace-of.ts';

const docs = 'https://docs.example.com/edgewright';

/** The links of the findings of a rule in its own bad example. */
const linksOf = rememberAlike(rules.length, String, (id: string): readonly (string | undefined)[] => {
  const rule = rules.find((other) => other.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  const files = filesIn(rule.bad);
  const linking = { ...files, 'edgewright.yaml': withDocs(files['edgewright.yaml'] ?? '') };
  return findingsIn(rule, rules, {}, linking)
    .filter((finding) => finding.rule === id)
    .map(({ reference }) => reference?.replace(`${docs}/reference/`, ''));
});

/** The settings with `lint.docs_url`, in the block or flow style of a `lint:` that is there. */
function withDocs(settings: string): string {
  const key = `docs_url: ${docs}`;
  if (!/^lint:/m.test(settings)) return `${settings}lint: { ${key} }\n`;
  return settings.replace(/^lint:(?: \{|\n)/m, (lint) =>
    lint.endsWith('{') ? `${lint} ${key},` : `${lint}  ${key}\n`,
  );
}

test.each([
  ['cb-num-buckets-zero', 'https-route.md#https-routecircuit_breakernum_buckets'],
  ['cb-volume-threshold-missing', 'https-route.md#circuit_breaker'],
  ['invalid-enum', 'https-route.md#https-routematch_type'],
  ['endpoint-url-required', 'endpoint.md'],
  ['misplaced-field', 'https-route.md#saml'],
  ['unknown-field', 'endpoint.md'],
  ['traffic-policy-setting-value', 'traffic-policy.md#denystatus_code'],
  ['traffic-policy-setting-unknown', 'traffic-policy.md#deny'],
  ['traffic-policy-expression', 'traffic-policy.md#expressions'],
  ['traffic-policy-parse', 'endpoint.md#endpointtraffic_policy'],
  ['glob-syntax', 'settings.md#settingsresources'],
  ['unknown-suppression-rule', 'settings.md#settingslintrules'],
  ['id-format', 'settings.md#environmentids'],
  ['override-unknown-environment', 'settings.md#resourceoverrides'],
  ['removed-cannot-retire', 'settings.md#removedthen'],
  ['test-same-name', 'settings.md#testtestsname'],
  ['unused-suppression', undefined],
  ['approval-without-reason', 'settings.md#approval'],
])('%s: %s', (id, link) => {
  expect(linksOf(id)).toEqual([link]);
});

test('every link of a finding leads to a heading', () => {
  const links = rules.flatMap(({ id }) => linksOf(id).flatMap((link) => link ?? []));
  expect(links.length).toBeGreaterThan(150);
  const astray = links.filter((link) => {
    const [page = '', anchor] = link.split('#');
    const text = readFileSync(path.join(import.meta.dirname, '../../docs/reference', page), 'utf8');
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading));
    return anchor !== undefined && !headings.includes(anchor);
  });
  expect(astray).toEqual([]);
});

test('each rule links to a field, but for those about comments, file names and what cannot be read', () => {
  const without = rules.filter(({ id }) => linksOf(id).includes(undefined)).map(({ id }) => id);
  expect(without).toEqual([
    'baseline-format',
    'document-empty',
    'environment-name',
    'ignore-pattern',
    'suppression-not-allowed',
    'suppression-without-reason',
    'unread-file',
    'unused-suppression',
    'yaml-limit',
    'yaml-syntax',
  ]);
});

/** The links of the findings in files, by rule. */
function linksIn(files: Readonly<Record<string, string>>): readonly string[] {
  const { diagnostics } = lintFiles({ 'edgewright.yaml': withDocs('version: 1\n'), ...files }, { rules });
  return diagnostics
    .filter(({ rule }) => !rule.startsWith('unused-'))
    .map(({ rule, reference = '' }) => `${rule} ${reference.replace(`${docs}/reference/`, '')}`);
}

const policy = `on_http_request:
  - actions:
      - { type: rate-limit, config: { name: a, algorithm: sliding_window, capacity: many, rate: 60s, bucket_key: [conn.client_ip] } }
      - { type: deny }
`;
const endpoint = (value: string): string =>
  `kind: endpoint\nname: a\nspec:\n  url: https://a.example.com\n  type: cloud\n  bindings: [public]\n  traffic_policy: ${value}\n`;

test.each([
  ['as a mapping', endpoint(`\n${policy.replaceAll(/^/gm, '    ')}`)],
  ['as a block of text', endpoint(`|\n${policy.replaceAll(/^/gm, '    ')}`)],
  ['as JSON', endpoint(JSON.stringify(JSON.stringify(parse(policy))))],
  ['in a file', endpoint('$(file:policies/a.yaml)')],
  ['with a variable', endpoint(`\n${policy.replace('many', '$(capacity)').replaceAll(/^/gm, '    ')}`)],
])('a mistake in a policy %s links to the setting of the action', (_way, text) => {
  const environment = text.includes('$(capacity)') ? 'vars: { capacity: many }\n' : '{}\n';
  const found = linksIn({
    'resources/a.yaml': text,
    'policies/a.yaml': policy,
    'environments/production.yaml': environment,
  });
  expect(found).toEqual(['traffic-policy-setting-value traffic-policy.md#rate-limitcapacity']);
});

test('a mistake in a preset links to the field of the kind that uses it, or of one that has it', () => {
  const preset = 'kind: preset\nname: a\nspec: { ip_restriction: { enabled: 7 } }\n';
  const user =
    'kind: tls-edge\nname: b\nuses: [a]\nspec: { hostports: ["b.example.com:443"], backend: { backend_id: bkdtls_1abc } }\n';
  expect(linksIn({ 'resources/a.yaml': preset })).toContain(
    'wrong-type https-route.md#https-routeip_restrictionenabled',
  );
  expect(linksIn({ 'resources/a.yaml': `${preset}---\n${user}` })).toContain(
    'wrong-type tls-edge.md#tls-edgeip_restrictionenabled',
  );
});

test('a mistake in the resource of a test of policies links to its field', () => {
  const settings = withDocs(
    'version: 1\npolicies: { named: { assert: has(spec.description), message: none } }\n',
  );
  const found = linksIn({
    'edgewright.yaml': settings,
    'policies/a.test.yaml':
      'tests:\n  - { name: a, policy: named, expect: pass, resource: { kind: endpoint, name: a, spec: { bindngs: [public] } } }\n  - { name: b, polcy: named }\n',
  });
  expect(found).toContain('unknown-field endpoint.md');
  expect(found).toContain('unknown-field settings.md#policy-testtests');
});

test('a live object links to fields and settings too', () => {
  const workspace = workspaceOf({ 'resources/a.yaml': endpoint(JSON.stringify(policy)) });
  const { desired } = compile(workspace, 'production');
  const { diagnostics } = lintLive({
    objects: new Map([
      [
        'production',
        desired.map(({ address, kind, labels, spec }) => ({
          address,
          labels,
          live: { kind, id: 'id_1', spec, isManageable: true },
        })),
      ],
    ]),
    settings: { ...workspace.settings.lint, docsUrl: docs },
    rules,
    overriding: new Map(),
    now: new Date('2026-01-01T00:00:00Z'),
    print: yamlText,
  });
  expect(diagnostics.map(({ reference }) => reference)).toEqual([
    `${docs}/reference/traffic-policy.md#rate-limitcapacity`,
  ]);
});

test('without `lint.docs_url` nothing is linked', () => {
  const { diagnostics } = lintFiles({ 'resources/a.yaml': endpoint(JSON.stringify(policy)) }, { rules });
  expect(diagnostics.flatMap(({ url, reference }) => [url, reference])).toEqual(
    diagnostics.flatMap(() => [undefined, undefined]),
  );
  expect(diagnostics.length).toBeGreaterThan(0);
});
