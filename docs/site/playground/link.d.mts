/** Texts by path; null for a file of the example that is not there. */
export type ChangedFiles = Readonly<Record<string, string | null>>;

/**
 * The part of an address that opens the playground with these texts, such as `#1-2k-…`. `files` are texts by path;
 * with `example`, the name of an example, they are added to its files, and null removes one. `open` is the file that is
 * shown first. `live` are the files that are already applied, in the same form; none are by default.
 */
export function playgroundLink(
  files: ChangedFiles,
  options?: { readonly example?: string; readonly open?: string; readonly live?: ChangedFiles },
): Promise<string>;

export function packed(value: unknown): Promise<string>;

/** The value of `packed`, or what is wrong with the link, as a sentence without its final period. */
export function unpacked(
  hash: string,
): Promise<{ readonly value: unknown; readonly problem?: never } | { readonly problem: string }>;
