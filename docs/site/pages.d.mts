interface Section {
  readonly title: string;
  readonly pages: readonly string[];
}

export interface SitePage {
  readonly file: string;
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

export const repository: string;
export const sections: readonly Section[];
export function sitePages(): readonly SitePage[];
export function slugOf(heading: string): string;
