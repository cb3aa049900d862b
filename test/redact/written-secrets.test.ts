import { describe, expect, test } from 'vitest';
import { lintFormatNames } from '../../src/run/lint/lint-formats.ts';
import { planReport } from '../../src/run/plan/plan-formats.ts';
import { share } from '../runs.ts';
import { openStage, type Stage } from './stage.ts';

/*
 * Tokens that somebody wrote into files as they are, at each place that can hold one. Whatever a verb says of the
 * workspace, in whatever format, says none of them; the linter finds each; to suppress the rule unmasks none.
 */
const token = (name: string): string => `ghp_${name.padEnd(8, 'x')}0123456789abcdef`;
const literal = 'swordfish-of-the-office';
const key = [
  '-----BEGIN PRIVATE KEY-----',
  'MIIEvQIBADANBgkqhkiG',
  '9w0BAQEFAASCBKcwggSj',
  '-----END PRIVATE KEY-----',
];

const settings = `version: 1
ledger: { store: file, lineage: 7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11 }
secrets: [UPSTREAM]
`;
const environment = `ids:
  https-edge/main: edghts_2AbCdEfGh
  backend/shop: bkdhr_2CdEfGhIj
`;

/** Files with a literal secret, by its place; the rest of the workspace is valid. */
const places: Readonly<
  Record<string, { readonly files: Readonly<Record<string, string>>; readonly secret: string }>
> = {
  'a header': at(`request_headers: { add: { authorization: Bearer ${token('header')} } }`, token('header')),
  'a description': at(`description: 'as ${token('words')} says'`, token('words')),
  'metadata as JSON': at(`metadata: '{"token":"${token('json')}"}'`, token('json')),
  'a policy as a mapping': at(
    `traffic_policy: { value: { on_http_request: [{ actions: [{ type: add-headers, config: { headers: { x: ${token('map')} } } }] }] } }`,
    token('map'),
  ),
  'a policy as a text': at(
    `traffic_policy: { value: '{"on_http_request":[{"actions":[{"type":"add-headers","config":{"headers":{"x":"${token('text')}"}}}]}]}' }`,
    token('text'),
  ),
  'a key that is misspelt': at(`descripton: ${token('misspelt')}`, token('misspelt')),
  'a secret field that is misspelt': at(
    `webhook_verification: { provider: github, secrt: ${literal} }`,
    literal,
  ),
  'the second of two keys': at(
    `webhook_verification:\n    provider: github\n    secret: $(secret:UPSTREAM)\n    secret: ${literal}`,
    literal,
  ),
  'an unknown field': at(`surprise: [{ deep: ${token('unknown')} }]`, token('unknown')),
  'an item of a list': at(`compression: [${token('list')}]`, token('list')),
  'a comment': at(`descripton: x # was ${token('comment')}`, token('comment')),
  'an escape': at(`description: "\\x67${token('escaped').slice(1)}"`, token('escaped')),
  'an escaped key of a policy': at(
    `traffic_policy: { value: { on_http_request: [{ actions: [{ type: log, config: { metadata: { "\\x67${token('key').slice(1)}": x } } }] }] } }`,
    token('key'),
  ),
  'a private key': at(`description: |\n    ${key.join('\n    ')}`, key[1] ?? ''),
  'a variable': {
    files: {
      'environments/production.yaml': `vars: { token: ${token('variable')} }\n${environment}`,
      'resources/shop.yaml': resource('description: "$(token)"'),
    },
    secret: token('variable'),
  },
  'a variable in a secret field': {
    files: {
      'environments/production.yaml': `vars: { pw: ${literal} }\n${environment}`,
      'resources/shop.yaml': resource('webhook_verification: { provider: github, secret: $(pw) }'),
    },
    secret: literal,
  },
  'a variable that nothing uses': {
    files: {
      'environments/production.yaml': `vars: { spare: [a, ${token('spare')}] }\n${environment}`,
      'resources/shop.yaml': resource('description: x'),
    },
    secret: token('spare'),
  },
  'a file that a policy is': {
    files: {
      'policies/a.json': `{"on_http_request":[{"actions":[{"type":"log","config":{"metadata":"${token('file')}"}}]}]}`,
      'resources/shop.yaml': resource('traffic_policy: { value: $(file:policies/a.json) }'),
    },
    secret: token('file'),
  },
  'a broken document': {
    files: { 'resources/shop.yaml': `${resource(`description: ${token('broken')}`)}  [\n` },
    secret: token('broken'),
  },
};

