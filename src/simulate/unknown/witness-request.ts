/** A request that is made of choices, one for each variable, and the values that the engine then reads of it. */
import type { ClientFacts, RequestFacts } from '../../model/traffic/request-facts.ts';
import type { Json } from '../../model/value.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { requestOf } from '../messages.ts';
import { asJson } from '../scope-values.ts';
import { scopeOf } from '../scope.ts';
import type { Term } from './term.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** Values by the name of a variable. */
export type Choices = ReadonlyMap<string, unknown>;

/** The request of some choices to a URL without a path, such as `https://app.example.com`. */
export function requestOfChoices(base: string, choices: Choices): RequestFacts {
  const body = choices.get('req.body');
  const variables = givenVariables(choices);
  return {
    method: chosenText(choices.get('req.method') ?? 'GET'),
    url: base + urlRest(choices),
    headers: headersOf(choices),
    ...withoutUndefined({ body: body === undefined ? undefined : chosenText(body) }),
    from: clientOf(choices),
    given: withoutUndefined({ variables }),
  };
}

/** Variables that follow from those that are chosen. */
const following: Readonly<Record<string, readonly string[]>> = {
  'header host': [],
  'req.host': [],
  'req.url': ['req.url.path', 'req.url.query'],
  'req.location': ['header location'],
};

/** The variables to choose for one of a term; undefined for something that no caller chooses or is. */
export function choicesFor({ name, args }: Term): readonly string[] | undefined {
  if (args !== undefined) return undefined;
  if (Object.hasOwn(following, name)) return following[name];
  return partOf(name) !== undefined || /^(?:req|conn)\.[\w.]+$/.test(name) ? [name] : undefined;
}

/** Variables that are made of the same part of the request are chosen together. */
export function partOfRequest(name: string): string {
  const { family, key, isSecond } = partOf(name) ?? {};
  if (family === 'header' && isSecond === true) return partOfRequest(`header ${key}`);
  if (family === 'query' || name === 'req.url.query') return 'query';
  return family === 'cookie' || name === 'header cookie' ? 'cookies' : name;
}

/** Whether a value can stand for a variable in a request that is sent. */
export function canBeSent(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return value === undefined || !isText(name);
  if (/\p{Surrogate}/u.test(value)) return false;
  const { family } = partOf(name) ?? {};
  if (family === 'header')
    return /^(?:[!-~\u0080-\uffff](?:[ -~\t\u0080-\uffff]*[!-~\u0080-\uffff])?)?$/.test(value);
  if (family === 'cookie') return /^[!#-+\--:<-[\]-~]*$/.test(value);
  if (name === 'req.method') return /^[\w!#$%&'*+.^`|~-]+$/.test(value);
  if (name === 'req.url.path') return value.startsWith('/');
  return name !== 'req.url.query' || /^[!"$-~]*$/.test(value);
}

function isText(name: string): boolean {
  return (
    partOf(name) !== undefined || /^req\.(?:method|url\.path|url\.query|body)$|^conn\.client_ip$/.test(name)
  );
}

interface NamedPart {
  readonly family: string;
  readonly key: string;
  /** It is that of the second value under the name. */
  readonly isSecond: boolean;
}

function partOf(name: string): NamedPart | undefined {
  const [, second, family, key] = /^(second )?(header|query|cookie) (.+)$/s.exec(name) ?? [];
  if (family === undefined || key === undefined) return undefined;
  return { family, key, isSecond: second !== undefined };
}

function chosenText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function urlRest(choices: Choices): string {
  const path = chosenText(choices.get('req.url.path') ?? '/');
  const query = [
    chosenText(choices.get('req.url.query')),
    ...valuesOfFamily(choices, 'query').map(
      ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
    ),
  ].filter((part) => part !== '');
  return `${escapedPath(path)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** As little is escaped as a URL needs, so that most paths are the same in both forms. */
function escapedPath(path: string): string {
  return path.replaceAll(/[^!$&-;=@-_a-z~|]+/g, encodeURIComponent);
}

function valuesOfFamily(choices: Choices, wanted: string): readonly (readonly [string, string])[] {
  const found = [...choices].flatMap(([name, value]) => {
    const part = partOf(name);
    return part?.family === wanted && typeof value === 'string' ? [{ ...part, value }] : [];
  });
  return [...found.filter(({ isSecond }) => !isSecond), ...found.filter(({ isSecond }) => isSecond)].map(
    ({ key, value }) => [key, value] as const,
  );
}

function headersOf(choices: Choices): RequestFacts['headers'] {
  const headers = new Map<string, string[]>();
  for (const [key, value] of valuesOfFamily(choices, 'header')) addTo(headers, key.toLowerCase(), value);
  const cookies = valuesOfFamily(choices, 'cookie').map(([key, value]) => `${key}=${value}`);
  if (cookies.length > 0) headers.set('cookie', [[...(headers.get('cookie') ?? []), ...cookies].join('; ')]);
  return headers;
}

const places =
  /^conn\.(?:geo|client_ip\.geo\.location)\.(country_code|continent|city|subdivision|timezone|is_eu)$/;

function clientOf(choices: Choices): ClientFacts {
  const facts = [...choices].flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    if (value === undefined) return [];
    if (name === 'conn.client_ip') return [['ip', value]];
    if (name === 'conn.client_port') return [['port', Number(value)]];
    const [, place] = places.exec(name) ?? [];
    return place === undefined ? [] : [[place === 'country_code' ? 'country' : place, value]];
  });
  return Object.fromEntries(facts) as ClientFacts;
}

/** The variables that no other part of a test says. */
function givenVariables(choices: Choices): Readonly<Record<string, Json>> | undefined {
  const others = [...choices].filter(
    ([name, value]) =>
      value !== undefined && !isText(name) && !places.test(name) && name !== 'conn.client_port',
  );
  if (others.length === 0) return undefined;
  return Object.fromEntries(others.map(([name, value]) => [name, asJson(value) as Json]));
}

/** Reads variables of a request as expressions do; undefined where it has none. Throws where the value is not known. */
export function variablesOf(facts: RequestFacts, base: string): (name: string) => unknown {
  const request = requestOf(facts);
  const none = new Map<string, never>();
  const scope = scopeOf({ facts, endpointUrl: base, request, vars: none, results: none });
  return (name) => {
    const { family, key = '', isSecond } = partOf(name) ?? {};
    const at = isSecond === true ? 1 : 0;
    switch (family) {
      case 'header':
        return itemOf(request.headers, key.toLowerCase(), at);
      case 'query':
        return itemOf(scope.read('req.url.query_params'), key, at);
      case 'cookie': {
        const cookie = itemOf(scope.read('req.cookies'), key, at);
        return cookie instanceof Map ? (cookie as Map<string, unknown>).get('value') : undefined;
      }
      case undefined:
      default:
        return name === 'req.body' ? facts.body : scope.read(name);
    }
  };
}

function itemOf(lists: unknown, key: string, at: number): unknown {
  const list: unknown = lists instanceof Map ? (lists as Map<string, unknown>).get(key) : undefined;
  return Array.isArray(list) ? (list as unknown[])[at] : undefined;
}
