/** Base64, JSON and URLs. What their writers may do differently is not computed. */
import { parsedJson } from '../../text/json/json-access.ts';
import { mapEntries } from '../cel/cel-operators.ts';
import {
  asJson,
  asText,
  fail,
  fromJson,
  knownValue,
  notComputed,
  queryOf,
  typeName,
} from '../scope-values.ts';
import { strictBase64 } from './strict-base64.ts';
import { textOfBytes } from './format.ts';
import { wellFormed } from './texts.ts';
import { PartialMap } from '../cel/expression-values.ts';

export function decodeBase64(text: string): Uint8Array {
  return strictBase64(text) ?? fail('the text is not base64');
}

export function encodeBase64(value: string | Uint8Array): string {
  return Buffer.from(value as string).toString('base64');
}

export function decodeJson(text: string): unknown {
  const json = parsedJson(text);
  return json === undefined ? fail('the text is not JSON') : fromJson(json);
}

/** Some writers escape these characters. */
const escapedBySome = /[<>&\u2028\u2029\u007f]/;

export function encodeJson(value: unknown): string {
  if (!isInOrder(value)) return notComputed('the order of the keys in JSON');
  const text = JSON.stringify(asJson(value));
  return escapedBySome.test(text) ? notComputed('JSON of a text with `<`, `>` or `&`') : text;
}

/** Whether the order of keys is the same, sorted or as written. */
function isInOrder(of: unknown): boolean {
  const value = knownValue(of);
  if (Array.isArray(value)) return value.every(isInOrder);
  if (typeof value !== 'object' || value === null) return true;
  if (typeName(value) !== 'map') return true;
  const keys = mapEntries(value).map(([key]) => asText(key));
  return (
    keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') <= key) &&
    mapEntries(value).every(([, item]) => isInOrder(item))
  );
}

/** The parameters of a query; a single value is a text, as in the examples of the dialect. */
export function decodeQuery(text: string): Map<string, unknown> {
  return new Map(
    [...queryOf(text)].map(([name, values]) => [
      name,
      values.length === 1
        ? values[0]
        : { unknown: { why: 'not-computed', of: `a parameter with several values (\`${name}\`)` } },
    ]),
  );
}

export function encodeQuery(value: unknown): string {
  if (!isInOrder(value)) return notComputed('the order of the parameters of a query');
  return mapEntries(value)
    .flatMap(([name, item]) => {
      const known = knownValue(item);
      return (Array.isArray(known) ? known : [known]).map(
        (entry) => `${escapeUrl(asText(name))}=${escapeUrl(asText(knownValue(entry)))}`,
      );
    })
    .join('&');
}

/** Only letters, digits and `-_.~` stay. Whether a space is `%20` or `+` is not documented. */
export function escapeUrl(text: string): string {
  if (text.includes(' ')) return notComputed('how a space is escaped');
  return encodeURIComponent(wellFormed(text)).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function unescapeUrl(text: string): string {
  if (/%(?![\da-f]{2})/i.test(text)) fail('a `%` is not before two hexadecimal digits');
  if (text.includes('+')) return notComputed('whether `+` is a space in an escaped text');
  const bytes = text.replaceAll(/[^%]+/g, (part) => encodeURIComponent(part));
  const values = bytes.match(/%[\da-f]{2}|[^%]/gi) ?? [];
  return textOfBytes(
    Uint8Array.from(
      values.map((part) => (part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0))),
    ),
  );
}

const plainUrl =
  /^([a-z][a-z\d+.-]*):\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?([\w.-]+(?::\d+)?|\[[\da-f:.]+\](?::\d+)?)(\/[\w.~!$&'()*+,;=:@%/-]*)?(\?[\w.~!$&'()*+,;=:@%/?-]*)?(#[\w.~!$&'()*+,;=:@%/?-]*)?$/i;

/** The parts of a URL that are documented: others, and URLs in unusual forms, are not. */
export function parseUrl(text: string): PartialMap {
  const { 1: scheme, 2: host, 3: path } = plainUrl.exec(text) ?? [];
  const rest = {
    why: 'not-computed',
    of: `a part of a URL other than \`scheme\`, \`host\` and \`path\``,
  } as const;
  if (scheme === undefined || host === undefined) return notComputed(`the parts of \`${text}\``);
  const known = new Map<string, unknown>([
    ['scheme', scheme.toLowerCase()],
    ['host', host],
  ]);
  if (path !== undefined && !path.includes('%')) known.set('path', path);
  return new PartialMap(known, rest);
}

export function isUrl(text: string): boolean {
  if (plainUrl.test(text) && URL.canParse(text)) return true;
  return /\s/.test(text) && !/[:/]/.test(text) ? false : notComputed(`whether \`${text}\` counts as a URL`);
}

const pair = /^[\w.~+*-]+=[\w.~+*-]*$/;

export function isQueryString(text: string): boolean {
  if (text.split('&').every((part) => pair.test(part))) return true;
  return /\s/.test(text) && !/[=&]/.test(text) ? false : notComputed(`whether \`${text}\` counts as a query`);
}

export function isJson(text: string): boolean {
  return parsedJson(text) !== undefined;
}