function at(field: string, secret: string): { files: Readonly<Record<string, string>>; secret: string } {
  return { files: { 'resources/shop.yaml': resource(field) }, secret };
}

function resource(field: string): string {
  return `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  ${field}
`;
}

const off = '--rule secret-in-text=off';

const verbs = [
  ...lintFormatNames.map((format) => `lint --format ${format}`),
  `lint ${off}`,
  'lint --fix --diff',
  'lint --fix --unsafe --diff',
  'fmt --check',
  'explain https-route.description',
  'compile',
  'compile --format yaml',
  'graph',
  'trace https://shop.example.com/shop',
];

const worldly = [
  ...planReport.formats.map((format) => `plan --local --format ${format}`),
  'plan --local --requests',
  'plan --local --save saved.json',
  'plan show saved.json',
  'apply saved.json --local --yes',
  'apply --local --yes',
  'ledger show --env production https-route/shop --local',
  'plan --local --detailed-exitcode',
  'snapshot --local -o live.json',
  'drift --local',
  'pull --local --diff',
];

describe.each(share(Object.entries(places)))('%s', (_place, { files, secret }) => {
  const workspace = { 'edgewright.yaml': settings, 'environments/production.yaml': environment, ...files };

  test('is found, and shown by nothing', async () => {
    const stage = openStage(workspace, {});
    try {
      expect(await stage.run('lint')).toBe(1);
      if (secret !== literal) expect(stage.last()).toContain('[secret-in-text]');
      for (const verb of verbs) await stage.run(verb);
      expectHidden(stage, secret);
    } finally {
      stage.close();
    }
  });

  test('is shown by nothing either where the rule is switched off', async () => {
    const lint = 'lint: { rules: { secret-in-text: "off" } }\n';
    const stage = openStage(
      { ...workspace, 'edgewright.yaml': settings + lint },
      { EDGEWRIGHT_SECRET_UPSTREAM: 'u' },
    );
    try {
      const exits = new Map<string, number>();
      for (const verb of [...verbs, ...worldly]) exits.set(verb, await stage.run(verb));
      // A workspace that compiles can be applied, with the same value.
      if (exits.get('compile') === 0) {
        expect(exits.get('plan show saved.json')).toBe(0);
        expect(exits.get('apply saved.json --local --yes')).toBe(0);
        expect(exits.get('apply --local --yes')).toBe(0);
        expect(exits.get('plan --local --detailed-exitcode')).toBe(0);
      }
      expectHidden(stage, secret);
    } finally {
      stage.close();
    }
  });
});

test('another token in the place of one is a change, of which neither is shown', async () => {
  const file = (secret: string): string => resource(`request_headers: { add: { x: Bearer ${secret} } }`);
  const lint = 'lint: { rules: { secret-in-text: "off" } }\n';
  const stage = openStage(
    {
      'edgewright.yaml': settings + lint,
      'environments/production.yaml': environment,
      'resources/shop.yaml': file(token('one')),
    },
    {},
  );
  try {
    expect(await stage.run('apply --local --yes')).toBe(0);
    stage.write('resources/shop.yaml', file(token('two')));
    expect(await stage.run('plan --local --detailed-exitcode')).toBe(2);
    expect(await stage.run('apply --local --yes')).toBe(0);
    expect(await stage.run('plan --local --detailed-exitcode')).toBe(0);
    for (const secret of [token('one'), token('two')]) expectHidden(stage, secret);
  } finally {
    stage.close();
  }
});

function expectHidden(stage: Stage, secret: string): void {
  for (const [where, text] of stage.texts()) {
    for (const form of [secret, Buffer.from(secret).toString('base64').slice(0, -4)])
      expect(text.includes(form), `${where}:\n${text}`).toBe(false);
  }
}
