/** Where a workspace is: a lineage is a line that people copy with the folder, or with the whole repository. */
export interface LedgerHome {
  /** The folder in the repository; empty for the top. */
  readonly folder: string;
  /** The end of the URL of its remote, such as `acme/edges`, which is the same over https and ssh. */
  readonly repository?: string;
}

/** Where a workspace is, as its files tell. */
export interface WorkspaceHome extends Pick<LedgerHome, 'folder'> {
  /** Of each remote of the clone, that of `origin` first. */
  readonly repositories: readonly string[];
  /** How this workspace gets a ledger and markers of its own, as an imperative; made when a message needs it. */
  readonly ownHelp: () => string;
  /** The same for a workspace that has a lineage of its own. */
  readonly ownPlace: () => string;
}
