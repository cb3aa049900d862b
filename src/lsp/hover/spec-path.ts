import type { Path } from '../../model/value.ts';

/** The path inside a spec, from a path in `spec` or in an environment's overrides; undefined for any other path. */
export function specPath(path: Path): Path | undefined {
  if (path[0] === 'spec') return path.slice(1);
  return path[0] === 'overrides' && path.length > 1 ? path.slice(2) : undefined;
}
