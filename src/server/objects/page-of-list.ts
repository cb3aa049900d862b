import { lastNotAfter } from '../../text/lists/last-not-after.ts';
import type { KindName } from '../../kinds/kind.ts';
import { refusal, type Answer } from '../http/answer.ts';
import type { ApiRequest, Context } from '../context.ts';
import { readObject } from './stored-read-form.ts';
import { newestFirst, serialOfGone, type State } from '../state/server-state.ts';
import type { ListOperation } from '../../kinds/operation.ts';

const maxLimit = 100;

interface Window {
  readonly limit: number;
  /** Only objects with a lower serial. */
  readonly below: number;
}

/**
 * A page of a list, newest first. A full page links to a next one even if that is empty: the server does not look
 * ahead.
 */
export function listPage(
  { kind, list: { path, items } }: { readonly kind: KindName; readonly list: ListOperation },
  { store, behaviour }: Context,
  { origin, query, behind }: ApiRequest,
): Answer {
  const window = readWindow(store.state, kind, query);
  if ('status' in window) return window;
  const { limit, below } = window;
  const all = newestFirst(store.state, kind, behind);
  // The list is newest first: behind the last object whose serial is not lower.
  const from = lastNotAfter(all, -below, ({ serial }) => -serial) + 1;
  const page = all.slice(from, from + limit);
  const last = page.length === limit ? page[limit - 1] : undefined;
  const uri = origin + path;
  const body = {
    [items]: page.map((stored) => readObject(stored, { origin, secrets: behaviour.secrets })),
    uri,
    next_page_uri:
      last === undefined ? null : `${uri}?before_id=${encodeURIComponent(last.id)}&limit=${limit}`,
  };
  return { status: 200, body };
}

function readWindow(state: State, kind: KindName, query: ApiRequest['query']): Window | Answer {
  const given = new Map(query);
  const stranger = query.find(([name]) => name !== 'limit' && name !== 'before_id');
  if (stranger !== undefined) return refusal(400, `there is no query parameter \`${stranger[0]}\``);
  if (given.size < query.length) return refusal(400, 'a query parameter is given twice');
  const limitText = given.get('limit') ?? String(maxLimit);
  const limit = /^\d{1,3}$/.test(limitText) ? Number(limitText) : 0;
  if (limit < 1 || limit > maxLimit) return refusal(400, `\`limit\` must be from 1 to ${maxLimit}`);
  const id = given.get('before_id');
  const below =
    id === undefined ? Infinity : (state.objects[kind].get(id)?.serial ?? serialOfGone(state, kind, id));
  return below === undefined
    ? refusal(400, '`before_id` names nothing that was ever in this list')
    : { limit, below };
}
