import type { Field, Fields } from '../../../kinds/field.ts';
import type { Finding } from '../../rule.ts';
import { unknownField, type UnknownKey } from '../diagnose/unknown-field.ts';
import { orList } from '../policy-form.ts';

type GuessFinding = { readonly rule: string; readonly finding: Finding };

/** Guesses the intended field from the name or value of an unknown key in a module. */
export function guessedKey(unknown: UnknownKey): GuessFinding | undefined {
  const { fields, inSpec } = unknown.position;
  if (fields === undefined || inSpec?.length !== 1) return undefined;
  return (
    pairKey(unknown, fields) ??
    valueAsKey(unknown, fields) ??
    idKey(unknown, fields) ??
    addressKey(unknown, fields)
  );
}

/** `response_headers: { x-frame-options: deny }`: a header name where only `add` and `remove` are valid. */
function pairKey({ path, key, value, position }: UnknownKey, fields: Fields): GuessFinding | undefined {
  const maps = namesWhere(fields, ({ type }) => type === 'map');
  const [first] = maps;
  if (first === undefined || typeof value !== 'string' || !/^[\w-]*-[\w-]*$/.test(key)) return undefined;
  const message = `\`${key}\` is a name of its own, which belongs under ${orList(maps)}`;
  const help = `write \`${String(position.inSpec?.[0])}: { ${first}: { ${key}: … } }\``;
  return { rule: 'misplaced-field', finding: { at: { path: [...path, key], on: 'key' }, message, help } };
}

/** `webhook_verification: { github: … }`: a field's value used as a key. */
function valueAsKey({ path, key }: UnknownKey, fields: Fields): GuessFinding | undefined {
  const [name] = namesWhere(
    fields,
    (field) => field.type === 'string' && field.knownValues?.includes(key.toLowerCase()) === true,
  );
  if (name === undefined) return undefined;
  const message = `\`${key}\` is a value of \`${name}\`, not a key`;
  const help = `write \`${name}: ${key}\`, and what is below it beside that`;
  return { rule: 'misplaced-field', finding: { at: { path: [...path, key], on: 'key' }, message, help } };
}

/** `backend: { id: … }`: short for the module's only id field. */
function idKey(unknown: UnknownKey, fields: Fields): GuessFinding | undefined {
  if (!/^(?:id|ids|name|names)$/.test(unknown.key)) return undefined;
  const ids = namesWhere(
    fields,
    (field) => (field.type === 'string' || field.type === 'list') && field.refersTo !== undefined,
  );
  const [name] = ids;
  return name === undefined || ids.length > 1 || unknown.has(name) ? undefined : unknownField(unknown, name);
}

/** `ip_restriction: { allow: [10.0.0.0/8] }`: addresses belong in the IP policies that the module refers to. */
function addressKey({ path, key }: UnknownKey, fields: Fields): GuessFinding | undefined {
  const [name] = namesWhere(fields, (field) => field.type === 'list' && field.refersTo === 'ip-policy');
  if (name === undefined || !/^(?:allow|deny|block|cidrs?|ips?|addresses|ranges?)(?:_|$)/.test(key))
    return undefined;
  const message = `\`${key}\` cannot stand here: addresses are in the IP policies that \`${name}\` names`;
  return { rule: 'unknown-field', finding: { at: { path: [...path, key], on: 'key' }, message } };
}

function namesWhere(fields: Fields, fits: (field: Field) => boolean): readonly string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.readOnly !== true && fits(field))
    .map(([name]) => name);
}
