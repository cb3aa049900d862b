import type { Path } from '../model/value.ts';

/** A JSON pointer (RFC 6901). */
export function jsonPointer(path: Path): string {
  return path.map((step) => `/${pointerStep(String(step))}`).join('');
}

export function pointerStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Parses a JSON pointer. Whole numbers become list indexes only if `isList` holds for their parent. */
export function parseJsonPointer(pointer: string, isList: (path: Path) => boolean): Path {
  const path: (string | number)[] = [];
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(isList(path) && /^\d+$/.test(name) ? Number(name) : name);
  }
  return path;
}
