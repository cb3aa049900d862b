/** A file in a commit or in the git index. */
export interface GitFile {
  /** `link`: a symbolic link; `other`: a submodule, or a name that is not UTF-8. */
  readonly type: 'file' | 'link' | 'other';
  /** Git's object name of the content, equal for equal bytes only. */
  readonly id: string;
  /** The content; for a link, its target. Content over 1 MiB is cut one byte above that; `other` has none. */
  readonly bytes: () => Uint8Array;
}
