/** Puts kept values in the place of `<name>` in all texts of a value. */
export function fillIn<T>(value: T, kept: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') {
    return value.replaceAll(/<(\w+)>/g, (whole, name: string) => kept.get(name) ?? whole) as T;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => fillIn(item, kept)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillIn(item as unknown, kept)]),
  ) as T;
}

/**
 * Whether a value is as expected: every field of an expected object is there (an empty one must be empty), lists are
 * equally long, a text between slashes is a pattern.
 */
export function matches(value: unknown, expected: unknown): boolean {
  if (typeof expected === 'string' && expected.startsWith('/^') && expected.endsWith('/')) {
    return new RegExp(expected.slice(1, -1)).test(String(value));
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(expected))
    return false;
  const entries = Object.entries(expected);
  const isExact = Array.isArray(expected) || entries.length === 0;
  if (isExact && Object.keys(value).length !== entries.length) return false;
  return entries.every(
    ([key, item]) => Object.hasOwn(value, key) && matches((value as Record<string, unknown>)[key], item),
  );
}
