import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * The switches of the mutants in one process of tests: which one is on, which ones were come by, which ones are noticed.
 * The sources ask `globalThis.isMutant(id)` at each mutant.
 */
let active = process.env['MUTANT'] === undefined ? undefined : Number(process.env['MUTANT']);
let deadline = Infinity;
let reached = new Set<number>();

Object.assign(globalThis, {
  isMutant: (id: number): boolean => {
    reached.add(id);
    // A loop that a mutant makes endless comes by a switch in each round.
    if (active !== undefined && performance.now() > deadline)
      throw new Error(`mutant ${active} does not end`);
    return id === active;
  },
});

/** Whether one mutant is on for the whole of this process. */
export const isFixed = active !== undefined;

/** The mutants that something comes by. */
export async function reachedBy(run: () => unknown): Promise<ReadonlySet<number>> {
  const before = reached;
  reached = new Set();
  try {
    await run();
    return reached;
  } finally {
    reached = new Set([...before, ...reached]);
  }
}

/** All that were come by so far. */
export function allReached(): readonly number[] {
  return [...reached];
}

/** Whether something ends well, in time, with a mutant on or with none. */
export async function passes(
  run: () => unknown,
  { mutant, milliseconds }: { readonly mutant?: number; readonly milliseconds: number },
): Promise<boolean> {
  active = mutant;
  deadline = performance.now() + milliseconds;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), milliseconds);
  });
  try {
    await Promise.race([run(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    active = undefined;
  }
}

const folder = process.env['MUTANT_RECORD'];

/** Whether some test of any process has noticed it. */
export function isNoticed(id: number): boolean {
  return folder !== undefined && existsSync(path.join(folder, 'noticed', String(id)));
}

export function record(name: string, text: string): void {
  if (folder === undefined) return;
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
