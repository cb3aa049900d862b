import type { Value } from '../../model/value.ts';

/** The items of a list that are strings. */
export function textsOf(value: Value | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Value[]).filter((item) => typeof item === 'string');
}
