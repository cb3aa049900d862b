import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/lsp/engine.ts';
import { openProject } from '../../src/lsp/project.ts';

afterEach(() => void vi.useRealTimers());

test('changes during the first reading end it, and the next one begins after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const result = { message: 'read', help: undefined };
  let readings = 0;
  const analyse: Engine['analyse'] = async (_root, _overlay, isCurrent) => {
    const isFirst = readings++ === 0;
    while (isFirst && isCurrent()) await nextTurn();
    return isCurrent() ? result : undefined;
  };
  const published: unknown[] = [];
  const project = openProject({
    root: '/',
    engine: { analyse } as Engine,
    overlay: () => new Map(),
    publish: (found) => void published.push(found),
    onFailure: (error) => void published.push(error),
  });
  for (let key = 0; key < 5; key++) {
    project.touch();
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  }
  expect(readings).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(readings).toBe(2);
  expect(published).toEqual([result]);
  project.close();
});
