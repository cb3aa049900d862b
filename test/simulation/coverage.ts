import { pairs, type Pair } from './world/faults.ts';

/** How often each fault struck at each point. */
export function coverageOf(struck: readonly Pair[]): readonly (Pair & { readonly count: number })[] {
  const counts = new Map<string, number>();
  for (const { point, fault } of struck) {
    const key = `${point} ${fault}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return pairs.map((pair) => ({ ...pair, count: counts.get(`${pair.point} ${pair.fault}`) ?? 0 }));
}

/** The table, a line a point. */
export function coverageText(struck: readonly Pair[]): string {
  const points = [...new Set(pairs.map(({ point }) => point))];
  const all = coverageOf(struck);
  return points
    .map((point) => {
      const own = all.filter((each) => each.point === point);
      return `${point.padEnd(17)} ${own.map(({ fault, count }) => `${fault} ${count}`).join('  ')}`;
    })
    .join('\n');
}
