import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { TestRunner, type RunnerTestCase, type RunnerTestFile } from 'vitest';
import { getFn } from 'vitest/suite';
import { allReached, ending, isFixed, isNoticed, reachedBy, record } from './switches.ts';

/** Milliseconds that the mutants of one test may take together. */
const patience = 10_000;

/** Milliseconds that the tests of one file may take; what is left then is left to processes of its own. */
const patienceWithFile = 60_000;

/** A mutant that was late in so many tests is left to a process of its own. */
const mostLate = 2;
const late = new Map<number, number>();

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
    const isLate = performance.now() - this.#start > patienceWithFile;
    const start = performance.now();
    const { mutants, count } = await reachedBy(run);
    const took = performance.now() - start;
    const left = [...mutants]
      .filter((id) => !isNoticed(id) && (late.get(id) ?? 0) < mostLate)
      .slice(0, Math.ceil(patience / took));
    if (isLate || left.length === 0) return;
    const limits = { milliseconds: 15_000 + 20 * took, count: 1e6 + 100 * count };
    const isSound = async (): Promise<boolean> => (await ending(run, limits)) === 'passed';
    if (!(await isSound())) return;
    for (const mutant of left) {
      const end = await ending(run, { mutant, ...limits });
      if (end === 'passed') continue;
      if (end === 'late') late.set(mutant, (late.get(mutant) ?? 0) + 1);
      else record(`noticed/${mutant}`, nameOf(test));
      if (!(await isSound())) return;
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
