import { defineConfig } from 'vitest/config';

/*
 * `npm run prove`: the tests of `npm test` with the full number of runs of each property, many more histories, planted
 * bugs that these must find, and all scenarios with the shipped executable.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.prove.ts'],
    setupFiles: ['test/property-seed.ts'],
    globalSetup: ['test/model/closing-line.ts'],
    env: { HISTORIES: process.env['HISTORIES'] ?? '2000', SCENARIOS: 'all', PROVE: '1' },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
