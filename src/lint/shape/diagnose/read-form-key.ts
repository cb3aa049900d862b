import { rememberEach } from '../../../text/remember-last.ts';
import type { Field, Fields } from '../../../kinds/field.ts';
import type { Json } from '../../../model/value.ts';
import type { Finding, FixChange } from '../../rule.ts';
import type { UnknownKey } from './unknown-field.ts';

/** Reports a key in the form of API responses where the write form differs: `backend: {id}` for `backend_id`. */
export function diagnoseReadFormKey({
  path,
  key,
  position,
  value,
  has,
}: UnknownKey): { readonly rule: string; readonly finding: Finding } | undefined {
  const found = position.fields === undefined ? undefined : readNames(position.fields).get(key);
  if (found === undefined) return undefined;
  const { name, field } = found;
  const at = [...path, key];
  const written = writeForm(field, value);
  const changes: readonly FixChange[] | undefined = has(name)
    ? [{ remove: at }]
    : written === undefined
      ? undefined
      : [
          { replace: at, with: written },
          { rename: at, to: name },
        ];
  const title = has(name)
    ? `delete \`${key}\``
    : `write \`${name}\` with the ${field.type === 'list' ? 'ids' : 'id'} alone`;
  return {
    rule: 'read-form-module',
    finding: {
      at: { path: at, on: 'key' },
      message: `\`${key}\` is how the API answers; it takes \`${name}\``,
      ...(changes === undefined ? { help: title } : { fix: { safety: 'safe', title, changes } }),
    },
  };
}

interface ResponseName {
  readonly name: string;
  readonly field: Field;
}

/** The fields that responses name differently, by the name in responses. */
const readNames = rememberEach(
  (fields: Fields): ReadonlyMap<string, ResponseName> => new Map(Object.entries(fields).flatMap(answeredAs)),
);

function answeredAs([name, field]: [string, Field]): readonly [string, ResponseName][] {
  return field.readAs === undefined ? [] : [[field.readAs, { name, field }]];
}

/** The ids of one Ref or a list of Refs. Undefined if the value is neither. */
function writeForm(field: Field, value: unknown): Json | undefined {
  const refs = Array.isArray(value) ? value : [value];
  const ids: string[] = [];
  for (const ref of refs as unknown[]) {
    const id = typeof ref === 'string' ? ref : idOf(ref);
    if (id === undefined) return undefined;
    ids.push(id);
  }
  if (field.type === 'list') return ids;
  return ids.length === 1 ? ids[0] : undefined;
}

function idOf(ref: unknown): string | undefined {
  if (typeof ref !== 'object' || ref === null || !('id' in ref)) return undefined;
  return typeof ref.id === 'string' ? ref.id : undefined;
}
