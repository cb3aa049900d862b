/** The names of the types of CEL, which are values too: `type(port) == int`. */
export const typeNames: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'double',
  'google.protobuf.Duration',
  'google.protobuf.Timestamp',
  'int',
  'list',
  'map',
  'null_type',
  'string',
  'type',
  'uint',
]);
