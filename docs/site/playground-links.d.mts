import type { SitePage } from './pages.mjs';

/** A block of YAML on a page: the files that it opens in the playground, or why it opens none. */
export interface OpenedBlock {
  readonly block: string;
  readonly files?: Readonly<Record<string, string>>;
  /** The files that were applied before. */
  readonly live?: Readonly<Record<string, string>>;
  /** The path of the block's own file. */
  readonly open?: string;
  readonly without?: keyof typeof reasonsWithoutLink;
}

export const reasonsWithoutLink: Readonly<Record<'other-program' | 'dev' | 'more-than-files', string>>;

/** By page, its blocks of YAML in order. */
export function openedBlocks(pages: readonly SitePage[]): ReadonlyMap<string, readonly OpenedBlock[]>;

/** The pages with the links, each below its block. `base` is the path of the site on its host. */
export function withPlaygroundLinks(pages: readonly SitePage[], base: string): Promise<readonly SitePage[]>;
