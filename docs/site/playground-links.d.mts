/** The text of a page with the links, each below its block. `base` is the path of the site on its host. */
export function withPlaygroundLinks(text: string, base: string): Promise<string>;
