import type { Json } from '../../model/value.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { listInWords } from '../schema/schema-words.ts';
import type { Fact } from './explanation.ts';

/** Facts from the schema on a key of Edgewright's own documents. */
export function keyFacts(schema: JsonSchema, isRequired: boolean): readonly Fact[] {
  const { const: only, enum: values, default: usual, minimum, maximum, patternErrorMessage: form } = schema;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['type', typeOf(schema)],
    ['values', Array.isArray(values) ? listInWords((values as readonly Json[]).map(String)) : undefined],
    ['value', only === undefined ? undefined : `always \`${plain(only)}\``],
    ['limits', minimum === undefined ? undefined : `from ${plain(minimum)} to ${plain(maximum)}`],
    ['form', typeof form === 'string' ? form : undefined],
    ['required', isRequired ? 'yes' : undefined],
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
  if (Array.isArray(type)) return (type as readonly string[]).map((one) => words[one] ?? one).join(' or ');
  return typeof type === 'string' ? words[type] : undefined;
}
