/** The cookies of a message, by name, as expressions see them. */
import type { HeaderValues } from '../model/traffic/simulation.ts';
import { addTo } from '../text/lists/group-by.ts';
import { UnknownFact } from './scope-values.ts';
import { isUnknownValue, type Unknown } from '../model/traffic/unknown.ts';
import { DurationValue, PartialMap, TimeValue } from './cel/expression-values.ts';

type Cookies = ReadonlyMap<string, readonly unknown[]>;

/** Those that the client sends. */
export function sentCookies(headers: HeaderValues): Cookies {
  const found = new Map<string, unknown[]>();
  for (const text of textsOf(headers, 'cookie'))
    for (const part of text.split(/;\s*/)) {
      const cookie = pairOf(part);
      if (cookie !== undefined) addTo(found, cookie.name, new Map(Object.entries(cookie)));
    }
  return found;
}

/** Those that the response sets, with the longest path first. */
export function setCookies(headers: HeaderValues): Cookies {
  const found = new Map<string, unknown[]>();
  const all = textsOf(headers, 'set-cookie').flatMap((text) => {
    const [first = '', ...attributes] = text.split(/;\s*/);
    const cookie = pairOf(first);
    const known = attributesOf(attributes);
    const path = known.get('path');
    return cookie === undefined
      ? []
      : [{ ...cookie, attributes: known, length: typeof path === 'string' ? path.length : 0 }];
  });
  for (const cookie of all.sort((a, b) => b.length - a.length)) {
    const { name, value, attributes } = cookie;
    addTo(found, name, new PartialMap(new Map([...attributes, ['name', name], ['value', value]]), others));
  }
  return found;
}

const others: Unknown = { why: 'not-computed', of: 'an attribute that a cookie does not have' };

function textsOf(headers: HeaderValues, name: string): readonly string[] {
  return (headers.get(name) ?? []).map((text) => {
    if (isUnknownValue(text)) throw new UnknownFact(text.unknown);
    return text;
  });
}

function pairOf(part: string): { readonly name: string; readonly value: string } | undefined {
  const [, name = '', value = ''] = /^\s*([^=]+)=(.*)$/s.exec(part) ?? [];
  return name === '' ? undefined : { name, value };
}

/** The attributes whose meaning is the same everywhere. */
function attributesOf(attributes: readonly string[]): ReadonlyMap<string, unknown> {
  const written = new Map(
    attributes.map((attribute) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(attribute) ?? [];
      return [name.trim().toLowerCase(), value.trim()] as const;
    }),
  );
  const [age, expires] = [written.get('max-age'), Date.parse(written.get('expires') ?? '')];
  return new Map<string, unknown>([
    ['http_only', written.has('httponly')],
    ['secure', written.has('secure')],
    ...['path', 'domain'].flatMap((name) => {
      const value = written.get(name);
      return value === undefined || value === '' ? [] : [[name, value] as const];
    }),
    ...(age !== undefined && /^\d{1,9}$/.test(age)
      ? [['max_age', new DurationValue(BigInt(age) * 1_000_000_000n)] as const]
      : []),
    ...(Number.isNaN(expires) ? [] : [['expires', new TimeValue(BigInt(expires) * 1_000_000n)] as const]),
  ]);
}
