/** The hosts to which tests are sent, by a ledger and by what the API lists. */
import { expect, test } from 'vitest';
import type { LedgerEntry, LedgerState } from '../../../../src/model/ledger/ledger.ts';
import type { Live } from '../../../../src/model/live.ts';
import { ownHosts } from '../../../../src/run/tests/send/own-hosts.ts';

const entry = (kind: LedgerEntry['kind'], observed: LedgerEntry['observed'], edge?: string): LedgerEntry => ({
  uid: 'u',
  kind,
  id: `${kind}_1`,
  observed,
  observed_at: '2026-01-01T00:00:00Z',
  is_protected: false,
  ...(edge === undefined ? {} : { edge_id: edge }),
});

const resources: LedgerState['resources'] = {
  'endpoint/hello': entry('endpoint', { url: 'https://hello.example.com' }),
  'endpoint/wild': entry('endpoint', { url: 'https://*.apps.example.com' }),
  'endpoint/inside': entry('endpoint', { url: 'https://api.internal', bindings: ['internal'] }),
  'https-route/named': entry(
    'https-route',
    { match_type: 'path_prefix', match: 'docs.example.com/' },
    'edghts_1',
  ),
  'https-route/shop': entry('https-route', { match_type: 'path_prefix', match: '/shop' }, 'edghts_2'),
};

const listener = (edge: string, url: string): Live => ({
  kind: 'endpoint',
  id: `ep_${edge}`,
  spec: { url },
  served: { edge, url },
  isManageable: false,
});

const listed = [
  listener('edghts_2', 'https://shop.example.com'),
  // The edge of another team on the same account.
  listener('edghts_9', 'https://others.example.com'),
];

test.each([
  ['https://hello.example.com/', 'own', 'own'],
  ['https://hello.example.com:443/x', 'own', 'own'],
  ['https://HELLO.example.com./x', 'own', 'own'],
  ['https://a.apps.example.com/', 'own', 'own'],
  ['https://docs.example.com/', 'own', 'own'],
  ['https://shop.example.com/shop', 'unknown', 'own'],
  ['https://shop.example.com/elsewhere', 'unknown', 'own'],
  ['https://others.example.com/', 'unknown', 'foreign'],
  ['https://evil.example.net/', 'unknown', 'foreign'],
  ['http://hello.example.com/', 'foreign', 'foreign'],
  ['https://api.internal/', 'unknown', 'foreign'],
  ['https://hello.example.com@evil.example.net/', 'foreign', 'foreign'],
  ['https-edge/main/shop', 'foreign', 'foreign'],
] as const)('%s is %s by the ledger, and %s with the API', (url, byLedger, withApi) => {
  expect(ownHosts({ resources }, undefined).of(url).is).toBe(byLedger);
  expect(ownHosts({ resources }, listed).of(url).is).toBe(withApi);
});

test('the resource that gets a request is named', () => {
  const { of } = ownHosts({ resources }, listed);
  const edges = ['edghts_2'];
  expect(of('https://shop.example.com/shop/1')).toEqual({
    is: 'own',
    receivers: ['https-route/shop'],
    edges,
  });
  expect(of('https://shop.example.com/')).toEqual({ is: 'own', receivers: [], edges });
});

test('an edge of the environment has the hosts that the API lists for it, without patterns', () => {
  const more = [
    ...listed,
    ...['https://*.example.com', 'http://in-clear.example.com', 'https://a.example.com'].map((url) =>
      listener('edghts_2', url),
    ),
  ];
  const { ofEdge } = ownHosts({ resources }, more);
  expect(ofEdge('edghts_2')).toEqual(['a.example.com', 'shop.example.com']);
  // The edge of another team.
  expect(ofEdge('edghts_9')).toEqual([]);
});
