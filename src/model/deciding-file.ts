/** A file that decides what is checked, what runs with credentials or who approves, and is not as on the base. */
export interface DecidingFile {
  /** From the workspace's folder for tests, from the top of the repository for the rest. */
  readonly path: string;
  readonly decides: 'tests' | 'jobs' | 'owners';
  readonly change: 'new' | 'changed' | 'gone';
}
