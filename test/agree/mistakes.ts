import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import type { Field, TextField } from '../../src/kinds/field.ts';
import { kindNames } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Json, JsonObject, Path } from '../../src/model/value.ts';
import { placesOf, type Place } from './places.ts';

/** One change of a valid spec; most, but not all, make it invalid. */
export interface Mistake {
  readonly kind: KindName;
  /** The name in reports and in reasons.yaml: `oauth.provider.github.teams.0: "acme"`. */
  readonly name: string;
  /** Values of the spec before it is changed. */
  readonly given?: JsonObject;
  /** Values to set, or to remove if undefined. */
  readonly changes: readonly { readonly path: Path; readonly value: Json | undefined }[];
}

/** Valid, nearly valid and invalid values, by the form of a string. */
const texts = read('texts.yaml') as Readonly<Record<string, readonly string[]>>;

/** Fields whose validity depends on each other: values to set by path, where null removes. */
const together = read('together.yaml') as readonly { readonly kind: KindName; readonly set: JsonObject }[];

function read(file: string): unknown {
  return parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

/** All of them, always in the same order. */
export function allMistakes(): readonly Mistake[] {
  const single = kindNames.flatMap((kind) => placesOf(kind).flatMap((place) => mistakesAt(kind, place)));
  return [
    ...single,
    ...together.map(({ kind, set }) => ({
      kind,
      name: JSON.stringify(set),
      changes: Object.entries(set).map(([path, value]) => ({
        path: path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        value: value ?? undefined,
      })),
    })),
  ];
}

function mistakesAt(kind: KindName, { path, field }: Place): readonly Mistake[] {
  const values = valuesFor(field).map((value) => mistake(kind, path, value));
  const isItem = typeof path.at(-1) === 'number';
  return [...values, ...(isItem ? [] : [mistake(kind, path, undefined)]), ...keysIn(kind, field, path)];
}

/** Keys that a module or object does not accept: unknown, read-only, or of the read form. */
function keysIn(kind: KindName, field: Field, path: Path): readonly Mistake[] {
  const fields = fieldsOf(field);
  if (fields === undefined) return [];
  const answered = Object.entries(fields).flatMap(([name, { readOnly, readAs }]) =>
    readOnly === true ? [name] : (readAs ?? []),
  );
  return ['unknown', ...answered].map((key) => mistake(kind, [...path, key], 'x'));
}

function mistake(kind: KindName, path: Path, value: Json | undefined): Mistake {
  return { kind, name: `${path.join('.')}: ${shown(value)}`, changes: [{ path, value }] };
}

function shown(value: Json | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = value === undefined ? '(taken out)' : JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 30)}… (${text.length})`;
}

function valuesFor(field: Field): readonly Json[] {
  switch (field.type) {
    case 'string':
      return [5, 1.5, true, null, [], ['x'], {}, { a: 'b' }, ...textsFor(field)];
    case 'boolean':
      return ['yes', 'true', '', 0, 1, null, [true], {}];
    case 'int64':
    case 'uint32':
    case 'float64':
      return [
        '12',
        'x',
        '',
        true,
        null,
        [1],
        {},
        -1,
        -0.1,
        0,
        0.5,
        1,
        1.5,
        128,
        129,
        4_294_967_295,
        4_294_967_296,
        1e300,
        Number.NaN,
        Number.POSITIVE_INFINITY,
      ];
    case 'list':
      return ['x', '', 5, true, null, {}, { a: 'b' }, [], [null], [5], [['x']], [{}], [''], ['a', 'a']];
    case 'map':
      return [
        'x',
        5,
        true,
        null,
        [],
        ['x'],
        {},
        { 'x-a': 5 },
        { 'x-a': null },
        { 'x-a': ['b'] },
        { 'x-a': {} },
        { '': 'b' },
        { 'x a': 'b' },
      ];
    case 'object':
    case 'module':
      return ['x', '', 5, true, false, null, [], [{}], {}];
    case 'ref':
      throw new Error('a Ref is only answered');
  }
}

function textsFor({ form, values = [], knownValues = [], maxBytes, refersTo }: TextField): readonly string[] {
  const limits =
    maxBytes === undefined
      ? []
      : [maxBytes - 120, maxBytes - 119, maxBytes, maxBytes + 1].flatMap((bytes) => [
          'x'.repeat(bytes),
          'ü'.repeat(bytes / 2) + 'x'.repeat(bytes % 2),
        ]);
  const own = texts[refersTo === undefined ? form : 'id'] ?? [];
  return [...new Set(['', ' ', 'x', ...values, ...knownValues.slice(0, 6), ...own, ...limits])];
}
