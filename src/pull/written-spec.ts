/**
 * A live object's spec as somebody would write it: ids by their names, secrets as references, `$(` escaped. A secret
 * never gets into the text: its value goes to `secrets`, for `--secrets-dir`.
 */
import type { Field } from '../kinds/field.ts';
import { fieldAt } from '../derive/fields.ts';
import { isMaskedText } from '../derive/canonical.ts';
import { secretIn } from '../derive/secret-patterns.ts';
import { parsePolicy } from '../derive/traffic-policy.ts';
import type { Live } from '../model/live.ts';
import { Secret } from '../model/secret.ts';
import type { Json, Path, Value } from '../model/value.ts';

export interface WrittenSpec {
  readonly spec: Readonly<Record<string, Json>>;
  /** By name; undefined where the service masks the value. */
  readonly secrets: ReadonlyMap<string, Secret | undefined>;
}

interface Context {
  readonly live: Live;
  readonly name: string;
  readonly namesOfIds: ReadonlyMap<string, string>;
  readonly secrets: Map<string, Secret | undefined>;
}

/** `namesOfIds` gives the name in `ids` of an id (`bkdhr_…` -> `backend/shop`). */
export function writtenSpec(live: Live, name: string, namesOfIds: ReadonlyMap<string, string>): WrittenSpec {
  const context: Context = { live, name, namesOfIds, secrets: new Map() };
  const spec = Object.fromEntries(
    Object.entries(live.spec).map(([field, value]) => [field, written(context, value, [field])]),
  );
  return { spec, secrets: context.secrets };
}

function written(context: Context, value: Value, path: Path): Json {
  const field = fieldAt(context.live.kind, path);
  if (value instanceof Secret) {
    return field?.type === 'string' && field.form === 'traffic-policy'
      ? writtenPolicy(context, value, path)
      : writtenSecret(context, field, value, path);
  }
  if (typeof value === 'string') {
    return isReference(field) ? (context.namesOfIds.get(value) ?? value) : escaped(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((item, index) => written(context, item as Value, [...path, index]));
  const said = Object.entries(value).filter(
    ([key, item]) => !isUnset(context, item as Value, [...path, key]),
  );
  return Object.fromEntries(
    said.map(([key, item]) => [key, written(context, item as Value, [...path, key])]),
  );
}

/**
 * A number of a module that nobody set is answered as 0, and nothing tells it from a 0 that somebody set. Left out it
 * stays what it is; written down it would be a promise (no seconds of a session) that nobody made.
 */
function isUnset({ live }: Context, value: Value, path: Path): boolean {
  if (value !== 0) return false;
  const type = fieldAt(live.kind, path)?.type;
  return type === 'uint32' || type === 'int64' || type === 'float64';
}

/** The whole value of a secret field; of a header, only the part that looks like a secret, if that can be told. */
function writtenSecret(context: Context, field: Field | undefined, value: Secret, path: Path): string {
  const text = value.reveal();
  if (field?.secret === true || secretIn(text) === undefined)
    return `$(secret:${remember(context, path, text)})`;
  return withReferences(text, namesOf(context, path));
}

/** A policy that holds a secret is written as a mapping: only there can a part of it be a reference. */
function writtenPolicy(context: Context, value: Secret, path: Path): Json {
  const parsed = parsePolicy(value.reveal());
  if (!('tree' in parsed)) return `$(secret:${remember(context, path, value.reveal())})`;
  const nameOf = namesOf(context, path);
  const walk = (node: Json): Json => {
    if (typeof node === 'string') return withReferences(node, nameOf);
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return (node as readonly Json[]).map(walk);
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item)]));
  };
  return walk(parsed.tree);
}

/** Every part that looks like a secret as a reference: a text may hold several, before the first found as after it. */
function withReferences(text: string, nameOf: (secret: string) => string): string {
  const part = secretIn(text);
  if (part === undefined) return escaped(text);
  // A `$` right before a reference would escape it, so it goes with the secret.
  const start = part.start - (/\$*$/.exec(text.slice(0, part.start))?.[0].length ?? 0);
  const before = withReferences(text.slice(0, start), nameOf);
  const reference = `$(secret:${nameOf(text.slice(start, part.end))})`;
  return before + reference + withReferences(text.slice(part.end), nameOf);
}

/** Names for the secrets at one path: the first has the name of the path, the others are counted. */
function namesOf(context: Context, path: Path): (secret: string) => string {
  let count = 0;
  return (secret) => {
    count++;
    return remember(context, count === 1 ? path : [...path, count], secret);
  };
}

function remember({ name, secrets }: Context, path: Path, text: string): string {
  const last = path.filter((step) => step !== 'provider' && step !== 'add');
  const secretName = [name, ...last]
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[^A-Z]+/, '');
  secrets.set(secretName, isMaskedText(text) ? undefined : new Secret(text));
  return secretName;
}

function isReference(field: Field | undefined): boolean {
  return (field?.type === 'string' || field?.type === 'list') && field.refersTo !== undefined;
}

function escaped(text: string): string {
  return text.replaceAll('$(', '$$$$(');
}
