/** Secrets that files hold as plain text decide, and neither the result of a test nor a trace shows them. */
import { expect, test } from 'vitest';
import { expectationOf } from '../../src/run/tests/expectation-of.ts';
import { suggestTests } from '../../src/run/tests/suggest/suggest-tests.ts';
import { compareRequestTests } from '../../src/simulate/run-tests.ts';
import { workspaceOf } from '../lint/workspace-of.ts';
import { caseWorkspace } from './case-files.ts';
import { filesFor } from './request-files.ts';
import { resultsIn, tracedIn } from './tests-of.ts';

const credential = 'dXNlcjpwYXNzd29yZCE=';
const token = 'ghp_0123456789abcdefghij';
const workspace = workspaceOf(
  filesFor({
    name: 'literals',
    source: '',
    policy: {
      on_http_request: [
        {
          actions: [
            {
              type: 'add-headers',
              config: {
                headers: {
                  authorization: `Basic ${credential}`,
                  'x-hidden': `\${base64.encode(b'${token}')}`,
                },
              },
            },
            {
              type: 'add-headers',
              config: { headers: { 'x-part': "${req.headers['authorization'][0].substring(6)}" } },
            },
            { type: 'forward-internal', config: { url: `https://app.internal/${token}` } },
          ],
        },
      ],
      on_http_response: [{ actions: [{ type: 'add-headers', config: { headers: { 'x-key': token } } }] }],
    },
    test: {
      expect: {
        request_headers: { authorization: 'none', 'x-part': 'none', 'x-hidden': 'none' },
        response_headers: { 'x-key': 'none' },
        forwarded_to: 'https://none.internal',
      },
    },
  }),
  caseWorkspace,
);

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    item instanceof Map ? [...(item as Map<unknown, unknown>)] : item,
  );
const secrets = [credential, token, Buffer.from(token).toString('base64')];

test('the result of a test masks them, wherever they get', () => {
  const [one] = resultsIn(workspace, workspace.requestTests!());
  expect(one?.result.failures.flatMap(({ mismatches }) => mismatches)).toHaveLength(5);
  for (const secret of secrets) expect(shown(one?.result)).not.toContain(secret);
  expect(shown(one?.result)).toContain('Basic (secret)');
});

test('the way of a request masks them, and a saved test leaves them out', () => {
  const traced = tracedIn(workspace, 'production')!;
  const [answer] = traced.answers;
  for (const secret of secrets) expect(shown(answer)).not.toContain(secret);
  expect(shown(answer)).toContain('Basic (secret)');
  expect(shown(expectationOf(answer!.way, traced.facts.facts.url))).not.toContain('secret');
});

test('a comparison masks those of both sides on both of them', () => {
  const { facts, side } = tracedIn(workspace, 'production')!;
  const servers = side.servers.map((server) => ({
    ...server,
    spec: {
      ...server.spec,
      traffic_policy: JSON.stringify({
        on_http_request: [
          { actions: [{ type: 'redirect', config: { to: `https://b.example.com/?key=${token}` } }] },
        ],
      }),
    },
  }));
  const [compared] = compareRequestTests([facts], side, { ...side, servers });
  expect(compared?.after.results).toMatchObject([{ code: 'moved' }]);
  for (const secret of secrets) expect(shown([compared?.before, compared?.after])).not.toContain(secret);
});

test('a suggested test sends none', () => {
  const compares = workspaceOf(
    filesFor({
      name: 'token',
      source: '',
      policy: {
        on_http_request: [
          { expressions: [`getReqHeader('X-Key').exists(k, k == '${token}')`], actions: [{ type: 'deny' }] },
          { actions: [{ type: 'custom-response', config: { body: 'hello' } }] },
        ],
      },
    }),
    caseWorkspace,
  );
  const { side } = tracedIn(compares, 'production')!;
  const server = side.servers.find(({ address }) => address === 'endpoint/shop')!;
  const suggestions = suggestTests(server, side, []);
  expect(suggestions.tests).toHaveLength(1);
  expect(suggestions.dropped).toHaveLength(1);
  for (const secret of secrets) expect(shown(suggestions)).not.toContain(secret);
});
