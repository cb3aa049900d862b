import type { Field, Fields, TextForm } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { HiddenForward, HiddenText } from '../../model/snapshot.ts';
import type { Secret } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { fieldsOf, itemField } from './fields.ts';
import { isSecretValue, type SecretReference } from '../../model/secret-reference.ts';

/** The field of a string, independent of the resource: the `description` fields of two routes have the same key. */
export interface TextPlace {
  readonly key: string;
  readonly form: TextForm;
  /** One of few publicly known values, such as `path_prefix`. */
  readonly isChoice: boolean;
}

/** Replaces the leaves of a spec. */
export interface Visitor {
  readonly text: (text: string, place: TextPlace) => Value | Json;
  /** The key of a map entry. */
  readonly name: (name: string, place: TextPlace) => string;
  /** A secret, a kept secret or a hidden string. */
  readonly sealed: (value: Secret | SecretReference | SealedText, place: TextPlace) => Value | Json;
}

/** The replacement for a string that must not be shown. */
export interface SealedText extends Partial<HiddenText> {
  readonly $secret?: SealedSecret;
}

/** Known facts about a secret that is not shown. */
export interface SealedSecret {
  readonly template?: string;
  /** The template's hash, if the template is not shown. */
  readonly template_hash?: string;
  /** For observed values: the service hides it. */
  readonly hidden?: true;
  /** For live policies: the hash without its secrets. */
  readonly shape?: string;
  /** The service returns it in clear, so it can be sent back. */
  readonly is_clear?: true;
  /** For live values that are more than a mask: the hashes of the templates whose fixed text they match. */
  readonly fits?: readonly string[];
  readonly forwards?: readonly HiddenForward[];
  /** The service returns an empty string. */
  readonly is_empty?: true;
}

type Tree = Value | Json;

/** A spec with its strings replaced by the visitor; numbers, booleans and field names stay. */
export function walkSpec(
  kind: KindName,
  spec: Readonly<Record<string, Tree>>,
  visitor: Visitor,
): Record<string, Tree> {
  return walkFields(spec, { fields: kinds[kind].fields, key: kind }, visitor);
}

/** Like `walkSpec`, for one value at a path of a spec. */
export function walkAt(kind: KindName, path: Path, value: Tree, visitor: Visitor): Tree {
  return walk(value, spotAt(kind, path), visitor);
}

/** The place of a map key, if the last step of the path is one. */
export function namePlaceAt(kind: KindName, path: Path): TextPlace | undefined {
  const { field, key } = spotAt(kind, path.slice(0, -1));
  return field?.type === 'map' ? namePlace(field, key) : undefined;
}

function spotAt(kind: KindName, path: Path): Spot {
  return path.reduce<Spot & { readonly fields: Fields | undefined }>(
    ({ fields, field, key }, step) => {
      const name = String(step);
      const isItem = field?.type === 'list' || field?.type === 'map';
      const next = isItem
        ? itemField(field)
        : fields !== undefined && Object.hasOwn(fields, name)
          ? fields[name]
          : undefined;
      return {
        field: next,
        key: `${key}.${isItem ? '*' : name}`,
        fields: next === undefined ? undefined : fieldsOf(next),
      };
    },
    { field: undefined, key: kind, fields: kinds[kind].fields },
  );
}

function walkFields(
  tree: Readonly<Record<string, Tree>>,
  { fields, key }: { readonly fields: Fields; readonly key: string },
  visitor: Visitor,
): Record<string, Tree> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      walk(
        value,
        { field: Object.hasOwn(fields, name) ? fields[name] : undefined, key: `${key}.${name}` },
        visitor,
      ),
    ]),
  );
}

interface Spot {
  readonly field: Field | undefined;
  readonly key: string;
}

function walk(value: Tree, spot: Spot, visitor: Visitor): Tree {
  const { field, key } = spot;
  if (typeof value === 'string') return visitor.text(value, placeOf(spot));
  if (typeof value !== 'object' || value === null) return value;
  if (isSealed(value)) return visitor.sealed(value, placeOf(spot));
  const isCollection = field?.type === 'list' || field?.type === 'map';
  const item: Spot = { field: isCollection ? itemField(field) : undefined, key: `${key}.*` };
  if (Array.isArray(value)) return value.map((element) => walk(element as Tree, item, visitor));
  const tree = value as Readonly<Record<string, Tree>>;
  const fields = field === undefined ? undefined : fieldsOf(field);
  if (fields !== undefined) return walkFields(tree, { fields, key }, visitor);
  const name = namePlace(field, key);
  return Object.fromEntries(
    Object.entries(tree).map(([memberKey, inner]) => [
      visitor.name(memberKey, name),
      walk(inner, item, visitor),
    ]),
  );
}

function namePlace(field: Field | undefined, key: string): TextPlace {
  return { key: `${key}.name`, form: field?.type === 'map' ? field.keyForm : 'opaque', isChoice: false };
}

function placeOf({ field, key }: Spot): TextPlace {
  return field?.type === 'string'
    ? { key, form: field.form, isChoice: field.values !== undefined || field.knownValues !== undefined }
    : { key, form: 'opaque', isChoice: false };
}

function isSealed(value: object): value is Secret | SecretReference | SealedText {
  return isSecretValue(value) || '$hidden' in value || '$secret' in value;
}
