import { defineConfig } from 'vitest/config';
import { pageScript } from '../../bin/page-script.mjs';

/* `npm run agree`: all documents, of which `npm test` asks about 300. */
export default defineConfig({
  define: { edgewrightPageScript: pageScript() },
  test: {
    include: ['test/agree/agree.test.ts'],
    globalSetup: ['test/agree/closing-line.ts'],
    env: { AGREE: process.env['AGREE'] ?? 'Infinity' },
    pool: 'forks',
  },
});
