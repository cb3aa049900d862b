import { fieldAt, fieldsOf } from '../../derive/fields.ts';
import { suggestions } from '../../derive/suggest.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { Path } from '../../model/value.ts';
import { formatOf, type DocumentKind, type Position } from './file-format.ts';
import type { UnknownKey } from './judgement.ts';
import { fromReadForm } from './read-form-key.ts';
import { orList, shown, validHere } from './shape-finding.ts';
import type { Finding, FixChange } from '../rule.ts';

type Named = { readonly rule: string; readonly finding: Finding };

/** Hints from tables, the most telling first (RULES.md, steps 5 and 6). */
export function judgeKey(unknown: UnknownKey): Named {
  return (
    readOnlyKey(unknown) ??
    fromReadForm(unknown) ??
    policyKey(unknown) ??
    providerKey(unknown) ??
    misplacedKey(unknown) ??
    unknownKey(unknown)
  );
}

function readOnlyKey({ path, key, position }: UnknownKey): Named | undefined {
  const { inSpec } = position;
  if (inSpec === undefined) return undefined;
  if (!position.kinds.some((kind) => fieldAt(kind, [...inSpec, key])?.readOnly === true)) return undefined;
  const at = [...path, key];
  return {
    rule: 'read-only-field',
    finding: {
      at: { path: at, on: 'key' },
      message: `\`${key}\` is answered by the API, it cannot be set`,
      fix: { safety: 'safe', title: `delete \`${key}\``, changes: [{ remove: at }] },
    },
  };
}

/** A policy that stands where its module should. */
function policyKey({ path, key, position, value }: UnknownKey): Named | undefined {
  const { field } = position;
  if (field?.type !== 'module' || !('value' in field.module.fields) || !Array.isArray(value))
    return undefined;
  return {
    rule: 'traffic-policy-form',
    finding: {
      at: { path: [...path, key], on: 'key' },
      message: `\`${key}\` belongs to the policy, which is the \`value\` of this module`,
      help: 'put the policy under `traffic_policy.value`; only an endpoint takes it directly',
    },
  };
}

/** The members of an OAuth provider object, and what only one of them has (API 2.9). */
function providerKey({ path, key, position, present }: UnknownKey): Named | undefined {
  const { inSpec, fields } = position;
  if (inSpec?.[0] !== 'oauth' || inSpec[1] !== 'provider' || fields === undefined) return undefined;
  const at = { path: [...path, key], on: 'key' } as const;
  const providers = fieldsOf(fieldAt('https-route', ['oauth', 'provider']) as Field) ?? {};
  if (inSpec.length === 2) {
    const settings = Object.values(providers).some((one) => Object.hasOwn(fieldsOf(one) ?? {}, key));
    if (settings) {
      const message = `\`${key}\` belongs under the provider's name, such as \`google\``;
      return { rule: 'misplaced-field', finding: { at, message } };
    }
    const message = `\`${key}\` is not an OAuth provider`;
    return {
      rule: 'oauth-provider-unknown',
      finding: { at, message, ...help(fields), ...renamed(path, key, fields, present) },
    };
  }
  const owners = Object.keys(providers).filter((name) =>
    Object.hasOwn(fieldsOf(providers[name] as Field) ?? {}, key),
  );
  if (owners.length === 0) return undefined;
  const message = `\`${key}\` is for \`${owners.join('`, `')}\` only, not for \`${String(inSpec[2])}\``;
  return { rule: 'oauth-github-only', finding: { at, message } };
}

function misplacedKey({ documentKind, path, key, position }: UnknownKey): Named | undefined {
  const right = rightPlaces(documentKind, key, position);
  if (right === undefined) return undefined;
  const here = position.inSpec?.at(-1) ?? path.at(-1);
  const not = here === undefined ? '' : `, not in \`${here}\``;
  return {
    rule: 'misplaced-field',
    finding: { at: { path: [...path, key], on: 'key' }, message: `\`${key}\` belongs ${right}${not}` },
  };
}

/** Where a key of this name may stand instead, in words. */
function rightPlaces(
  documentKind: DocumentKind,
  key: string,
  { inSpec, kinds: meant }: Position,
): string | undefined {
  if (key === 'enabled') return undefined;
  if (inSpec === undefined)
    return meant.some((kind) => isWritten(kinds[kind].fields[key])) ? 'under `spec`' : undefined;
  if (Object.hasOwn(formatOf(documentKind), key)) return 'beside `spec`';
  const modules = new Set<string>();
  for (const kind of meant) {
    if (inSpec.length > 0 && isWritten(kinds[kind].fields[key])) return 'directly under `spec`';
    for (const [name, field] of Object.entries(kinds[kind].fields)) {
      if (name !== inSpec[0] && isWritten(fieldsOf(field)?.[key])) modules.add(name);
    }
  }
  if (modules.size > 0 && modules.size <= 3) return `to ${orList([...modules])}`;
  const others = Object.values(kinds).filter(
    (kind) => !meant.includes(kind.name) && isWritten(kind.fields[key]),
  );
  return inSpec.length === 0 && others.length > 0
    ? `to ${orList(others.map((kind) => kind.name))}`
    : undefined;
}

function isWritten(field: Field | undefined): boolean {
  return field !== undefined && field.readOnly !== true;
}

function unknownKey({ path, key, position, present, missing }: UnknownKey): Named {
  const at = { path: [...path, key], on: 'key' } as const;
  const fields = position.fields ?? {};
  const [lacking] = suggestions(key, missing);
  const fix = lacking === undefined ? renamed(path, key, fields, present) : rename(path, key, lacking);
  const meant = lacking ?? suggested(key, fields, present);
  const message =
    meant === undefined
      ? `unknown key ${shown(key)}`
      : `unknown key ${shown(key)}: rename it to \`${meant}\``;
  const where = position.inSpec?.at(-1);
  const tail = meant === undefined && where !== undefined ? ` in \`${where}\`` : '';
  return { rule: 'unknown-field', finding: { at, message: message + tail, ...help(fields), ...fix } };
}

function suggested(key: string, fields: Fields, present: readonly string[]): string | undefined {
  const open = Object.keys(fields).filter((name) => isWritten(fields[name]) && !present.includes(name));
  return suggestions(key, open)[0];
}

function renamed(path: Path, key: string, fields: Fields, present: readonly string[]): Pick<Finding, 'fix'> {
  const meant = suggested(key, fields, present);
  return meant === undefined ? {} : rename(path, key, meant);
}

function rename(path: Path, key: string, to: string): Pick<Finding, 'fix'> {
  const changes: readonly FixChange[] = [{ rename: [...path, key], to }];
  return { fix: { safety: 'unsafe', title: `rename \`${key}\` to \`${to}\``, changes } };
}

function help(fields: Fields): Pick<Finding, 'help'> {
  const valid = validHere(Object.keys(fields).filter((name) => isWritten(fields[name])));
  return valid === undefined ? {} : { help: valid };
}
