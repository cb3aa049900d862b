/**
 * How many times as long a task takes for eight times as much: about 8 where time is linear in size, 64 where it is
 * quadratic. The least of a few rounds counts: what else the machine does comes and goes, a quadratic task stays one.
 */
export function growth(prepare: (size: number) => () => void, size: number): number {
  const [small, large] = [prepare(size), prepare(8 * size)];
  large();
  let least = Infinity;
  for (let round = 0; round < 5 && least >= mostGrowth / 2; round++) {
    least = Math.min(least, best(large) / best(small));
  }
  return least;
}

/** Nearer to the second of the two: memory that no cache holds makes large things slower than in proportion. */
export const mostGrowth = 32;

/** The shortest of several runs in microseconds of processor time, so that random delays do not count. */
function best(task: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage();
    task();
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.max(1, Math.min(...times));
}
