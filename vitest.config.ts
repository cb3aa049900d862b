import { defineConfig } from 'vitest/config';
import { pageScript } from './bin/page-script.mjs';

/*
 * Each of these files gets a process of its own: it replaces modules, plays thousands of runs, or measures what a run
 * takes. All others share one, which loads the sources once: what these keep (parsed tables, compiled patterns) is the
 * same for all.
 */
const alone = [
  'test/{bench,model,pictures}/**/*.test.ts',
  'test/bundle/scenarios.test.ts',
  'test/lint/growth/*.test.ts',
  'test/lint/domain/*-growth.test.ts',
  'test/plan/reworded.test.ts',
  'test/windows/paths.test.ts',
];

export default defineConfig(({ mode }) => ({
  define: { edgewrightPageScript: pageScript() },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // One switch for all that is recorded, file snapshots too: test/golden.ts.
    update: process.env['UPDATE'] === '1',
    setupFiles: ['test/property-seed.ts'],
    // For what hangs: on a busy machine a test may take many times as long as alone.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        mode,
        test: { name: 'together', include: ['test/**/*.test.ts'], exclude: alone, isolate: false },
      },
      { extends: true, mode, test: { name: 'alone', include: alone } },
    ],
  },
}));
