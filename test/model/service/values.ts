export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonMap = { readonly [key: string]: Json };

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** A string that is the same for equal values, for any order of keys. */
export function canonical(value: Json | undefined): string {
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

/** A string as it is, undefined as the empty string, any other value as JSON. */
export function plainText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
