import { isJsonList, isJsonMap } from '../../text/json/json-access.ts';
import type { KindName, ListOperation } from '../../kinds/kind.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { type Digest, malformedAnswer, notThere, type Reply } from './call.ts';
import { answerProblem } from './check-answer.ts';
import type { Limits } from './client-config.ts';

interface Listing<Item> extends PageItems {
  /** Converts each object of a page. */
  readonly as: (answer: JsonObject) => Item;
  readonly origin: string;
  /** The path of the API URL. */
  readonly prefix: string;
  readonly firstPath: string;
  readonly limits: Limits;
  /** `received`: notified of the length of the page. */
  readonly read: (path: string, received: (bytes: number) => void) => Promise<Reply>;
}

interface PageItems {
  readonly kind: KindName;
  readonly operation: ListOperation;
  readonly digest: Digest;
}

/** The number of pages without a new object that any list may have. */
const idleAllowed = 100;

/**
 * All pages of a list, each object once: an object that moves to the next page during reading appears on both.
 * `next_page_uri` is followed as given, but never to another origin or in a cycle. The number of pages is that of the
 * account: a service that never ends is known by pages without new objects, once these are more than the others, by a
 * great many pages with few of them, and by more objects than a process can hold, whether new or not.
 */
export async function listPages<Item>(listing: Listing<Item>): Promise<readonly Item[]> {
  const { operation, limits, as } = listing;
  const found = new Map<string, Item>();
  const seen = new Set<string>();
  let idle = 0;
  let bytes = 0;
  let items = 0;
  let path: string | undefined = listing.firstPath;
  while (path !== undefined) {
    if (seen.has(path)) throw malformedAnswer(operation, 200, '`next_page_uri` goes in a circle');
    seen.add(path);
    const page = await listing.read(path, (length) => (bytes += length));
    if (page === 'missing') throw notThere(operation, `is ${listing.origin} the address of this API?`);
    if (page === 'nothing') throw malformedAnswer(operation, 200, 'it is empty');
    if (bytes > limits.listBytes)
      throw malformedAnswer(operation, 200, `its pages have more than ${limits.listBytes} bytes`);
    const before = found.size;
    await takeItems(listing, page, (item) => {
      items++;
      found.set(item['id'] as string, as(item));
    });
    if (found.size === before) idle++;
    if (idle > seen.size - idle + idleAllowed)
      throw malformedAnswer(operation, 200, `it does not end: ${idle} of its pages have no new items`);
    if (seen.size > limits.pages + found.size / 10)
      throw malformedAnswer(operation, 200, `it does not end: ${seen.size} pages have ${found.size} items`);
    if (items > limits.items) throw malformedAnswer(operation, 200, `it has more than ${limits.items} items`);
    path = nextPath(listing, path, page['next_page_uri']);
  }
  return [...found.values()];
}

/** The items of a page. A service in Go writes an empty list as null. */
export function pageItems(operation: ListOperation, page: JsonObject): readonly Json[] {
  const items = page[operation.items] === null ? [] : page[operation.items];
  if (isJsonList(items)) return items;
  throw malformedAnswer(operation, 200, `\`${operation.items}\` is not a list`);
}

async function takeItems(
  listing: PageItems,
  page: JsonObject,
  take: (item: JsonObject) => void,
): Promise<void> {
  const { operation, digest } = listing;
  const items = pageItems(operation, page);
  for (let from = 0; from < items.length; from += fewAtOnce) {
    const few = items.slice(from, from + fewAtOnce);
    await digest.take(() => {
      for (const [index, item] of few.entries()) take(checkItem(listing, item, from + index));
    });
  }
}

const fewAtOnce = 10;

function checkItem({ kind, operation }: PageItems, item: Json, index: number): JsonObject {
  const problem = isJsonMap(item) ? answerProblem(kind, item) : 'it is not an object';
  if (problem === undefined) return item as JsonObject;
  throw malformedAnswer(operation, 200, `in \`${operation.items}[${index}]\`, ${problem}`);
}

/**
 * A URI with a scheme is used as it is. A path from the root is relative to the API URL, like all paths of the API
 * (section 4), unless it repeats the API URL's path. Others are relative to their page.
 */
function nextPath(
  { operation, origin, prefix, limits }: Omit<Listing<unknown>, 'as'>,
  page: string,
  uri: Json | undefined,
): string | undefined {
  if (uri === undefined || uri === null) return undefined;
  const tooLong = `\`next_page_uri\` has more than ${limits.uriLength} characters`;
  if (typeof uri === 'string' && uri.length > limits.uriLength)
    throw malformedAnswer(operation, 200, tooLong);
  // It would be the page itself.
  if (uri === '') throw malformedAnswer(operation, 200, '`next_page_uri` is an empty string, not null');
  const base = `${origin}${page}`;
  if (typeof uri !== 'string' || !URL.canParse(uri, base)) {
    throw malformedAnswer(operation, 200, '`next_page_uri` is not a URI');
  }
  const isFromRoot = /^\/(?!\/)/.test(uri) && !uri.startsWith(`${prefix}/`);
  const url = new URL(isFromRoot ? prefix + uri : uri, base);
  if (url.origin !== origin) {
    // `file:` and others have no origin.
    const to = url.origin === 'null' ? url.protocol : url.origin;
    throw malformedAnswer(operation, 200, `\`next_page_uri\` leads away from ${origin}, to ${to}`);
  }
  const path = `${url.pathname}${url.search}`;
  // It can grow where its characters are encoded, and where it is relative to a long one.
  if (path.length > limits.uriLength) throw malformedAnswer(operation, 200, tooLong);
  return path;
}
