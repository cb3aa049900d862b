import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * The switches of the mutants in one process of tests: which one is on, which ones were come by, which ones are
 * noticed. The sources ask `globalThis.isMutant(id)` at each mutant.
 */
let active = process.env['MUTANT'] === undefined ? undefined : Number(process.env['MUTANT']);
let deadline = Infinity;
let calls = 0;
let mostCalls = Infinity;
let reached = new Set<number>();

Object.assign(globalThis, {
  isMutant: (id: number): boolean => {
    reached.add(id);
    calls++;
    // A loop that a mutant makes endless comes by a switch in each round.
    if (active !== undefined && (calls > mostCalls || performance.now() > deadline))
      throw new Error(`mutant ${active} does not end`);
    return id === active;
  },
});

/** Whether one mutant is on for the whole of this process. */
export const isFixed = active !== undefined;

interface Seen {
  readonly mutants: ReadonlySet<number>;
  /** How many times it came by one. */
  readonly count: number;
}

/** The mutants that something comes by. */
export async function reachedBy(run: () => unknown): Promise<Seen> {
  const before = reached;
  reached = new Set();
  calls = 0;
  try {
    await run();
    return { mutants: reached, count: calls };
  } finally {
    reached = new Set([...before, ...reached]);
  }
}

/** All that were come by so far. */
export function allReached(): readonly number[] {
  return [...reached];
}

export interface Limits {
  readonly milliseconds: number;
  /** How many times it may come by a mutant. */
  readonly count: number;
}

/**
 * How something ends, with a mutant on or with none. `late` may be the fault of a busy machine; what does not end by
 * the count of its rounds has failed on any machine.
 */
export async function ending(
  run: () => unknown,
  { mutant, milliseconds, count }: Limits & { readonly mutant?: number },
): Promise<'passed' | 'failed' | 'late'> {
  active = mutant;
  calls = 0;
  mostCalls = count;
  deadline = performance.now() + milliseconds;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), milliseconds);
  });
  try {
    await Promise.race([run(), late]);
    return 'passed';
  } catch {
    return calls <= count && performance.now() > deadline ? 'late' : 'failed';
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
