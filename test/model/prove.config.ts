import { defineConfig } from 'vitest/config';

/* `npm run prove`: the histories of `npm test`, many more of them, and planted bugs that they must find. */
export default defineConfig({
  test: {
    include: ['test/model/**/*.test.ts', 'test/model/**/*.prove.ts'],
    setupFiles: ['test/property-seed.ts'],
    globalSetup: ['test/model/closing-line.ts'],
    env: { HISTORIES: process.env['HISTORIES'] ?? '2000' },
    pool: 'forks',
    maxWorkers: 2,
  },
});
