import type { Field, Fields } from '../../src/kinds/field.ts';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import { secretIn } from '../../src/derive/secrets/secret-patterns.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Json, JsonObject, Spec, Value } from '../../src/model/value.ts';
import { SecretReference, type SecretPart } from '../../src/model/secret-reference.ts';

const reference = /\$\(secret:([A-Z][A-Z0-9_]*)\)/g;

/** A spec as the compiler returns it: a string with `$(secret:NAME)` is a reference. */
export function written(kind: KindName, spec: JsonObject): Spec {
  return walk(kinds[kind].fields, spec, (text, field) => {
    if (!text.includes('$(secret:')) return text;
    const parts: SecretPart[] = [];
    let from = 0;
    for (const match of text.matchAll(reference)) {
      if (match.index > from) parts.push(text.slice(from, match.index));
      const secret = match[1] ?? '';
      parts.push(
        field?.type === 'string' && field.form === 'traffic-policy' ? { secret, as: 'json' } : { secret },
      );
      from = match.index + match[0].length;
    }
    if (from < text.length) parts.push(text.slice(from));
    return new SecretReference(parts);
  });
}

/** A spec as the API returns it: references have their value (`was:<NAME>` first), sensitive fields are hidden. */
export function liveSpec(kind: KindName, spec: JsonObject, secrets: Readonly<Record<string, string>>): Spec {
  return walk(kinds[kind].fields, spec, (text, field) => {
    const value = text.replace(
      reference,
      (_, name: string) => secrets[`was:${name}`] ?? secrets[name] ?? `value-of-${name}`,
    );
    const isSensitive = field?.type === 'string' && (field.secret === true || secretIn(value) !== undefined);
    return isSensitive ? new Secret(value) : value;
  });
}

type Leaf = (text: string, field: Field | undefined) => Value;

function walk(fields: Fields, spec: JsonObject, leaf: Leaf): Spec {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [name, walkValue(fields[name], value, leaf)]),
  );
}

function walkValue(field: Field | undefined, value: Json, leaf: Leaf): Value {
  if (typeof value === 'string') return leaf(value, field);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const inner = field === undefined ? undefined : fieldsOf(field);
  if (inner !== undefined) return walk(inner, value as JsonObject, leaf);
  const item: Field | undefined = field?.type === 'map' ? { ...field, type: 'string' } : undefined;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walkValue(item, each, leaf)]));
}
