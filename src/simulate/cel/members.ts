import {
  AbsentValue,
  fail,
  isPlainObject,
  knownValue,
  SecretText,
  typeName,
  UnknownFact,
} from '../scope-values.ts';
import { areEqual, isNumber, numericValue } from './cel-operators.ts';
import { OpenList, OpenMap, wholeList } from '../unknown/open-map.ts';
import { Term } from '../unknown/term.ts';
import { callTerm, memberTerm } from '../unknown/term-operations.ts';
import { quoted } from '../../text/quoted.ts';
import { PartialMap, Uint } from './expression-values.ts';

/** `owner.name`; `written` is the owner as it is written. */
export function celMember(owner: unknown, name: string, written: string): unknown {
  const value = knownValue(owner);
  if (isPlainObject(value)) {
    const found = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (found === undefined) throw new AbsentValue(`${quoted(`${written}.${name}`)} has no value here`, true);
    return knownValue(found);
  }
  if (value instanceof Map || value instanceof PartialMap) return valueAt(value, name, written);
  if (value instanceof SecretText) throw new UnknownFact(value.unknown);
  if (value instanceof Term) return memberTerm(value, name);
  return fail(`${quoted(written)} is of type ${typeName(value)}, which has no member ${quoted(name)}`);
}

/** `owner[key]`. */
export function itemAt(owner: unknown, at: unknown, written: string): unknown {
  const key = knownValue(at);
  if (owner instanceof OpenList && isNumber(key) && Number(numericValue(key)) === 0) return owner.first;
  const value = knownValue(owner);
  if (value instanceof Term) return memberTerm(value, key);
  if (key instanceof Term) return callTerm(`[] of ${written}`, [Array.isArray(value) ? value : written, key]);
  if (Array.isArray(value)) {
    const index = indexOf(key);
    if (index < 0 || index >= value.length)
      throw new AbsentValue(
        `${quoted(written)} has ${value.length === 0 ? 'no items' : `${value.length} item${value.length === 1 ? '' : 's'}`}, not one at ${index}`,
      );
    return knownValue(value[index]);
  }
  if (value instanceof Map || value instanceof PartialMap) return valueAt(value, key, written);
  if (isPlainObject(value) && typeof key === 'string') return celMember(value, key, written);
  if (value instanceof SecretText) throw new UnknownFact(value.unknown);
  return fail(`${quoted(written)} is of type ${typeName(value)}, which has no items`);
}

function indexOf(key: unknown): number {
  const number = isNumber(key) ? Number(numericValue(key)) : Number.NaN;
  return Number.isInteger(number) ? number : fail(`an index is an integer, not ${typeName(key)}`);
}

function valueAt(map: ReadonlyMap<unknown, unknown> | PartialMap, key: unknown, written: string): unknown {
  if (map instanceof PartialMap) {
    if (typeof key === 'string' && map.known.has(key)) return map.known.get(key);
    throw new UnknownFact(map.rest);
  }
  if (key instanceof SecretText) throw new UnknownFact(key.unknown);
  if (map instanceof OpenMap && typeof key === 'string') {
    const values = map.valuesOf(key);
    if (values !== undefined) return values;
  }
  if (map.has(key)) return knownValue(map.get(key));
  // Numbers of all types are the same key.
  const found = isNumber(key) ? [...map].find(([name]) => areEqual(name, key)) : undefined;
  if (found !== undefined) return knownValue(found[1]);
  throw new AbsentValue(
    `${quoted(written)} has no key ${typeof key === 'string' ? quoted(key) : keyText(key)}`,
  );
}

function keyText(key: unknown): string {
  return isNumber(key) || typeof key === 'boolean'
    ? String(isNumber(key) ? numericValue(key) : key)
    : `of type ${typeName(key)}`;
}

/** A map of keys and values; keys are strings, integers and booleans. */
export function mapOf(entries: readonly (readonly [unknown, unknown])[]): Map<unknown, unknown> {
  const made = new Map<unknown, unknown>();
  for (const [written, value] of entries) {
    const key = knownValue(written);
    if (key instanceof SecretText) throw new UnknownFact(key.unknown);
    const isKey =
      typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean' || key instanceof Uint;
    if (!isKey) fail(`a key of a map is not of type ${typeName(key)}`);
    if (made.has(key) || (isNumber(key) && [...made.keys()].some((known) => areEqual(known, key))))
      fail(`a map has the key ${typeof key === 'string' ? quoted(key) : keyText(key)} twice`);
    made.set(key, wholeList(value));
  }
  return made;
}
