type Params = Readonly<Record<string, unknown>>;

/** The message for a failed schema keyword: "must be a whole number". Validators have no messages, to stay small. */
export function shapeMessage(keyword: string, params: Params): string {
  switch (keyword) {
    case 'type':
      return `must be ${typesInWords(params['type'])}`;
    case 'required':
      return `must have \`${String(params['missingProperty'])}\``;
    case 'additionalProperties':
      return `has an unknown key \`${String(params['additionalProperty'])}\``;
    case 'enum':
      return `must be one of ${listOf(params['allowedValues'])}`;
    case 'const':
      return `must be \`${String(params['allowedValue'])}\``;
    case 'minimum':
      return `must be at least ${String(params['limit'])}`;
    case 'maximum':
      return `must be at most ${String(params['limit'])}`;
    case 'maxBytes':
      return `is ${String(params['actual'])} bytes, limit ${String(params['limit'])} bytes`;
    case 'propertyNames':
      return `has a key that is not a name: \`${String(params['propertyName'])}\``;
    case 'minItems':
      return 'must not be empty';
    case 'pattern':
      return `must match ${String(params['pattern'])}`;
    case 'if':
      return 'cannot be combined with the other values';
    default:
      throw new Error(`there are no words for the keyword ${keyword}`);
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a mapping',
  null: 'null',
};

function typesInWords(type: unknown): string {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.map((name) => types[String(name)] ?? String(name)).join(' or ');
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => `\`${String(value)}\``).join(', ') : String(values);
}
