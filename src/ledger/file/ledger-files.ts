/**
 * The file system operations of the file store, as single steps, so that a simulation can stop between any two. Paths
 * are absolute. All throw the system's errors, with their `code`.
 */
export interface LedgerFiles {
  /** The type of an entry, without following links; undefined if there is none. */
  readonly look: (path: string) => Promise<'file' | 'folder' | 'link' | 'other' | undefined>;
  /** Mode 0700; does nothing if the folder exists. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** The whole text of a file; fails for a link. */
  readonly read: (path: string) => Promise<string>;
  /** A new file, mode 0600; `EEXIST` if the path exists. */
  readonly create: (path: string) => Promise<NewFile>;
  /** A file that is written at its end, mode 0600; created if there is none. */
  readonly openEnd: (path: string) => Promise<NewFile>;
  /** A second name for a file; `EEXIST` if the path exists. */
  readonly link: (from: string, to: string) => Promise<void>;
  /** Replaces any file at `to`. */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Names, sorted; empty if the folder does not exist. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Makes creations, renames and removals in the folder durable. */
  readonly syncFolder: (folder: string) => Promise<void>;
}

export interface NewFile {
  readonly write: (text: string) => Promise<void>;
  /** Cuts the file to this many bytes. */
  readonly truncate: (bytes: number) => Promise<void>;
  /** In bytes. */
  readonly size: () => Promise<number>;
  /** Makes the bytes durable. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}
