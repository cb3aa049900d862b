import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { lintFiles } from '../workspace-of.ts';
import { settingsWith } from './settings-with.ts';

interface HostileCase {
  readonly name: string;
  readonly assert: string;
}

const cases = parse(readFileSync(new URL('hostile.yaml', import.meta.url), 'utf8')) as HostileCase[];

const scopes = Array.from({ length: 600 }, (_, index) => `scope-number-${index}`);

/** A route with a long list, a long text and a description. */
function route(name: string): string {
  return JSON.stringify({
    kind: 'https-route',
    name,
    spec: {
      edge_id: 'https-edge/main',
      match_type: 'path_prefix',
      match: `/${name}`,
      description: 'd'.repeat(250),
      metadata: 'aaaaaaaaaa'.repeat(400),
      oidc: {
        issuer: `https://login.example.com/${'i'.repeat(2000)}`,
        client_id: 'shop',
        client_secret: '$(secret:CLIENT_SECRET)',
        scopes,
      },
    },
  });
}

function findingsOf(assert: string, names: readonly string[] = ['shop'], message = 'it does not hold') {
  return findingsFor({ hostile: { kinds: ['https-route'], assert, message } }, names);
}

function findingsFor(policies: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const files = Object.fromEntries(names.map((name) => [`resources/${name}.yaml`, route(name)]));
  const settings = settingsWith(policies);
  const { diagnostics } = lintFiles({ ...files, 'edgewright.yaml': settings }, { rules: [] });
  return diagnostics.filter(({ rule }) => rule.startsWith('policy') || rule === 'yaml-limit');
}

/** Ten times what it takes here, and more. */
const watchdog = 5000;

test.each(cases.map(({ name, assert }) => ({ name, assert })))(
  '$name',
  { timeout: watchdog },
  ({ assert }) => {
    const found = findingsOf(assert);
    expect(found.map(({ rule, message }) => ({ rule, message }))).toEqual([
      {
        rule: 'policy/hostile',
        message: '`policy/hostile` costs too much on one resource, which it did not check',
      },
    ]);
    expect(found[0]?.place.source.path).toBe('edgewright.yaml');
  },
);

test('what a message shows is as dear as what it says', { timeout: watchdog }, () => {
  const dear =
    'spec.oidc.scopes.all(a, spec.oidc.scopes.all(b, spec.oidc.scopes.exists(c, a == b || b == c || true)))';
  const found = findingsOf('false', ['shop'], `{{ name }} is {{ ${dear} }}`);
  expect(found.map(({ message }) => message)).toEqual(['shop is (costs too much)']);
});

test(
  'many resources of a policy that is dear are not all judged, and that is said once',
  { timeout: watchdog * 4 },
  () => {
    const names = Array.from({ length: 60 }, (_, index) => `shop-${index}`);
    const found = findingsOf('spec.oidc.scopes.all(a, a in spec.oidc.scopes)', names);
    expect(found.map(({ message }) => message)).toEqual([
      '`policy/hostile` costs too much on all resources, and did not check some',
    ]);
  },
);

test('a policy that is cheap judges any number of resources', { timeout: watchdog }, () => {
  const endpoints = Array.from({ length: 300 }, (_, index) => {
    const spec = `{ url: "https://e${index}.example.com", metadata: ${'m'.repeat(3000)} }`;
    return `kind: endpoint\nname: e${index}\nspec: ${spec}\n`;
  });
  const [assert, others] = ['spec.metadata.matches("^[a-z]*$")', 'spec.metadata.contains("m")'];
  const files = { 'resources/all.yaml': endpoints.join('---\n') };
  // Twenty times as many policies have a twentieth of the budget each.
  const policies = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [
      `cheap-${index}`,
      { kinds: index === 0 ? ['endpoint'] : ['tls-edge'], assert: `${assert} && ${others}`, message: 'x' },
    ]),
  );
  const settings = settingsWith(policies);
  const { diagnostics } = lintFiles({ ...files, 'edgewright.yaml': settings }, { rules: [] });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
});

test(
  'of many policies that are dear none keeps a cheap one from judging, and together they end',
  { timeout: watchdog * 12 },
  () => {
    const names = Array.from({ length: 30 }, (_, index) => `shop-${index}`);
    const dear = 'spec.oidc.scopes.all(a, a in spec.oidc.scopes)';
    const policies = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `dear-${index}`,
        { kinds: ['https-route'], assert: dear, message: 'x' },
      ]),
    );
    const last = { kinds: ['https-route'], assert: 'name != "shop-29"', message: '{{ name }} is the last' };
    const found = findingsFor({ ...policies, last }, names);
    expect(found.filter(({ rule }) => rule === 'policy/last').map(({ message }) => message)).toEqual([
      'shop-29 is the last',
    ]);
    const others = found.filter(({ rule }) => rule !== 'policy/last');
    expect(new Set(others.map(({ rule }) => rule)).size).toBe(200);
    for (const { message } of others) expect(message).toContain('costs too much on all resources');
  },
);

test.each([
  'spec.oidc.scopes.all(s, s.matches("^scope-[a-z]+-[0-9]+$"))',
  'spec.metadata.matches("^(a+)+$")',
  '!spec.metadata.matches("^(a|a)*b$")',
  '!spec.metadata.matches("(a*)*(a*)*(a*)*(a*)*c")',
  'spec.oidc.scopes.all(a, a in spec.oidc.scopes)',
  'size(spec.oidc.scopes.filter(a, a.endsWith("9")).map(a, a.size())) > 3',
])('what ends soon is judged: %s', { timeout: watchdog }, (assert) => {
  expect(findingsOf(assert)).toEqual([]);
});

test('a pattern that is computed and cannot be read is an error of the policy', () => {
  const [found] = findingsOf('name.matches("(" + name)');
  expect(found?.message).toMatch(/^`policy\/hostile` cannot check this: the pattern cannot be read: /);
});

test.each([
  ['too many parts', `[${'1,'.repeat(300)}1].size() > 0`],
  ['too deep', `${'('.repeat(200)}true${')'.repeat(200)}`],
  ['negated for ever', `${'!'.repeat(600)}true`],
  ['a chain without end', Array.from({ length: 400 }, () => 'true').join(' && ')],
  ['a long text', `name != "${'x'.repeat(5000)}"`],
  ['a pattern that explodes', 'name.matches("((a{1,100}){1,100}){1,100}")'],
  ['a pattern without end', `name.matches("${'(a|b)*'.repeat(200)}")`],
  ['names of JavaScript', 'spec.constructor.constructor("return 1")() == 1'],
  ['a name of JavaScript behind a variable', 'cel.bind(s, spec, s.toString != "")'],
  ['a lone surrogate', 'name == "\ud800'],
  ['nothing at all', '//'],
])('refused as it is written: %s', { timeout: watchdog }, (_, assert) => {
  const found = findingsOf(assert);
  expect(found.length).toBeGreaterThan(0);
  for (const { message, place } of found) {
    expect(message.length).toBeLessThanOrEqual(160);
    expect(place.source.path).toBe('edgewright.yaml');
  }
});
