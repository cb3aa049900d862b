import type { Path } from '../model/value.ts';

const plain = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A path in the notation for people: `oauth.provider.github.teams[0]`, `response_headers.add["x.y"]`. */
export function dotted(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!plain.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** The top-level fields in these dotted paths, each once. */
export function fieldsIn(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path))];
}

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
