import type { Path } from '../model/value.ts';

const plain = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A path as people read it: `oauth.provider.github.teams[0]`, `response_headers.add["x.y"]`. */
export function dotted(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!plain.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** The path that a JSON pointer writes. Steps that are whole numbers become list indexes only where `isList` says so. */
export function parseJsonPointer(pointer: string, isList: (path: Path) => boolean): Path {
  const path: (string | number)[] = [];
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(isList(path) && /^\d+$/.test(name) ? Number(name) : name);
  }
  return path;
}
