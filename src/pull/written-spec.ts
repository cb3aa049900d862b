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
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, written(context, item as Value, [...path, key])]),
  );
}

/** The whole value of a secret field; of a header, only the part that looks like a secret, if that can be told. */
function writtenSecret(context: Context, field: Field | undefined, value: Secret, path: Path): string {
  const text = value.reveal();
  const part = field?.secret === true ? undefined : secretIn(text);
  const { start, end } = part ?? { start: 0, end: text.length };
  const name = remember(context, path, text.slice(start, end));
  return `${escaped(text.slice(0, start))}$(secret:${name})${escaped(text.slice(end))}`;
}

/** A policy that holds a secret is written as a mapping: only there can a part of it be a reference. */
function writtenPolicy(context: Context, value: Secret, path: Path): Json {
  const parsed = parsePolicy(value.reveal());
  if (!('tree' in parsed)) return `$(secret:${remember(context, path, value.reveal())})`;
  let count = 0;
  const walk = (node: Json): Json => {
    if (typeof node === 'string') {
      const part = secretIn(node);
      if (part === undefined) return escaped(node);
      count++;
      const name = remember(context, count === 1 ? path : [...path, count], node.slice(part.start, part.end));
      return `${escaped(node.slice(0, part.start))}$(secret:${name})${escaped(node.slice(part.end))}`;
    }
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return (node as readonly Json[]).map(walk);
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item as Json)]));
  };
  return walk(parsed.tree);
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
