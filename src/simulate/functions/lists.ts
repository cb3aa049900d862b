import { areEqual, compare } from '../cel/cel-operators.ts';
import {
  fail,
  joinTexts,
  knownValue,
  notComputed,
  SecretText,
  typeName,
  UnknownFact,
} from '../scope-values.ts';
import { Term } from '../unknown/term.ts';

const comparable = /^(?:int|uint|double|bool|string|bytes|google\.protobuf\.(?:Timestamp|Duration))$/;

/** The items in the order of their keys, which are of one type that has an order. */
export function sortedBy(items: readonly unknown[], keys: readonly unknown[]): readonly unknown[] {
  const known = keys.map(knownValue);
  const secret = known.find((key) => key instanceof SecretText);
  if (secret instanceof SecretText && known.length > 1) throw new UnknownFact(secret.unknown);
  const [type = 'int', ...others] = [...new Set(known.map(typeName))];
  if (others.length > 0) fail(`values of the types ${[type, ...others].join(' and ')} are not sorted`);
  if (!comparable.test(type)) fail(`values of type ${type} are not sorted`);
  return items
    .map((item, at) => ({ item, key: known[at] }))
    .sort((a, b) => compare(a.key, b.key) ?? fail('a number that is NaN is not sorted'))
    .map(({ item }) => item);
}

export function distinctItems(list: readonly unknown[]): readonly unknown[] {
  const found: unknown[] = [];
  for (const item of list) if (!found.some((known) => areEqual(known, item))) found.push(item);
  return found;
}

export function flatten(list: readonly unknown[], depth = 1n): readonly unknown[] {
  if (depth < 0n) fail('a list is not flattened to a negative depth');
  return depth === 0n
    ? list
    : list.flatMap((item) =>
        Array.isArray(item) ? flatten(item as readonly unknown[], depth - 1n) : [item],
      );
}

export function slice(list: readonly unknown[], start: bigint, end: bigint): readonly unknown[] {
  if (start < 0n || end < start || end > list.length)
    fail(`a list of ${list.length} has no items from ${start} to ${end}`);
  return list.slice(Number(start), Number(end));
}

export function join(list: readonly unknown[], separator = ''): string | SecretText | Term {
  const texts = list.map((item) => {
    const text = knownValue(item);
    if (typeof text === 'string' || text instanceof SecretText || text instanceof Term) return text;
    return fail(`\`join\` takes strings, not ${typeName(text)}`);
  });
  return joinTexts(texts.flatMap((text, at) => (at === 0 ? [text] : [separator, text])));
}

const mostItems = 10_000n;

export function range(count: bigint): readonly bigint[] {
  if (count > mostItems) return notComputed(`a list of more than ${mostItems} items`);
  return Array.from({ length: Math.max(Number(count), 0) }, (_item, index) => BigInt(index));
}
