import { describe, expect, test } from 'vitest';
import { canary, openClone } from './hostile-clone.ts';
import { playWay } from './jobs.ts';
import { ways } from './ways.ts';

describe('a fresh clone of a pull request makes a job run, read, send, publish and write nothing', () => {
  test.each(ways)('$way', async (way) => {
    const clone = await openClone(way);
    try {
      await playWay(clone, way);
      expect(clone.traces()).toEqual([]);
      expect(clone.sent().filter((request) => request.includes(canary) && request.includes('evil'))).toEqual(
        [],
      );
    } finally {
      await clone.close();
    }
  });
});
