import type { Value } from '../../model/value.ts';

/** The items of a list as strings; empty if the value is not a list. */
export function itemsOf(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly unknown[]).map(String) : [];
}
