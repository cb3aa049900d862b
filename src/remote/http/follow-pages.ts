interface PagedList<Page> {
  readonly origin: string;
  /** From the root of the origin, as all that are read. */
  readonly firstPath: string;
  readonly read: (path: string) => Promise<Page>;
  /** The URI of the next page, whole or relative to the path of this one; undefined after the last. */
  readonly next: (page: Page, path: string) => string | undefined;
  /** Where the URI is, for messages. */
  readonly field: string;
  /** The error for a list that cannot be read. `why` is a clause. */
  readonly wrong: (why: string) => Error;
}

/** The pages of a list, one after the other. A URI is followed as given, but never to another origin or in a circle. */
export async function* followPages<Page>(paging: PagedList<Page>): AsyncGenerator<Page, void, undefined> {
  const { origin, firstPath, read, next, field, wrong } = paging;
  const seen = new Set<string>();
  let path = firstPath;
  for (;;) {
    if (seen.has(path)) throw wrong(`${field} goes in a circle`);
    seen.add(path);
    const page = await read(path);
    yield page;
    const uri = next(page, path);
    if (uri === undefined) return;
    if (!URL.canParse(uri, origin + path)) throw wrong(`${field} is not a URI`);
    const url = new URL(uri, origin + path);
    // `file:` and others have no origin.
    const to = url.origin === 'null' ? url.protocol : url.origin;
    if (to !== origin) throw wrong(`${field} leads away from ${origin}, to ${to}`);
    path = url.pathname + url.search;
  }
}
