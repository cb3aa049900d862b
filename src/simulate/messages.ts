/** Requests and responses while they are simulated. */
import type { MessageChange, HeaderValues } from '../model/traffic/simulation.ts';
import { hasSecretReference, secretNamesIn, textAroundSecrets } from '../model/secret-reference.ts';
import { textOfSecret, joinTexts } from './scope-values.ts';
import { OpenMap } from './unknown/open-map.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { isUnknownValue, type Knowable } from '../model/traffic/unknown.ts';
import type { RequestFacts } from '../model/traffic/request-facts.ts';
import { urlParts } from '../routing/request-url.ts';
import { termOf, type Term } from './unknown/term.ts';

/** A request or a response as it is at one moment. Each step makes a new one. */
export interface Message {
  readonly headers: HeaderValues;
  readonly body: Knowable<string>;
}

export interface RequestMessage extends Message {
  readonly method: string;
  readonly url: Knowable<string>;
}

export interface ResponseMessage extends Message {
  readonly status: Knowable<number>;
}

export function requestOf({ method, url, headers, body = '', given }: RequestFacts): RequestMessage {
  const { authority } = urlParts(url);
  const values = [...headers].map(
    ([name, all]) => [name, all.map((value) => withSecretsOf(given, value))] as const,
  );
  return { method, url, headers: new Map([['host', [authority]], ...values]), body };
}

/** The value of a header in which a secret is its stand-in, or else a text that is only equal to itself. */
function withSecretsOf({ secrets = {} }: RequestFacts['given'], value: string): Knowable<string> {
  if (!hasSecretReference(value)) return value;
  const names = secretNamesIn(value);
  const texts = textAroundSecrets(value).flatMap((text, at) => {
    const name = names[at];
    return name === undefined ? [text] : [text, secrets[name] ?? textOfSecret(name, `$(secret:${name})`)];
  });
  const joined = joinTexts(texts);
  return typeof joined === 'string' ? joined : { unknown: joined.unknown };
}

export function withoutHeader<One extends Message>(message: One, name: string): One {
  if (message.headers instanceof OpenMap)
    return { ...message, headers: message.headers.without(name.toLowerCase()) };
  const headers = new Map(message.headers);
  headers.delete(name.toLowerCase());
  return { ...message, headers };
}

interface Messages {
  readonly request?: RequestMessage | undefined;
  readonly response?: ResponseMessage | undefined;
}

/** The differences that an effect makes. */
export function changesBetween(
  before: Messages,
  after: Messages & { readonly vars?: ReadonlyMap<string, unknown> },
): readonly MessageChange[] {
  const { request } = after;
  const isMoved = request !== undefined && request.url !== before.request?.url;
  return [
    ...(isMoved ? [{ code: 'url', of: 'request', value: request.url } as const] : []),
    ...messageChanges('request', before.request, request),
    ...messageChanges('response', before.response, after.response),
    ...[...(after.vars?.keys() ?? [])].map((name) => ({ code: 'variable', name }) as const),
  ];
}

function messageChanges(
  of: 'request' | 'response',
  before: Message | undefined,
  after: Message | undefined,
): readonly MessageChange[] {
  if (before === undefined || after === undefined) return [];
  const names = new Set([...before.headers.keys(), ...after.headers.keys()]);
  const headers = [...names].flatMap((name): readonly MessageChange[] => {
    if (before.headers.get(name) === after.headers.get(name)) return [];
    const value = headerValue(after.headers, name);
    if (value === headerValue(before.headers, name)) return [];
    return [{ code: 'header', of, name, ...withoutUndefined({ value }) }];
  });
  return before.body === after.body ? headers : [...headers, { code: 'body', of }];
}

export function withHeader<One extends Message>(
  message: One,
  name: string,
  value: Knowable<string>,
  how: 'append' | 'set',
): One {
  const key = name.toLowerCase();
  if (message.headers instanceof OpenMap)
    return { ...message, headers: message.headers.with(key, [value], how) };
  const headers = new Map(message.headers);
  headers.set(key, how === 'set' ? [value] : [...(headers.get(key) ?? []), value]);
  return { ...message, headers };
}

/** The values of a header as one text; undefined without one. */
export function headerValue(headers: HeaderValues, name: string): Knowable<string> | undefined {
  const values = headers.get(name.toLowerCase());
  if (values === undefined) return undefined;
  const [only = '', ...more] = values;
  if (more.length === 0) return only;
  const texts: (string | Term)[] = [];
  for (const value of values) {
    const text = isUnknownValue(value) ? termOf(value.unknown) : value;
    if (text === undefined) return value;
    texts.push(text);
  }
  return joinTexts(texts.flatMap((text, at) => (at === 0 ? [text] : [', ', text])));
}
