import { expect, test } from 'vitest';
import { compareCorpus, parseCorpus } from '../../../src/routing/traffic/corpus/compare-corpus.ts';
import { edgesOf } from '../../../src/routing/edges.ts';
import type { TrafficServer } from '../../../src/routing/traffic-server.ts';
import { openSide } from '../../../src/routing/traffic/side-index.ts';

function sideOf(count: number, moved: number): ReturnType<typeof openSide> {
  const servers = Array.from({ length: count }, (_, index): TrafficServer => {
    const match = index === moved ? '/moved' : `/shop/${index}/`;
    const spec = {
      edge_id: 'edghts_1',
      match_type: 'path_prefix',
      match,
      backend: { backend_id: 'bkdhr_1' },
    };
    return { address: `https-route/r${index}`, kind: 'https-route', spec };
  });
  return openSide({ servers, edges: edgesOf([], []) });
}

test('a hundred thousand URLs over ten thousand routes take seconds', () => {
  const routes = 10_000;
  const text = Array.from(
    { length: 100_000 },
    (_, index) => `https-edge/edghts_1/shop/${index % routes}/${index}`,
  );
  const { entries, problems } = parseCorpus(text.join('\n'));
  const sides = { before: sideOf(routes, -1), after: sideOf(routes, 7), areAlike: true };
  const changed = compareCorpus(entries, sides).filter(({ changes }) => changes.length > 0);
  expect(problems).toEqual([]);
  expect(changed.map(({ url }) => url)).toEqual(
    Array.from({ length: 10 }, (_, index) => `https-edge/edghts_1/shop/7/${index * routes + 7}`),
  );
});
