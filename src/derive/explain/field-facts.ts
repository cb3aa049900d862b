import type { Field, Module } from '../../kinds/field.ts';
import type { Kind } from '../../kinds/kind.ts';
import { nameables } from '../../kinds/references.ts';
import type { Json, Path } from '../../model/value.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { limitsInWords, typeInWords, unitInWords } from '../schema/schema-words.ts';
import type { Fact } from './explanation.ts';
import { codeList } from '../../text/words/list-words.ts';

/** Facts from the schema on a key of Edgewright's own documents. */
export function keyFacts(schema: JsonSchema, presence: 'required' | 'optional'): readonly Fact[] {
  const { const: only, enum: values, default: usual, minimum, maximum, patternErrorMessage: form } = schema;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['type', typeOf(schema)],
    ['values', Array.isArray(values) ? codeList((values as readonly Json[]).map(String)) : undefined],
    ['value', only === undefined ? undefined : `always \`${plain(only)}\``],
    ['limits', minimum === undefined ? undefined : `from ${plain(minimum)} to ${plain(maximum)}`],
    ['form', typeof form === 'string' ? form : undefined],
    ['required', presence === 'required' ? 'yes' : undefined],
    ['default', usual === undefined ? undefined : `\`${plain(usual)}\``],
  ];
  return rows.flatMap(([label, text]) => (text === undefined ? [] : [{ label, text }]));
}

function plain(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(plain).join(', ')}]`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  integer: 'a whole number',
  number: 'a number',
  object: 'a map',
  array: 'a list',
};

function typeOf({ type, $ref }: JsonSchema): string | undefined {
  if ($ref !== undefined) return 'a map: the fields of the kind';
  if (Array.isArray(type))
    return (type as readonly string[]).map((typeName) => words[typeName] ?? typeName).join(' or ');
  return typeof type === 'string' ? words[type] : undefined;
}

/** All facts of the tables on a field, in the order of a reader's questions. `module` is the one that contains it. */
export function fieldFacts(
  kind: Kind,
  path: Path,
  field: Field,
  module: Module | undefined,
): readonly Fact[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['type', typeInWords(field)],
    ['known values', knownValues(field)],
    ['limits', limitsInWords(field)],
    ['unit', unitInWords(field)],
    ['names', names(field)],
    [
      'secret',
      field.secret === true ? 'yes: no literal is accepted, and the value is never shown' : undefined,
    ],
    [
      'required',
      field.required === true
        ? `yes, ${module === undefined ? `to create the ${kind.title}` : `while the module is enabled`}`
        : undefined,
    ],
    ['written', written(kind, field)],
    ['role', field.type === 'module' ? role(field.module) : undefined],
    ['left out', leftOut(kind, field)],
    ['taken out', takenOut(kind, path, field)],
    ['reads back', readsBack(field)],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [{ label, text }]));
}

function knownValues(field: Field): string | undefined {
  if ((field.type !== 'string' && field.type !== 'list') || field.knownValues === undefined) return undefined;
  return `${codeList(field.knownValues)}; the API shows no list, so another value is not an error`;
}

function names(field: Field): string | undefined {
  const target = field.type === 'string' || field.type === 'list' ? field.refersTo : undefined;
  const nameable = target === undefined ? undefined : nameables[target];
  if (nameable === undefined) return undefined;
  return `\`${target}/<name>\` from \`ids\` of the environment, or a raw id (\`${nameable.idPrefixes[0]}…\`)`;
}

function written(kind: Kind, field: Field): string {
  if (field.readOnly === true) return 'never: the API answers it and accepts it nowhere';
  if (field.inPath === true) return 'in the path of each request; it cannot change once the object exists';
  if (kind.operations.update === undefined)
    return 'when it is created; the API has no update, so a change is blocked';
  if (field.writes === undefined) return 'when it is created and when it is updated';
  return field.writes.includes('create') ? 'when it is created, never again' : 'when it is updated';
}

function role(module: Module): string {
  switch (module.role) {
    case 'backend':
      return 'backend: it answers the traffic';
    case 'protecting':
      return 'protecting: making it weaker is an exposure and needs an approval';
    case 'transforming':
      return 'transforming: it does not decide who may pass';
  }
}

function leftOut(kind: Kind, field: Field): string | undefined {
  if (field.readOnly === true || field.required === true) return undefined;
  if (field.type === 'module')
    return 'the service keeps what it has: a module that is absent is not modified';
  if (field.seen === undefined) return 'the service decides; what it answers is recorded, not guessed';
  return `the service decides; ${JSON.stringify(field.seen)} was seen, and what it answers is recorded`;
}

/** The effect of removing the declaration of an applied field. */
function takenOut(kind: Kind, path: Path, field: Field): string | undefined {
  if (field.readOnly === true || field.required === true) return undefined;
  if (kind.operations.update === undefined) return 'the step is blocked: the API has no update';
  if (path.length > 1) return "the whole module is sent again without it, and the service's default returns";
  if (field.writes !== undefined && !field.writes.includes('update'))
    return 'nothing is sent: it cannot change';
  if (field.type === 'module') {
    return 'the module is retired: sent with its last configuration and `enabled: false`; the API cannot remove it';
  }
  if (field.onUnset === undefined || field.onUnset === 'blocked') {
    return 'the step is blocked: the API has no value that means "none"';
  }
  return `${JSON.stringify(field.onUnset.clear)} is sent`;
}

function readsBack(field: Field): string | undefined {
  if (field.readAs !== undefined) {
    return `as \`${field.readAs}\`: ${field.type === 'list' ? 'one reference or a list of them' : 'a reference'}, \`{id, uri}\``;
  }
  if (field.secret === true) return 'in clear, masked or not at all; it is redacted either way';
  if (field.type === 'string' && field.form === 'traffic-policy')
    return 'as text; compared by meaning, not by bytes';
  if (field.type === 'list' && field.as === 'set') return 'in any order; neither order nor repetition counts';
  if (field.type === 'map' && field.keyForm === 'header-name')
    return 'with names in any case; upper and lower case are the same';
  if (field.type === 'module') return 'null while it is not set';
  return undefined;
}
