/**
 * The part of a change id that describes one field: its path, and both values as data. A secret is represented by its
 * place and its template, a live string by the hash of its meaning, so that a snapshot without that string yields the
 * same id. No message is included: rewording one must not change the id.
 */
import { canonicalString } from '../../derive/compare/canonical.ts';
import { ledgerValueAt, secretShape } from '../../derive/compare/secret-shape.ts';
import { hashOfText, saltOf } from '../../derive/compare/text-digest.ts';
import { fieldAt } from '../../derive/forms/fields.ts';
import { namePlaceAt, walkAt, type TextPlace, type Visitor } from '../../derive/forms/walk-texts.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { LedgerSpec } from '../../model/ledger/ledger.ts';
import { Secret } from '../../model/secret.ts';
import type { HiddenTexts } from '../../model/snapshot.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { SecretReference } from '../../model/secret-reference.ts';

/** The hash of a live string at its place. */
export type TextDigest = (place: TextPlace, text: string) => string;

/** `hidden`: the strings for which a snapshot has a placeholder. */
export function textDigest(lineage: string, hidden?: HiddenTexts): TextDigest {
  const salt = saltOf(lineage);
  return (place, text) => hidden?.get(text)?.hash ?? hashOfText(salt, place, text);
}

export interface FactContext {
  readonly kind: KindName;
  readonly digest: TextDigest;
  /** The last applied spec, which tells the secret parts of a live string. */
  readonly applied?: LedgerSpec | undefined;
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
    after === undefined ? null : fileFact(context.kind, path, after),
  ];
}

/** The template of a reference kept by the ledger, hashed as in a snapshot. */
export function templateFact({ kind, digest }: FactContext, path: Path, template: string): Json {
  return digest(
    { ...placeAt(kind, path), form: 'opaque', key: `${placeAt(kind, path).key}.$secret` },
    template,
  );
}

/** The key of a map entry that the files do not declare is a live string too, so it is hashed. */
function placeFact(context: FactContext, path: Path, after: Value | undefined): Json {
  const { kind, digest } = context;
  const name = after === undefined ? namePlaceAt(kind, path) : undefined;
  if (name === undefined)
    return path.map((step, index) => canonicalKey(context.kind, path.slice(0, index), String(step)));
  return [...path.slice(0, -1).map(String), ['text', digest(name, String(path.at(-1)))]];
}

/** Lists are sorted by content, as the API may return a set in any order. */
function liveFact({ kind, digest, applied }: FactContext, path: Path, value: Value): Json {
  const visitor: Visitor = {
    text: (text, place) => ['text', digest(place, text)],
    name: (name, place) => digest(place, name),
    sealed: (sealed, { key }) => [
      'secret',
      (sealed instanceof Secret ? secretShape(sealed, ledgerValueAt(applied, key)) : null) ?? null,
    ],
  };
  const tagged = walkAt(kind, path, value, visitor) as Json;
  return isList(value)
    ? ['list', [...(tagged as readonly Json[])].map((item) => JSON.stringify(item)).sort()]
    : tagged;
}

/** Equal values are one decision: a set in another order, a header in other letters, a policy in another layout. */
function fileFact(kind: KindName, path: Path, value: Value): Json {
  if (value instanceof Secret) return ['secret'];
  if (value instanceof SecretReference) return ['reference', meaningOf(kind, path, value.template)];
  if (typeof value === 'string') return ['text', meaningOf(kind, path, value)];
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const items = value.map((item, index) => fileFact(kind, [...path, index], item));
    const field = fieldAt(kind, path);
    if (field?.type !== 'list' || field.as === 'list') return ['list', items];
    const byText = new Map(items.map((item) => [canonicalJson(item), item]));
    return ['list', [...byText.keys()].sort().map((text) => byText.get(text) ?? null)];
  }
  return [
    'map',
    Object.entries(value as Readonly<Record<string, Value>>)
      .map(([name, item]): [string, Json] => [
        canonicalKey(kind, path, name),
        fileFact(kind, [...path, name], item),
      ])
      .sort(([name], [other]) => (name < other ? -1 : 1)),
  ];
}

function meaningOf(kind: KindName, path: Path, text: string): string {
  const field = fieldAt(kind, path);
  return field?.type === 'string' ? canonicalString(field.form, text) : text;
}

/** The key of a member, in the form in which maps are compared. */
function canonicalKey(kind: KindName, parent: Path, key: string): string {
  const field = parent.length === 0 ? undefined : fieldAt(kind, parent);
  return field?.type === 'map' ? canonicalString(field.keyForm, key) : key;
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
