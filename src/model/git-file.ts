/** A file as a commit or the index of git has it. */
export interface GitFile {
  /** `link`: a symbolic link; `other`: a submodule, or a name that is not UTF-8. */
  readonly type: 'file' | 'link' | 'other';
  /** Its content, where a link leads; of what is larger than 1 MiB a byte more than that, and none of `other`. */
  readonly bytes: () => Uint8Array;
}
