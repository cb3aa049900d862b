import type { Json, Path, Value } from '../../model/value.ts';
import { at } from './change.ts';
import type { FieldSides } from './field-sides.ts';
import { keptCovers } from './same-as-kept.ts';

/**
 * Whether YAML and live agree on an outside change, and not on a value that the service returned right after our last
 * write. A form used by the service that the YAML now declares is not an outside change.
 */
export function isTakenOver(
  { field, name, now, applied, observed, eyes }: FieldSides,
  wanted: Value | undefined,
): boolean {
  if (wanted !== undefined && !keptCovers(field, wanted, observed, eyes, [name])) return true;
  return leavesOf(applied).some(
    (path) =>
      at(wanted, path) === undefined && at(now, path) === undefined && at(observed, path) !== undefined,
  );
}

function leavesOf(kept: Json | undefined, path: Path = []): readonly Path[] {
  if (kept === undefined) return [];
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return [path];
  return Object.entries(kept).flatMap(([name, item]) => leavesOf(item, [...path, name]));
}
