import { defineConfig } from 'vitest/config';

/* `npm run prove`: the histories of `npm test`, many more of them, planted bugs that they must find, and all scenarios through what is shipped. */
export default defineConfig({
  test: {
    include: ['test/model/**/*.test.ts', 'test/model/**/*.prove.ts', 'test/bundle/scenarios.test.ts'],
    setupFiles: ['test/property-seed.ts'],
    globalSetup: ['test/model/closing-line.ts'],
    env: { HISTORIES: process.env['HISTORIES'] ?? '2000', SCENARIOS: 'all' },
    pool: 'forks',
    maxWorkers: 2,
  },
});
