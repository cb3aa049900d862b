import type { Json } from '../../../../src/model/value.ts';
import type { Answer, Asked } from './server.ts';

/** A page of a list, and in `Link` the next one. */
export function paged(
  { path, query }: Asked,
  items: readonly Json[],
  page: (path: string) => string,
): Answer {
  const size = Number(query.get('per_page') ?? query.get('limit') ?? 30);
  const number = Number(query.get('page') ?? 1);
  const shown = items.slice((number - 1) * size, number * size);
  if (number * size >= items.length) return { status: 200, values: shown };
  const next = new URLSearchParams(query);
  next.set('page', String(number + 1));
  const first = `<${page(path)}?${query.toString()}&page=1>; rel="first"`;
  const link = `${first}, <${page(path)}?${next.toString()}>; rel="next"`;
  return { status: 200, values: shown, headers: { link } };
}
