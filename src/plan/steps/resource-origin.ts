import { rememberEach } from '../../text/remember-last.ts';
import type { PlanOrigin } from '../../model/plan/change.ts';
import type { Desired } from '../../model/desired.ts';
import type { Path } from '../../model/value.ts';
import { lineColumn } from '../../text/line-column.ts';

/** Where a resource is declared. Cached: needed while waiting for the API, and again for each step. */
export const resourceOrigin = rememberEach((desired: Desired) => originOf(desired, []));

/** Where a value of a resource is declared. */
export function originOf(desired: Desired, path: Path): PlanOrigin {
  const { place, layer, through } = desired.originOf(path);
  const { line, column } = lineColumn(place.source, place.start);
  const file = place.source.path;
  const files = new Set(through.flatMap((source) => source.place?.source.path ?? []));
  files.delete(file);
  return {
    ...{ file, line, column },
    ...(layer === 'spec' ? {} : { layer }),
    ...(path.length === 0 || files.size === 0 ? {} : { through: [...files] }),
  };
}
