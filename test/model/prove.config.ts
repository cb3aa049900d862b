import { defineConfig } from 'vitest/config';
import { pageScript } from '../../bin/page-script.mjs';

/*
 * `npm run prove`: the tests of `npm test` with the full number of runs of each property, many more histories, planted
 * bugs that these must find, and all scenarios with the shipped executable.
 */
export default defineConfig({
  define: { edgewrightPageScript: pageScript() },
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
