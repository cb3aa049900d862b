import { ForgeError } from '../../model/forge/forge.ts';
import { readItems, malformed, type AnswerReader } from './read-answer.ts';
import type { ForgeAnswer, ForgeLine } from './forge-line.ts';

const mostPages = 500;

/**
 * All items of a list. The next page is named by `X-Next-Page` (GitLab, whose pages may hold fewer items than asked for
 * though more follow) or by `Link`, which must not lead to another origin.
 */
export async function readAllPages(
  line: ForgeLine,
  firstPath: string,
  of: string,
): Promise<readonly AnswerReader[]> {
  const found: AnswerReader[] = [];
  const seen = new Set<string>();
  let path: string | undefined = firstPath;
  while (path !== undefined) {
    if (seen.has(path)) throw malformed(of, 'its pages go in a circle');
    if (seen.size >= mostPages) throw malformed(of, `it has more than ${mostPages} pages`);
    seen.add(path);
    const answer = await line.ask({ method: 'GET', path });
    found.push(...readItems(answer.json, of));
    path = nextPage(line, path, answer);
  }
  return found;
}

function nextPage(line: ForgeLine, path: string, { header }: ForgeAnswer): string | undefined {
  const numbered = header('x-next-page');
  if (numbered === undefined) return linkedPage(line, path, header('link'));
  if (numbered.trim() === '') return undefined;
  if (!/^\d{1,9}$/.test(numbered)) throw malformed('the list', '`X-Next-Page` is not a number');
  const url = new URL(path, 'http://forge.invalid');
  url.searchParams.set('page', numbered);
  return url.pathname + url.search;
}

function linkedPage(
  { origin, prefix }: ForgeLine,
  path: string,
  link: string | undefined,
): string | undefined {
  const [, target] = /<([^<>]*)>\s*;[^<>]*?\brel="?next"?(?=[\s;,]|$)/.exec(link ?? '') ?? [];
  if (target === undefined) return undefined;
  const base = `${origin}${prefix}${path}`;
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
  if (url === undefined) throw malformed('the list', '`Link` is not a URL');
  if (url.origin !== origin) {
    throw new ForgeError(
      'malformed',
      `\`Link\` leads away from ${origin}, to ${url.origin}: the token is sent to one origin`,
    );
  }
  if (!url.pathname.startsWith(`${prefix}/`))
    throw malformed('the list', '`Link` leads out of the path of the API URL');
  return url.pathname.slice(prefix.length) + url.search;
}
