import type { Path } from '../../model/value.ts';

/** The path inside a spec, of `spec` itself or of an environment's overrides. */
export function specPath(path: Path): Path | undefined {
  if (path[0] === 'spec') return path.slice(1);
  return path[0] === 'overrides' && path.length > 1 ? path.slice(2) : undefined;
}
