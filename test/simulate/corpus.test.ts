/**
 * Real policies with random requests: no crash, no guess. An undecided test names what it needs; with the facts that it
 * names it is decided, unless no documentation tells what is missing.
 */
import { expect, test } from 'vitest';
import { requestTests } from '../../src/kinds/documents/request-test.ts';
import type { RequestFacts } from '../../src/model/traffic/request-facts.ts';
import type { Json } from '../../src/model/value.ts';
import { edgesOf } from '../../src/routing/edges.ts';
import { openSide } from '../../src/routing/traffic/side-index.ts';
import { checkExpectation } from '../../src/simulate/check-expectation.ts';
import { openSimulator } from '../../src/simulate/simulate.ts';
import { policiesOfCorpus } from '../lint/traffic-policy/corpus.ts';
import { share } from '../runs.ts';
import type { Unknown } from '../../src/model/traffic/unknown.ts';

const paths = ['/', '/api/v1/users', '/login', '/admin', '/webhook', '/index.html?q=1&debug=true', '/.env'];
const methods = ['GET', 'POST', 'OPTIONS', 'DELETE'];
const agents = ['curl/8', 'Mozilla/5.0 (Windows NT 10.0)', 'GPTBot/1.0'];
const expected = { status: 200 } as const;
const rounds = 10;

/** Values for facts, by the key that a message names. */
const values: Readonly<Record<string, Json>> = {
  'from.country': 'DE',
  'from.continent': 'Europe',
  'from.port': 4711,
  'from.is_eu': true,
  'given.ip_categories': ['com.github'],
  'given.ip_restriction': 'allowed',
  'given.ip_policies': {},
  'given.signature': 'valid',
  'given.basic_auth': 'valid',
  'given.jwt': { claims: { sub: 'ann' }, header: {} },
  'given.random': 0,
  'given.now': '2026-11-27T08:00:00Z',
  'given.error_status': 502,
  'given.http_request': {},
};

test.each(share(policiesOfCorpus()))('$id', ({ id, text }) => {
  const servers = [
    {
      address: 'endpoint/it' as const,
      kind: 'endpoint' as const,
      spec: { url: 'https://it.example.com', traffic_policy: text },
    },
  ];
  const side = openSide({ servers, edges: edgesOf([], []) });
  const simulator = openSimulator({ side, nameOf: (id) => id });
  for (let round = 0; round < rounds; round++) {
    let facts = requestAt(id.length * 7 + round + Number.parseInt(id.replaceAll(/\D/g, '') || '0', 10));
    let result = checkExpectation(simulator, facts, expected);
    for (let more = 0; more < 30 && result.verdict === 'undecided'; more++) {
      const wanted = result.missing.find(({ give }) => give !== undefined);
      // Neither documentation nor a fact tells it.
      if (wanted?.give === undefined) break;
      expect(isKey(wanted.give), wanted.give).toBe(true);
      facts = withFact(facts, wanted, wanted.give);
      result = checkExpectation(simulator, facts, expected);
      const again = result.verdict === 'undecided' ? result.missing : [];
      expect(again.map(({ give, of }) => `${give} ${of}`)).not.toContain(`${wanted.give} ${wanted.of}`);
    }
    const undecided = result.verdict === 'undecided' ? result.missing : [];
    expect(undecided.filter(({ why }) => why === 'not-given')).toEqual([]);
  }
});

function requestAt(seed: number): RequestFacts {
  const pick = (list: readonly string[], step: number): string => list[(seed * step) % list.length] ?? '';
  return {
    method: pick(methods, 3),
    url: `https://it.example.com${pick(paths, 5)}`,
    headers: new Map([['user-agent', [pick(agents, 11)]]]),
    from: {},
    given: {},
  };
}

/** Whether a message names a key of the table of test files. */
function isKey(give: string): boolean {
  const [first = '', second = ''] = give.split('.');
  const { from, given } = requestTests.fields.tests.item.fields;
  const fields: Readonly<Record<string, object>> = { from: from.long.fields, given: given.fields };
  return first === 'request' || Object.hasOwn(fields[first] ?? {}, second);
}

function withFact(facts: RequestFacts, { of }: Unknown, give: string): RequestFacts {
  const [first = '', second = '', ...rest] = give.split('.');
  const name = rest.join('.');
  const given: Record<string, unknown> = { ...facts.given };
  if (first === 'from') return { ...facts, from: { ...facts.from, [second]: values[give] ?? 'x' } };
  if (second === 'http_request')
    given[second] = { ...facts.given.http_request, [of]: { status: 200, body: '{}' } };
  else if (name === '') given[second] = values[give] ?? 'x';
  else if (second === 'jwt') given[second] = { claims: {}, header: {}, ...facts.given.jwt, [name]: {} };
  else given[second] = { ...(given[second] as object | undefined), [name]: values[name] ?? 'x' };
  return { ...facts, given };
}
