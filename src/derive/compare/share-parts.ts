import type { Json, Value } from '../../model/value.ts';

type Part = Value | Json | undefined;
type Parts = Readonly<Record<string, Part>>;

/**
 * Replaces the parts of `value` that are equal in `known` by those, so that memory holds them once; returns `known` if
 * all of it is equal. This changes `value` in place, but nothing that can be read from it.
 */
export function shareParts<Of extends Part>(value: Of, known: Part): Of {
  if (isSame(value, known)) return known as Of;
  if (isPlain(value) && isPlain(known)) shareFields(value, known);
  return value;
}

/** The same for what is in a map or a list, which itself remains. */
export function shareFields(value: Parts, known: Parts): void {
  const mine = value as Record<string, Part>;
  for (const name of Object.keys(mine))
    if (Object.hasOwn(known, name)) mine[name] = shareParts(mine[name], known[name]);
}

/** Whether all is equal, and in the same order: the bytes of a request follow it. */
function isSame(value: Part, known: Part): boolean {
  if (value === known) return true;
  if (!isPlain(value) || !isPlain(known) || Array.isArray(value) !== Array.isArray(known)) return false;
  const names = Object.keys(value);
  const others = Object.keys(known);
  if (names.length !== others.length) return false;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    if (name !== others[index] || !isSame(value[name], known[name])) return false;
  }
  return true;
}

/** A map or a list; not a secret. */
function isPlain(value: Part): value is Part & Parts {
  if (typeof value !== 'object' || value === null) return false;
  const made: unknown = Object.getPrototypeOf(value);
  return made === Object.prototype || made === Array.prototype;
}
