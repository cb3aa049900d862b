import type { ForgeAnswer, ForgeClient } from './forge-client.ts';
import { safeWords } from '../../http/failure-words.ts';
import { ForgeError } from '../../../model/forge.ts';
import type { Json, JsonObject } from '../../../model/value.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';

const mostPages = 500;

/**
 * All items of a list. The next page is named by `X-Next-Page` (GitLab, whose pages may hold fewer items than asked for
 * though more follow) or by `Link`, which must not lead to another origin.
 */
export async function readAllPages(
  client: ForgeClient,
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
    const answer = await client.ask({ method: 'GET', path });
    found.push(...readItems(answer.json, of));
    path = nextPage(client, path, answer);
  }
  return found;
}

function nextPage(client: ForgeClient, path: string, { header }: ForgeAnswer): string | undefined {
  const numbered = header('x-next-page');
  if (numbered === undefined) return linkedPage(client, path, header('link'));
  if (numbered.trim() === '') return undefined;
  if (!/^\d{1,9}$/.test(numbered)) throw malformed('the list', '`X-Next-Page` is not a number');
  const url = new URL(path, 'http://forge.invalid');
  url.searchParams.set('page', numbered);
  return url.pathname + url.search;
}

function linkedPage(
  { origin, prefix }: ForgeClient,
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

/** Access to one object of a response: every field must have its type. `of` names the object in errors. */
export interface AnswerReader {
  readonly text: (name: string) => string;
  readonly optionalText: (name: string) => string | undefined;
  /** A whole number, or text, as a path needs it. */
  readonly id: (name: string) => string;
  readonly object: (name: string) => AnswerReader;
  readonly optionalObject: (name: string) => AnswerReader | undefined;
  readonly flag: (name: string) => boolean;
}

export function readAnswer(json: Json | undefined, of: string): AnswerReader {
  if (!isJsonMap(json)) throw malformed(of, 'it is not an object');
  return readerOf(json, of);
}

/** The items of a list, each an object. */
function readItems(json: Json | undefined, of: string): readonly AnswerReader[] {
  if (!Array.isArray(json)) throw malformed(of, 'it is not a list');
  return (json as readonly Json[]).map((item, index) => readAnswer(item, `${of}[${index}]`));
}

function readerOf(json: JsonObject, of: string): AnswerReader {
  const wrong = (name: string, wanted: string): ForgeError =>
    malformed(of, `\`${safeWords(name)}\` is not ${wanted}`);
  const optionalText = (name: string): string | undefined => {
    const value = json[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw wrong(name, 'text');
  };
  const optionalObject = (name: string): AnswerReader | undefined => {
    const value = json[name] ?? undefined;
    if (value === undefined) return undefined;
    if (isJsonMap(value)) return readerOf(value, `${of}.${name}`);
    throw wrong(name, 'an object');
  };
  return {
    optionalText,
    optionalObject,
    text: (name) => {
      const value = optionalText(name);
      if (value === undefined) throw wrong(name, 'text');
      return value;
    },
    id: (name) => {
      const value = json[name];
      if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
      if (typeof value === 'string' && /^[\w=-]{1,100}$/.test(value)) return value;
      throw wrong(name, 'an id');
    },
    object: (name) => {
      const value = optionalObject(name);
      if (value === undefined) throw wrong(name, 'an object');
      return value;
    },
    flag: (name) => {
      const value = json[name] ?? false;
      if (typeof value === 'boolean') return value;
      throw wrong(name, 'a boolean');
    },
  };
}

/** The error for a success whose content cannot be used. */
export function malformed(of: string, why: string): ForgeError {
  return new ForgeError('malformed', `the response with ${of} is malformed: ${why}`);
}
