import { defineConfig } from 'vitest/config';
import { pageScripts } from './bin/page-script.mjs';
import { filesOf, parts } from './test/prove/parts.ts';
import { testFiles } from './test/prove/test-files.ts';

/*
 * `npm test` runs the `.test.ts` files, in the mode `share` (test/runs.ts); `npm run prove` runs one part after the
 * other (test/prove/parts.ts), each with its name in `PART`.
 */
const part = parts.find(({ name }) => name === process.env['PART']);
const files = part === undefined ? testFiles.filter(isOfTest) : filesOf(part, testFiles);

/*
 * Each of these files gets a process of its own: it replaces modules, plays thousands of runs, or counts the work of
 * code that nothing has run before. All others share one, which loads the sources once: what these keep (parsed tables,
 * compiled patterns) is the same for all.
 */
const alone = [
  /^test\/(?:model\/.*\.prove|lint\/growth\/)/,
  /-growth\.prove\.ts$/,
  /^test\/(?:bundle\/scenarios|plan\/reworded|redact\/canary-planted|report\/linear|pull\/linear)\.prove\.ts$/,
  /^test\/windows\/paths\.test\.ts$/,
];

export default defineConfig(({ mode }) => ({
  define: pageScripts(),
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // What a test prints is of interest when it fails, or is what a proof has found.
    silent: part === undefined && 'passed-only',
    // One switch for all that is recorded, file snapshots too: test/golden.ts.
    update: process.env['UPDATE'] === '1',
    setupFiles: ['test/property-seed.ts', 'test/no-leaks.ts'],
    env: part === undefined ? {} : { PROVE: '1', ...part.env },
    // For what hangs: on a busy machine a test may take many times as long as alone.
    testTimeout: part === undefined ? 300_000 : 1_800_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        mode,
        test: {
          name: 'together',
          include: files.filter((file) => !isAlone(file)),
          isolate: false,
          globalSetup: 'test/stale-build.ts',
        },
      },
      { extends: true, mode, test: { name: 'alone', include: files.filter(isAlone) } },
    ],
  },
}));

function isOfTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function isAlone(file: string): boolean {
  return alone.some((pattern) => pattern.test(file));
}
