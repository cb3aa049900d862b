import type { LedgerState } from '../../model/ledger.ts';

/**
 * The routes of a ledger in the form that `ledger rebuild --routes` and `pull --routes` read. Those that are retired or
 * forgotten are comments: no file declares them, so rebuilding would refuse their lines.
 */
export function routesText({ environment, resources, orphans }: LedgerState): string {
  const lines = [
    ...Object.entries(resources).flatMap(([address, { id, edge_id }]) =>
      edge_id === undefined ? [] : [`${address}: ${edge_id}/${id}`],
    ),
    ...Object.entries(orphans).flatMap(([address, { id, edge_id, how }]) =>
      edge_id === undefined ? [] : [`# ${how} ${address}: ${edge_id}/${id}`],
    ),
  ];
  const title = `# routes of ${environment}, for edgewright ledger rebuild --routes`;
  return `${[title, ...lines.sort()].join('\n')}\n`;
}
