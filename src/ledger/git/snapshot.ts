/** The files of the ledger branch at one commit, without their content. */
export interface BranchSnapshot {
  /** Undefined: the remote has no such branch. */
  readonly commit: string | undefined;
  /** The object ids of files and folders by path, such as `production/ledger.json`. */
  readonly ids: ReadonlyMap<string, string>;
}

export const emptySnapshot: BranchSnapshot = { commit: undefined, ids: new Map() };

/** Reads the output of `git ls-tree -r -t -z`: `<mode> <type> <id>\t<path>`, each terminated by a NUL. */
export function snapshotOf(commit: string, list: string): BranchSnapshot {
  const ids = new Map<string, string>();
  for (const entry of list.split('\0')) {
    // Links and submodules are never ours.
    const [, id = '', path = ''] = /^(?:100\d{3} blob|040000 tree) ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
    if (path !== '') ids.set(path, id);
  }
  return { commit, ids };
}

/** The id of all that is in an environment's folder; undefined if there is none. */
export function folderId({ ids }: BranchSnapshot, environment: string): string | undefined {
  return ids.get(environment);
}
