/** The object without the properties that are undefined. In a bundle, a spread for each of them takes much longer. */
export function withoutUndefined<const Of extends object>(object: Of): WithoutUndefined<Of> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) if (value !== undefined) given[name] = value;
  return given as WithoutUndefined<Of>;
}

type WithoutUndefined<Of> = {
  [Name in keyof Of as undefined extends Of[Name] ? never : Name]: Of[Name];
} & {
  [Name in keyof Of as undefined extends Of[Name] ? Name : never]?: Exclude<Of[Name], undefined>;
};
