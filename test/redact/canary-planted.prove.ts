/** The same without the filter of the output: the canary must find that. */
import { expect, test, vi } from 'vitest';
import type { Io } from '../../src/model/io.ts';
import { playCanary } from './canary/canary.ts';

vi.mock('../../src/guarded-io.ts', () => ({
  guardedIo: (io: Io) =>
    Object.assign(Object.create(io) as Io, {
      secrets: {
        learn: () => undefined,
        clean: (text: string) => text,
        show: () => undefined,
        isKnownIn: () => false,
      },
    }),
}));

test('a program without the filter is found out', async () => {
  const store = { settings: 'store: file', env: {}, dump: () => '' };
  const { hits } = await playCanary(store, ['S01', 'S07', 'S18', 'S25'], { thorough: false });
  expect(hits.length).toBeGreaterThan(0);
}, 120_000);
