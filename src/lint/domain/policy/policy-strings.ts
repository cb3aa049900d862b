import type { Json, Path } from '../../../model/value.ts';

/** A string in a traffic policy: a key of a mapping or a value. */
export interface PolicyString {
  readonly text: string;
  readonly inside: Path;
}

/** The strings below a part of a policy, keys included. */
export function stringsIn(value: Json | undefined, inside: Path): readonly PolicyString[] {
  if (typeof value === 'string') return [{ text: value, inside }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) => stringsIn(item, [...inside, index]));
  return Object.entries(value).flatMap(([key, item]) => [
    { text: key, inside: [...inside, key] },
    ...stringsIn(item, [...inside, key]),
  ]);
}
