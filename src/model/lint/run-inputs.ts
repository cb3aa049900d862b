/** Collects everything that the output of a run depends on, so that it can be printed again while nothing changed. */
export interface RunInputs {
  /** The content of a file, or the names in a folder. Called before it is read. */
  readonly content: (path: string, state?: PathState) => void;
  /** The type of the entry at a path; undefined if there is none. */
  readonly type: (path: string, type: string | undefined) => void;
  /** The output may be different after this time, in milliseconds. */
  readonly until: (time: number) => void;
  /** All inputs are known now. Nothing is stored before this call. */
  readonly complete: () => void;
  /** The run has an input that a later run cannot compare. */
  readonly incomplete: () => void;
}

/** Identifies the state of a file or folder, as in git's index, with the time of its last change in milliseconds. */
export interface PathState {
  readonly key: string;
  readonly time: number;
}
