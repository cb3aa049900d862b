import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/property-seed.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // One switch for all that is recorded, file snapshots too: test/golden.ts.
    update: process.env['UPDATE'] === '1',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
