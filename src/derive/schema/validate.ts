import validators from './validators.gen.cjs';
import type { ownKinds } from '../../kinds/documents/index.ts';
import type { WriteOperation } from '../../kinds/field.ts';
import type { KindName } from '../../kinds/kind.ts';

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a mapping',
  null: 'null',
};

/** A mistake in a value: the fields of ajv's `ErrorObject`, with a readable message. */
export interface ShapeError {
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** The documents of workspace files: those of a resource file, edgewright.yaml, a file of environments/. */
export type DocumentName = KindName | keyof typeof ownKinds | 'settings' | 'environment';

/** Checks the shape of a document of the file format, in which expressions may replace values. */
export function validateDocument(name: DocumentName, value: unknown): readonly ShapeError[] {
  return check(`document.${name}`, value);
}

/**
 * Checks a body exactly as the API accepts it: the write form, final ids and strings, no unknown keys. The ids of the
 * path (`edge_id`, `id`) are not part of it. Throws for an update of a kind without update.
 */
export function validateBody(
  kind: KindName,
  operation: WriteOperation,
  body: unknown,
): readonly ShapeError[] {
  return check(`body.${kind}.${operation}`, body);
}

function check(name: string, value: unknown): readonly ShapeError[] {
  const validate = validators[name];
  if (validate === undefined) throw new Error(`there is no validator ${name}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((failure) => ({
    ...failure,
    message: shapeMessage(failure.keyword, failure.params),
  }));
}

/** The message for a failed schema keyword: "must be a whole number". Validators have no messages, to stay small. */
function shapeMessage(keyword: string, params: ShapeError['params']): string {
  const message = messages[keyword];
  if (message === undefined) throw new Error(`there are no words for the keyword ${keyword}`);
  return message(params);
}

const messages: Readonly<Record<string, (params: ShapeError['params']) => string>> = {
  type: ({ type }) => `must be ${typesInWords(type)}`,
  required: ({ missingProperty }) => `must have \`${String(missingProperty)}\``,
  additionalProperties: ({ additionalProperty }) => `has an unknown key \`${String(additionalProperty)}\``,
  enum: ({ allowedValues }) => `must be one of ${listOf(allowedValues)}`,
  const: ({ allowedValue }) => `must be \`${String(allowedValue)}\``,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  maxBytes: ({ actual, limit }) => `is ${String(actual)} bytes, limit ${String(limit)} bytes`,
  propertyNames: ({ propertyName }) => `has a key that is not a name: \`${String(propertyName)}\``,
  minItems: () => 'must not be empty',
  pattern: ({ pattern }) => `must match ${String(pattern)}`,
  if: () => 'cannot be combined with the other values',
};

function typesInWords(type: unknown): string {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.map((name) => types[String(name)] ?? String(name)).join(' or ');
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => `\`${String(value)}\``).join(', ') : String(values);
}
