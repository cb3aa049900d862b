/** An environment that a ledger has objects of, and that the files no longer declare. */
import type { LedgerState } from './ledger.ts';

/** The number of objects that are, or may be, live on account of this ledger; none of one that was moved away. */
export function objectsIn({ resources, orphans, unknown = {}, moved }: LedgerState): number {
  if (moved !== undefined) return 0;
  return [resources, orphans, unknown].reduce((count, table) => count + Object.keys(table).length, 0);
}

export function forgottenText(environment: string, count: number): string {
  const objects = count === 1 ? '1 object' : `${count} objects`;
  return `the ledger of \`${environment}\` has ${objects}, and \`environments/${environment}.yaml\` is gone`;
}

export function forgottenHelp(environment: string, renamed = '<name>'): string {
  return `put the file back, and remove it only after an apply with \`--allow-empty\` has deleted the objects; if the environment has a new name: \`edgewright ledger rename-env ${environment} ${renamed}\``;
}
