import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { pageScripts } from '../../bin/page-script.mjs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { filesOf, parts } from '../prove/parts.ts';
import { testFiles } from '../prove/test-files.ts';
import { folders, type Chosen } from './choose.ts';
import { switched } from './mutants.ts';

const root = path.join(import.meta.dirname, '../..');
const chosen = JSON.parse(readFileSync(process.env['MUTANTS']!, 'utf8')) as readonly Chosen[];

/*
 * What runs in the process of its test, where the switches are: not what starts the program that was built, nor what
 * plants bugs of its own.
 */
const proofs = parts
  .filter(({ name }) => ['safety', 'commands', 'hostile', 'models'].includes(name))
  .flatMap((part) => filesOf(part, testFiles))
  .filter((file) => !/kills|package|shipped|redact|planted|plan-only|workflows|megabyte/.test(file));
const files = [...new Set([...testFiles.filter((file) => file.endsWith('.test.ts')), ...proofs])];

const near = folders;

/** The tests beside the mutated folders first: they are quick, and a mutant that is noticed needs no slow test. */
class NearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = near.findIndex((folder) => moduleId.startsWith(path.join(root, 'test', folder, path.sep)));
      return at === -1 ? near.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/*
 * The tests of `npm test` and the proofs that can notice a mutant, run against sources that have every mutant in them,
 * each behind a switch: each test with one mutant after the other (`runner.ts`), or, where `MUTANT` names one, as ever
 * with that one on.
 */
export default defineConfig({
  define: pageScripts(),
  root,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(code, id) {
        const file = path.relative(root, id).replaceAll(path.sep, '/');
        const mutants = chosen.filter((mutant) => mutant.file === file);
        return mutants.length === 0 ? undefined : switched(code, mutants);
      },
    },
  ],
  test: {
    include: files,
    setupFiles: ['test/property-seed.ts'],
    env: { HISTORIES: process.env['HISTORIES'] ?? '40' },
    runner: 'test/mutation/runner.ts',
    sequence: { sequencer: NearFirst },
    pool: 'forks',
    maxWorkers: process.env['MUTANT'] === undefined ? 2 : 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
