const plain: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  uint: 'an unsigned number',
  double: 'a number',
  bool: 'a boolean',
  null: 'null',
  secret: 'a secret',
  'list<string>': 'a list of strings',
  bytes: 'bytes',
  type: 'a type',
};

/** A CEL type in words. */
export function typeWords(type: string): string {
  const known = Object.hasOwn(plain, type) ? plain[type] : undefined;
  if (known !== undefined) return known;
  if (type.startsWith('list')) return 'a list';
  if (type.startsWith('map')) return 'a map';
  if (type.startsWith('optional')) return 'a value that may be missing';
  if (type === 'spec' || type.startsWith('spec_')) return 'an object';
  return type.startsWith('google.') ? 'a point or span of time' : 'a value of any type';
}
