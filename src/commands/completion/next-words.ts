/** A word that can follow, with a few words about it. */
export interface NextWord {
  readonly value: string;
  readonly doc?: string;
  /** Set if more of the same word follows, so that no space is added: `policy-ip-range=`. */
  readonly isOpen?: true;
}

/** The possible ends of a command line. Paths are completed by the shell itself. */
export type NextWords =
  | { readonly type: 'words'; readonly candidates: readonly NextWord[] }
  | { readonly type: 'files' }
  | { readonly type: 'folders' };

export const noWords: NextWords = { type: 'words', candidates: [] };
