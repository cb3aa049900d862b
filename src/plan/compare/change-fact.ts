/**
 * What a change id covers of one field: where it is, and both values as data. A secret is its place, and its reference
 * as it is written; a live text is the hash of what it means, so that the id is the same by a snapshot that does not
 * show the text. No sentence is in it: one that is put better is not a different change.
 */
import { keptAt, secretShape } from '../../derive/compare/secret-shape.ts';
import { hashOfText, saltOf } from '../../derive/compare/text-digest.ts';
import { namePlaceAt, walkAt, type TextPlace, type Visitor } from '../../derive/forms/walk-texts.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { KeptSpec } from '../../model/ledger.ts';
import { Secret, SecretReference } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';

/** The hash of a live text at its place. */
export type TextDigest = (place: TextPlace, text: string) => string;

/** `hidden`: the texts that a snapshot does not show, by what stands for them in its reading. */
export function textDigest(lineage: string, hidden?: ReadonlyMap<string, string>): TextDigest {
  const salt = saltOf(lineage);
  return (place, text) => hidden?.get(text) ?? hashOfText(salt, place, text);
}

export interface FactContext {
  readonly kind: KindName;
  readonly digest: TextDigest;
  /** What was applied last, by which it is known what of a live text is a secret. */
  readonly applied?: KeptSpec | undefined;
}

export interface ChangedValue {
  readonly path: Path;
  readonly before?: Value | undefined;
  readonly after?: Value | undefined;
}

export function changeFact(context: FactContext, { path, before, after }: ChangedValue): Json {
  return [
    placeFact(context, path, after),
    before === undefined ? null : liveFact(context, path, before),
    after === undefined ? null : fileFact(after),
  ];
}

/** The template that the ledger kept of a reference, as a snapshot has it as well. */
export function templateFact({ kind, digest }: FactContext, path: Path, template: string): Json {
  return digest(
    { ...placeAt(kind, path), form: 'opaque', key: `${placeAt(kind, path).key}.$secret` },
    template,
  );
}

/** The name of an entry of a map that the files do not have is a live text, too. */
function placeFact({ kind, digest }: FactContext, path: Path, after: Value | undefined): Json {
  const name = after === undefined ? namePlaceAt(kind, path) : undefined;
  if (name === undefined) return path.map(String);
  return [...path.slice(0, -1).map(String), ['text', digest(name, String(path.at(-1)))]];
}

/** Sets are told by what is in them, whatever the order in which they are answered. */
function liveFact({ kind, digest, applied }: FactContext, path: Path, value: Value): Json {
  const visitor: Visitor = {
    text: (text, place) => ['text', digest(place, text)],
    name: (name, place) => digest(place, name),
    sealed: (sealed, { key }) => [
      'secret',
      (sealed instanceof Secret ? secretShape(sealed, keptAt(applied, key)) : null) ?? null,
    ],
  };
  const tagged = walkAt(kind, path, value, visitor) as Json;
  return isList(value)
    ? ['list', [...(tagged as readonly Json[])].map((item) => JSON.stringify(item)).sort()]
    : tagged;
}

function fileFact(value: Value): Json {
  if (value instanceof SecretReference) return ['reference', value.template];
  if (value instanceof Secret) return ['secret'];
  if (typeof value === 'string') return ['text', value];
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return ['list', value.map(fileFact)];
  return [
    'map',
    Object.keys(value)
      .sort()
      .map((name) => [name, fileFact((value as Readonly<Record<string, Value>>)[name] ?? null)]),
  ];
}

function placeAt(kind: KindName, path: Path): TextPlace {
  let found: TextPlace = { key: kind, form: 'opaque', isChoice: false };
  walkAt(kind, path, '', {
    text: (text, place) => ((found = place), text),
    name: (name) => name,
    sealed: () => null,
  });
  return found;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
