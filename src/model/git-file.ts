/** A file as a commit or the index of git has it. */
export interface GitFile {
  /** `link`: a symbolic link; `other`: a submodule, or a name that is not UTF-8. */
  readonly type: 'file' | 'link' | 'other';
  /** Git's name for the content: the same for the same bytes, and no other. */
  readonly id: string;
  /** Its content, where a link leads; of what is larger than 1 MiB a byte more than that, and none of `other`. */
  readonly bytes: () => Uint8Array;
}
