import type { ForgeAnswer, ForgeClient } from './forge-client.ts';
import { followPages } from '../../http/follow-pages.ts';
import { ForgeError } from '../../../model/forge.ts';
import { type AnswerReader, readItems, malformed } from './forge-answer.ts';

const mostPages = 500;

/**
 * All items of a list. The next page is named by `X-Next-Page` (GitLab, whose pages may hold fewer items than asked for
 * though more follow) or by `Link`.
 */
export async function readAllPages(
  client: ForgeClient,
  listPath: string,
  of: string,
): Promise<readonly AnswerReader[]> {
  const { origin, prefix, ask } = client;
  const found: AnswerReader[] = [];
  const wrong = (why: string): ForgeError => malformed(of, why);
  let pages = 0;
  const read = (path: string): Promise<ForgeAnswer> => {
    if (!path.startsWith(`${prefix}/`)) throw wrong('`Link` leads out of the path of the API URL');
    if (++pages > mostPages) throw wrong(`it has more than ${mostPages} pages`);
    return ask({ method: 'GET', path: path.slice(prefix.length) });
  };
  const next = ({ header }: ForgeAnswer, path: string): string | undefined => nextPage(header, path, wrong);
  const paging = { origin, firstPath: prefix + listPath, read, next, field: '`Link`', wrong };
  for await (const { json } of followPages(paging)) found.push(...readItems(json, of));
  return found;
}

function nextPage(
  header: ForgeAnswer['header'],
  path: string,
  wrong: (why: string) => ForgeError,
): string | undefined {
  const numbered = header('x-next-page');
  if (numbered === undefined)
    return /<([^<>]*)>\s*;[^<>]*?\brel="?next"?(?=[\s;,]|$)/.exec(header('link') ?? '')?.[1];
  if (numbered.trim() === '') return undefined;
  if (!/^\d{1,9}$/.test(numbered)) throw wrong('`X-Next-Page` is not a number');
  const url = new URL(path, 'http://forge.invalid');
  url.searchParams.set('page', numbered);
  return url.pathname + url.search;
}
