/**
 * The part of a file system that the file store needs, step by step, so that a simulation can stop between any two
 *. Paths are absolute. All throw the system's errors, with their `code`.
 */
export interface LedgerFiles {
  /** What is there, without following a link; undefined for nothing. */
  readonly look: (path: string) => Promise<'file' | 'folder' | 'link' | 'other' | undefined>;
  /** Mode 0700; nothing happens where there is one. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** The whole text of a file that is not a link. */
  readonly read: (path: string) => Promise<string>;
  /** A new file, mode 0600; `EEXIST` where anything stands. */
  readonly create: (path: string) => Promise<NewFile>;
  /** A second name for a file; `EEXIST` where anything stands. */
  readonly link: (from: string, to: string) => Promise<void>;
  /** Takes the place of what is at `to`. */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** When its bytes were last written, in milliseconds since 1970. */
  readonly writtenAt: (path: string) => Promise<number>;
  /** Names, sorted; none where there is no folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Makes names durable: what was created, renamed and removed in the folder. */
  readonly syncFolder: (folder: string) => Promise<void>;
}

export interface NewFile {
  readonly write: (text: string) => Promise<void>;
  /** Makes the bytes durable. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}
