import type { Json, Value } from '../../model/value.ts';

type Part = Value | Json | undefined;

/**
 * Replaces the parts of `value` that are equal in `known` by those, so that memory holds them once; returns `known` if
 * all of it is equal. The order of keys counts, because the bytes of a request follow it. This changes `value` in place,
 * but nothing that can be read from it.
 */
export function shareParts<Of extends Part>(value: Of, known: Part): Of {
  if (value === known) return known as Of;
  if (!isPlain(value) || !isPlain(known)) return value;
  const mine = value as Record<string, Part>;
  const other = known as Readonly<Record<string, Part>>;
  const names = Object.keys(mine);
  const others = Object.keys(other);
  let isEqual = names.length === others.length && Array.isArray(mine) === Array.isArray(other);
  for (const [index, name] of names.entries()) {
    const part = Object.hasOwn(other, name) ? other[name] : undefined;
    const shared = shareParts(mine[name], part);
    // Also for strings that are equal: each may be a copy.
    if (shared !== undefined && shared === part) mine[name] = part;
    else isEqual = false;
    if (name !== others[index]) isEqual = false;
  }
  return isEqual ? (known as Of) : value;
}

/** A map or a list; not a secret. */
function isPlain(value: Part): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const made: unknown = Object.getPrototypeOf(value);
  return made === Object.prototype || made === Array.prototype;
}
