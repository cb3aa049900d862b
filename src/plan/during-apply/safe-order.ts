/**
 * Derives which change depends on which: by identity, since the service rejects duplicates, and by safety, since no URL
 * may be temporarily less protected. For each demand, the first rule that closes no cycle is chosen. A demand without
 * such a rule cannot be met by any order; the temporary loss then needs an approval. Of the wished rules, by which
 * forwarded requests arrive, those that close no cycle hold.
 */
import { addTo } from '../../text/lists/group-by.ts';
import type { Demand, OrderRule } from './during-apply.ts';

export interface SafeOrder {
  /** By change, the changes that must be done before it. */
  readonly restsOn: ReadonlyMap<number, ReadonlySet<number>>;
  readonly unmet: readonly Demand[];
}

export function safeOrder(
  fixed: readonly OrderRule[],
  demands: readonly Demand[],
  wished: readonly OrderRule[],
): SafeOrder {
  const { graph, unmet } = orderOf(fixed, demands);
  for (const rule of wished) if (!graph.reaches(rule.required, rule.waiting)) graph.add(rule);
  return { restsOn: graph.edges, unmet };
}

function orderOf(
  fixed: readonly OrderRule[],
  demands: readonly Demand[],
): { readonly graph: Graph; readonly unmet: readonly Demand[] } {
  const graph = new Graph();
  for (const rule of fixed) graph.add(rule);
  const chosen = demands.map((demand) => ({ demand, rule: demand.options[0] }));
  for (const { rule } of chosen) if (rule !== undefined) graph.add(rule);
  const cycles = graph.inOrBehindCycles();
  if (cycles.size === 0) return { graph, unmet: [] };
  // Most plans have no cycle. In one that has, the demands within the cycle are met one by one.
  const isIn = (rule: OrderRule | undefined): boolean =>
    rule === undefined || (cycles.has(rule.waiting) && cycles.has(rule.required));
  const free = new Graph();
  for (const rule of fixed) free.add(rule);
  for (const { rule } of chosen) if (rule !== undefined && !isIn(rule)) free.add(rule);
  const unmet: Demand[] = [];
  for (const { demand } of chosen.filter(({ rule }) => isIn(rule))) {
    const rule = demand.options.find(({ waiting, required }) => !free.reaches(required, waiting));
    if (rule === undefined) unmet.push(demand);
    else free.add(rule);
  }
  return { graph: free, unmet };
}

class Graph {
  readonly edges = new Map<number, Set<number>>();

  add({ waiting, required }: OrderRule): void {
    this.edges.set(waiting, (this.edges.get(waiting) ?? new Set()).add(required));
  }

  reaches(from: number, to: number): boolean {
    const seen = new Set([from]);
    const open = [from];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === to) return true;
      for (const neighbor of this.edges.get(next) ?? []) {
        if (seen.has(neighbor)) continue;
        seen.add(neighbor);
        open.push(neighbor);
      }
    }
    return false;
  }

  /**
   * Changes that are in a cycle or depend on one, found by repeatedly removing changes without remaining dependencies.
   */
  inOrBehindCycles(): ReadonlySet<number> {
    const counts = new Map<number, number>();
    const above = new Map<number, number[]>();
    for (const [waiting, all] of this.edges) {
      counts.set(waiting, all.size);
      for (const required of all) addTo(above, required, waiting);
    }
    const open = [...above.keys()].filter((change) => !counts.has(change));
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const waiting of above.get(next) ?? []) {
        const left = (counts.get(waiting) ?? 0) - 1;
        counts.set(waiting, left);
        if (left === 0) open.push(waiting);
      }
    }
    // Changes that merely depend on a cycle are included; the only cost is one more check of their demands.
    return new Set([...counts].flatMap(([waiting, left]) => (left > 0 ? [waiting] : [])));
  }
}
