import type { LedgerBranch } from './ledger-branch.ts';
import type { BranchSnapshot } from './snapshot.ts';
import type { EnvironmentFiles } from './text-segments.ts';

/** The files in an environment's folder of the branch. */
export function environmentFiles(
  { read }: Pick<LedgerBranch, 'read'>,
  { ids }: BranchSnapshot,
  environment: string,
): EnvironmentFiles {
  const folder = `${environment}/`;
  return {
    paths: () =>
      [...ids.keys()].flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : [])),
    idOf: (path) => ids.get(folder + path),
    read,
  };
}
