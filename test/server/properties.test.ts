import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpsRoute } from '../../src/kinds/https-route.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { policyTree } from '../arbitraries/texts.ts';
import { runs } from '../runs.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ store: 'memory' });
});
afterAll(() => server.close());

type Answer = Record<string, unknown> & { id: string };

async function call(method: string, at: string, body?: unknown): Promise<Answer> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(at.startsWith('http') ? at : server.url + at, init);
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

const ids = fc.array(fc.stringMatching(/^ipp_[a-z]{3}$/), { maxLength: 3 });
const seconds = fc.nat(100_000);
const headers = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string(), { maxKeys: 3 });
const enabled = fc.boolean();
const policyText = fc.oneof(
  policyTree.map((tree) => JSON.stringify(tree)),
  fc.stringMatching(/^ {0,3}$/),
);
const optional = { requiredKeys: [] };

/** Some fields of a route, none of which stands in the way of another. */
const change = fc.record(
  {
    description: fc.string({ maxLength: 60 }),
    metadata: fc.string({ maxLength: 60 }),
    ip_restriction: fc.record({ enabled, ip_policy_ids: ids }, optional),
    circuit_breaker: fc.record(
      {
        enabled,
        num_buckets: fc.nat(128),
        rolling_window: seconds,
        error_threshold_percentage: fc.double({ min: 0, max: 1, noNaN: true }),
      },
      optional,
    ),
    compression: fc.record({ enabled }, optional),
    request_headers: fc.record(
      { enabled, add: headers, remove: fc.array(fc.stringMatching(/^[a-z]{1,8}$/)) },
      optional,
    ),
    user_agent_filter: fc.record(
      { enabled, allow: fc.array(fc.string()), deny: fc.array(fc.string()) },
      optional,
    ),
    oidc: fc.record(
      { enabled, issuer: fc.webUrl(), client_id: fc.string(), scopes: fc.array(fc.string()) },
      optional,
    ),
    traffic_policy: fc.record({ enabled, value: policyText }, optional),
  },
  optional,
);

let routes = 0;

it('a create and its updates give the same object as a create with the last value of each field', async () => {
  await fc.assert(
    fc.asyncProperty(change, fc.array(change, { maxLength: 4 }), async (first, updates) => {
      const own = () => ({ match_type: 'exact_path', match: `/${routes++}` });
      const updated = await call('POST', '/edges/https/edghts_1/routes', { ...own(), ...first });
      let last = updated;
      for (const update of updates)
        last = await call('PATCH', `/edges/https/edghts_1/routes/${updated.id}`, update);
      const whole = Object.assign({}, first, ...updates) as object;
      const atOnce = await call('POST', '/edges/https/edghts_1/routes', { ...own(), ...whole });
      for (const [name, field] of Object.entries(httpsRoute.fields)) {
        if (field.readOnly !== true && name !== 'match') expect(last[name]).toEqual(atOnce[name]);
      }
      expect(await call('GET', `/edges/https/edghts_1/routes/${updated.id}`)).toEqual(last);
    }),
    { numRuns: runs(160) },
  );
});

it('lists everything once, newest first, whatever the size of the pages', async () => {
  const made: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), fc.nat(12), async (limit, more) => {
      for (let n = 0; n < more; n++) made.unshift((await call('POST', '/edges/tls', {})).id);
      const listed: string[] = [];
      for (let next: unknown = `${server.url}/edges/tls?limit=${limit}`; typeof next === 'string';) {
        const page = await call('GET', next);
        const edges = page['tls_edges'] as { id: string }[];
        expect(edges.length).toBeLessThanOrEqual(limit);
        listed.push(...edges.map(({ id }) => id));
        next = page['next_page_uri'];
      }
      expect(listed).toEqual(made);
    }),
    { numRuns: runs(80) },
  );
});
