/**
 * Which change rests on which: by identity, since the service lets nothing be held twice, and by safety, since no URL
 * may be less protected for a while. Of the rules that would do for a demand the first is taken that closes no circle.
 * A demand without such a rule cannot be met by any order: then a person must approve of the moment.
 */
import type { Demand, TurnRule } from './moments.ts';

export interface SafeOrder {
  /** By turn, those that must be done before. */
  readonly restsOn: ReadonlyMap<number, ReadonlySet<number>>;
  readonly unmet: readonly Demand[];
}

export function safeOrder(fixed: readonly TurnRule[], demands: readonly Demand[]): SafeOrder {
  const graph = new Graph();
  for (const rule of fixed) graph.add(rule);
  const chosen = demands.map((demand) => ({ demand, rule: demand.options[0] }));
  for (const { rule } of chosen) if (rule !== undefined) graph.add(rule);
  const circles = graph.circles();
  if (circles.size === 0) return { restsOn: graph.edges, unmet: [] };
  // Most plans have no circle. Where there is one, the demands in it are met one by one.
  const isIn = (rule: TurnRule | undefined): boolean =>
    rule === undefined || (circles.get(rule.x) !== undefined && circles.get(rule.x) === circles.get(rule.y));
  const free = new Graph();
  for (const rule of fixed) free.add(rule);
  for (const { rule } of chosen) if (rule !== undefined && !isIn(rule)) free.add(rule);
  const unmet: Demand[] = [];
  for (const { demand } of chosen.filter(({ rule }) => isIn(rule))) {
    const rule = demand.options.find(({ x, y }) => !free.reaches(y, x));
    if (rule === undefined) unmet.push(demand);
    else free.add(rule);
  }
  return { restsOn: free.edges, unmet };
}

class Graph {
  readonly edges = new Map<number, Set<number>>();

  add({ x, y }: TurnRule): void {
    const known = this.edges.get(x);
    if (known === undefined) this.edges.set(x, new Set([y]));
    else known.add(y);
  }

  reaches(from: number, to: number): boolean {
    const seen = new Set([from]);
    const open = [from];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === to) return true;
      for (const each of this.edges.get(next) ?? []) {
        if (seen.has(each)) continue;
        seen.add(each);
        open.push(each);
      }
    }
    return false;
  }

  /** The number of the circle that a turn is in: what is left when all that rests on nothing left is taken away. */
  circles(): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    const above = new Map<number, number[]>();
    for (const [x, all] of this.edges) {
      counts.set(x, all.size);
      for (const y of all) {
        const known = above.get(y);
        if (known === undefined) above.set(y, [x]);
        else known.push(x);
      }
    }
    const open = [...above.keys()].filter((y) => !counts.has(y));
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const x of above.get(next) ?? []) {
        const left = (counts.get(x) ?? 0) - 1;
        counts.set(x, left);
        if (left === 0) open.push(x);
      }
    }
    // Coarse: what hangs on a circle counts as a part of it. It is looked at once more, and no more.
    return new Map([...counts].filter(([, left]) => left > 0).map(([x]) => [x, 0]));
  }
}
