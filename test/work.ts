import { Session, type Profiler } from 'node:inspector';

/*
 * The work of a task, counted and not timed, so that it is the same on every machine: each call of a function of ours,
 * each round of a loop and each branch, as V8 counts them for coverage, and each item that a method of the language
 * goes through. V8 counts loops and branches only in functions that it compiles from now on, so a file that uses this
 * gets a process of its own (vitest.config.ts) and imports it before the sources.
 */
const session = new Session();
session.connect();
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

let items = 0;
countItems();

/** The number of steps that a task takes; deterministic where the task is. */
export async function workOf(task: () => unknown): Promise<number> {
  // Taking the counts sets them to zero.
  post('Profiler.takePreciseCoverage');
  items = 0;
  await task();
  const ofMethods = items;
  return stepsOf(post('Profiler.takePreciseCoverage')) + ofMethods;
}

/**
 * How many times as much work a task is for eight times as much: about 8 where it is linear, 64 where it is quadratic.
 */
export async function growth(prepare: (size: number) => () => unknown, size: number): Promise<number> {
  const [small, large] = [prepare(size), prepare(8 * size)];
  // What is kept for all later times is made before.
  await small();
  const one = await workOf(small);
  return (await workOf(large)) / one;
}

/** Nearer to linear, with room for sorting. */
export const mostGrowth = 20;

function stepsOf({ result }: Profiler.TakePreciseCoverageReturnType): number {
  return result
    .filter(({ url }) => /^(?:file:|\/|[A-Z]:)/.test(url) && !url.includes('/node_modules/'))
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}

/** Within one thread the answer comes before `post` returns. */
function post(method: string, params: object = {}): Profiler.TakePreciseCoverageReturnType {
  const answers: unknown[] = [];
  session.post(method, params, (error, result) => void answers.push(error ?? result));
  const [answer] = answers;
  if (answer instanceof Error) throw answer;
  return answer as Profiler.TakePreciseCoverageReturnType;
}

/** Methods that go through all items count them: a loop of `includes` is as quadratic as one of our own. */
function countItems(): void {
  const arrays = ['includes', 'indexOf', 'lastIndexOf', 'slice', 'concat', 'unshift', 'join', 'flat'];
  for (const name of arrays) counted(Array.prototype, name, (list) => list.length);
  // It moves what comes after only where it takes more or fewer than it puts in.
  counted(Array.prototype, 'splice', (list, removed, [start, , ...added]) => {
    return (removed as readonly unknown[]).length === added.length
      ? added.length
      : list.length - Number(start);
  });
  for (const name of ['split', 'replaceAll']) counted(String.prototype, name, (text) => text.length);
  for (const iterable of [[], new Set(), new Map()])
    counted(Object.getPrototypeOf(iterable[Symbol.iterator]()) as object, 'next', () => 1);
  for (const name of ['keys', 'values', 'entries'])
    counted(Object, name, (_, result) => (result as readonly unknown[]).length);
  counted(JSON, 'stringify', (_, result) => String(result).length);
}

interface Sized {
  readonly length: number;
}

function counted(
  owner: object,
  name: string,
  count: (self: Sized, result: unknown, args: readonly unknown[]) => number,
): void {
  const method = Reflect.get(owner, name) as (this: Sized, ...args: unknown[]) => unknown;
  Object.defineProperty(owner, name, {
    ...Object.getOwnPropertyDescriptor(owner, name),
    value: function (this: Sized, ...args: unknown[]): unknown {
      const result = method.apply(this, args);
      items += count(this, result, args);
      return result;
    },
  });
}
