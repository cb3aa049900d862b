import { expect, test } from 'vitest';
import { edgeProblem } from '../../../src/routing/traffic/select-server.ts';
import type { SideIndex } from '../../../src/routing/traffic/side-index.ts';
import type { TraceRequest } from '../../../src/model/traffic/trace.ts';

const side = {
  edges: { idOf: (name: string) => (name === 'main' ? 'edghts_1' : undefined), names: ['https-edge/main'] },
  servers: [{ spec: { edge_id: 'edghts_2' } }],
} as unknown as SideIndex;

test.each([
  ['main', undefined],
  ['edghts_2', undefined],
  ['mian', '`ids` has no `https-edge/mian`, but `https-edge/main`'],
  ['edghts_3', '`ids` has no `https-edge/edghts_3`'],
])('the edge `%s`', (name, problem) => {
  const request = { target: { type: 'edge', name } } as unknown as TraceRequest;
  expect(edgeProblem(side, request)).toBe(problem);
});
