/** The results of actions have the types of their table, by which lint checks expressions. */
import { describe, expect, test } from 'vitest';
import { trafficActions } from '../../src/kinds/policy/index.ts';
import type { VariableMap, VariableType } from '../../src/kinds/policy/variable.ts';
import { workspaceOf } from '../lint/workspace-of.ts';
import { caseWorkspace } from './case-files.ts';
import { filesFor } from './request-files.ts';
import { resultsIn } from './tests-of.ts';

interface Run {
  readonly config: object;
  readonly phase?: string;
  readonly test?: Readonly<Record<string, unknown>>;
}

const url = 'https://shop.example.com/';
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ iss: 'https://login.example.com' })}.c2lnbmF0dXJl`;
const replacements = [{ from: 'a', to: 'b' }];

/** Each action with results that a request meets, so that it has them. */
const runs: Readonly<Record<string, Run>> = {
  'add-headers': { config: { headers: { 'x-a': 'b' } } },
  'remove-headers': {
    config: { headers: ['x-a'] },
    test: { request: { url, headers: { 'x-a': 'b' } } },
  },
  'basic-auth': {
    config: { credentials: ['ann:a password'] },
    test: {
      request: {
        url,
        headers: { authorization: `Basic ${Buffer.from('ann:a password').toString('base64')}` },
      },
    },
  },
  'forward-internal': {
    config: { url: 'https://app.internal', on_error: 'continue' },
    test: { given: { upstream: 'offline' } },
  },
  'http-request': {
    config: { url: 'https://auth.internal/check', method: 'POST', headers: { 'x-a': 'b' } },
    test: {
      given: {
        http_request: {
          'https://auth.internal/check': { status: 200, headers: { 'x-a': 'b' }, body: '{"a": 1}' },
        },
      },
    },
  },
  'jwt-validation': {
    config: {
      issuer: { allow_list: [{ value: 'https://login.example.com' }] },
      http: { tokens: [{ type: 'jwt', method: 'header', name: 'Authorization', prefix: 'Bearer ' }] },
      jws: {
        allowed_algorithms: ['RS256'],
        keys: { sources: { additional_jkus: ['https://login.example.com/keys'] } },
      },
    },
    test: { request: { url, headers: { authorization: `Bearer ${jwt}` } }, given: { jwt: { valid: true } } },
  },
  log: { config: { metadata: { a: 'b' } } },
  oauth: { config: { provider: 'google' }, test: { given: { login: { email: 'ann@example.com' } } } },
  'openid-connect': {
    config: { issuer_url: 'https://login.example.com' },
    test: { given: { login: { email: 'ann@example.com' } } },
  },
  'owasp-crs-request': { config: { on_error: 'halt' } },
  'rate-limit': {
    config: { name: 'all', algorithm: 'sliding_window', capacity: 5, rate: '60s', bucket_key: ['req.host'] },
  },
  redirect: { config: { from: 'https://shop.example.com/', to: 'https://shop.example.com/' } },
  'request-body-find-replace': {
    config: { replacements },
    test: { request: { method: 'POST', url, body: 'aaa' } },
  },
  'restrict-ips': { config: { allow: ['203.0.113.0/24'] } },
  'terminate-tls': {
    config: { mutual_tls_certificate_authorities: ['ca_2Corp'] },
    phase: 'on_tcp_connect',
    test: { given: { client_certificate: { subject: { common_name: 'ann' }, serial_number: '7' } } },
  },
  'url-rewrite': { config: { from: '/(\\w*)$', to: '/new/$1' } },
  'verify-webhook': {
    config: { provider: 'github', secret: '${secrets.get("vault", "key")}' },
    test: {
      request: { method: 'POST', url, headers: { 'x-hub-signature-256': 'sha256=abc' } },
      given: { signature: 'valid' },
    },
  },
};

/** Those of which the engine computes nothing, and that of another phase. */
const others = [
  'ai-gateway',
  'compress-response',
  'owasp-crs-response',
  'response-body-find-replace',
  'sse-find-replace',
];

test('each action with results has a run', () => {
  const named = trafficActions.filter(({ results }) => results !== undefined).map(({ type }) => type);
  expect([...named].sort()).toEqual([...Object.keys(runs), ...others].sort());
});

describe.each(Object.entries(runs))('%s', (type, { config, phase = 'on_http_request', test: more = {} }) => {
  const results = trafficActions.find((action) => action.type === type)?.results;
  const members = leavesOf(results?.members ?? {}, `actions.ngrok.${results?.name}`);

  test.each(members)('%s is of type %s', (name, expected) => {
    const request = {
      name,
      source: '',
      policy: {
        [phase]: [{ actions: [{ type, config }] }],
        ...(phase === 'on_http_request' ? {} : { on_http_request: [] }),
      } as Record<string, object[]>,
      test: { expect: { body: expected }, ...more },
    };
    request.policy['on_http_request']?.push({
      actions: [{ type: 'custom-response', config: { body: `\${string(type(${name}))}` } }],
    });
    const workspace = workspaceOf(filesFor(request), caseWorkspace);
    const [one] = resultsIn(workspace, workspace.requestTests!());
    expect(one?.result.failures.flatMap(({ mismatches }) => mismatches)).toEqual([]);
    expect(one?.result.contradictions).toEqual([]);
  });
});

/** The members with a type, of lists those of their first item. */
function leavesOf(members: VariableMap, prefix: string): readonly (readonly [string, string])[] {
  return Object.entries(members).flatMap(([name, { type }]) => typed(type, `${prefix}.${name}`));
}

function typed(type: VariableType, name: string): readonly (readonly [string, string])[] {
  if (typeof type === 'string') return type === 'any' ? [] : [[name, type]];
  if ('list' in type) return [[name, 'list'], ...typed(type.list, `${name}[0]`)];
  if ('map' in type) return [[name, 'map']];
  return [...(type.isText === true ? [[name, 'string'] as const] : []), ...leavesOf(type.members, name)];
}
