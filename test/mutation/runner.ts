import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { TestRunner, type RunnerTestCase, type RunnerTestFile } from 'vitest';
import { getFn } from 'vitest/suite';
import { allReached, isFixed, isNoticed, passes, reachedBy, record } from './switches.ts';

/** Milliseconds that the mutants of one test may take together. */
const patience = 10_000;

/**
 * Runs each test as it is, then again with each mutant on that it came by and that no test has noticed yet. A test that
 * does not pass a second time, or not any more after a mutant, says nothing of the others.
 */
export default class MutationRunner extends TestRunner {
  #start = performance.now();

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = getFn(test);
    if (isFixed) {
      await run();
      return;
    }
    const start = performance.now();
    const reached = await reachedBy(run);
    const took = performance.now() - start;
    const left = [...reached].filter((id) => !isNoticed(id)).slice(0, Math.ceil(patience / took));
    if (left.length === 0) return;
    const milliseconds = 5000 + 20 * took;
    if (!(await passes(run, { milliseconds }))) return;
    for (const mutant of left) {
      if (await passes(run, { mutant, milliseconds })) continue;
      record(`noticed/${mutant}`, nameOf(test));
      if (!(await passes(run, { milliseconds }))) return;
    }
  }

  override onAfterRunFiles(files?: RunnerTestFile[]): void {
    super.onAfterRunFiles();
    for (const { filepath } of files ?? []) {
      const file = path.relative(process.cwd(), filepath).replaceAll(path.sep, '/');
      const milliseconds = Math.round(performance.now() - this.#start);
      record(
        `files/${file.replaceAll('/', '+')}.json`,
        JSON.stringify({ file, reached: allReached(), milliseconds }),
      );
    }
  }
}

function nameOf({ name, file }: RunnerTestCase): string {
  return `${path.relative(process.cwd(), file.filepath).replaceAll(path.sep, '/')}\n${name}`;
}
