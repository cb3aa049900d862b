import { isJsonList, isJsonMap } from '../../text/json/json-access.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { followPages } from '../http/follow-pages.ts';
import type { Reply } from './call.ts';
import { answerProblem } from './check-answer.ts';
import type { Limits } from './client-config.ts';
import type { ListOperation } from '../../kinds/operation.ts';
import type { Digest } from './digest.ts';
import { malformedAnswer, notThere } from './answer-error.ts';

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
 * All pages of a list, each object once: an object that moves to the next page during reading appears on both. The
 * number of pages is that of the account: a service that never ends is known by pages without new objects, once these
 * are more than the others, by a great many pages with few of them, and by more objects than a process can hold,
 * whether new or not.
 */
export async function listPages<Item>(listing: Listing<Item>): Promise<readonly Item[]> {
  const { operation, limits, as, origin, firstPath } = listing;
  const found = new Map<string, Item>();
  const wrong = (why: string): Error => malformedAnswer(operation, 200, why);
  let pages = 0;
  let idle = 0;
  let bytes = 0;
  let items = 0;
  const read = async (path: string): Promise<JsonObject> => {
    // It can grow where its characters are encoded, and where it is relative to a long one.
    if (path.length > limits.uriLength) throw wrong(tooLong(limits));
    const page = await listing.read(path, (length) => (bytes += length));
    if (page === 'missing') throw notThere(operation, `is ${origin} the address of this API?`);
    if (page === 'nothing') throw wrong('it is empty');
    if (bytes > limits.listBytes) throw wrong(`its pages have more than ${limits.listBytes} bytes`);
    return page;
  };
  const next = (page: JsonObject): string | undefined => nextUri(listing, page['next_page_uri'], wrong);
  for await (const page of followPages({ origin, firstPath, read, next, field: '`next_page_uri`', wrong })) {
    pages++;
    const before = found.size;
    await takeItems(listing, page, (item) => {
      items++;
      found.set(item['id'] as string, as(item));
    });
    if (found.size === before) idle++;
    if (idle > pages - idle + idleAllowed)
      throw wrong(`it does not end: ${idle} of its pages have no new items`);
    if (pages > limits.pages + found.size / 10)
      throw wrong(`it does not end: ${pages} pages have ${found.size} items`);
    if (items > limits.items) throw wrong(`it has more than ${limits.items} items`);
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
function nextUri(
  { prefix, limits }: Pick<Listing<unknown>, 'prefix' | 'limits'>,
  uri: Json | undefined,
  wrong: (why: string) => Error,
): string | undefined {
  if (uri === undefined || uri === null) return undefined;
  if (typeof uri !== 'string') throw wrong('`next_page_uri` is not a URI');
  if (uri.length > limits.uriLength) throw wrong(tooLong(limits));
  // It would be the page itself.
  if (uri === '') throw wrong('`next_page_uri` is an empty string, not null');
  const isFromRoot = /^\/(?!\/)/.test(uri) && !uri.startsWith(`${prefix}/`);
  return isFromRoot ? prefix + uri : uri;
}

function tooLong({ uriLength }: Limits): string {
  return `\`next_page_uri\` has more than ${uriLength} characters`;
}
