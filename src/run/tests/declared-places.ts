import type { CompiledResource } from '../../model/desired.ts';
import type { PlanOrigin } from '../../model/plan/change.ts';
import type { SimulationPlace } from '../../model/traffic/simulation.ts';
import { locateInResource } from '../../lint/locate/in-resource.ts';
import { resourceOrigin } from '../../plan/steps/resource-origin.ts';
import { lineColumn } from '../../text/line-column.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** Where the steps of a request are declared; undefined for a resource that is not. */
export function declaredPlaces(
  compiled: readonly CompiledResource[],
): (place: SimulationPlace) => PlanOrigin | undefined {
  const resources = new Map<string, CompiledResource>(
    compiled.map((resource) => [resource.address, resource]),
  );
  return ({ address, path, inside }) => {
    const resource = resources.get(address);
    if (resource === undefined) return undefined;
    if (path.length === 0) return resourceOrigin(resource);
    const { place } = locateInResource(resource, { path, ...withoutUndefined({ inside }) });
    return { file: place.source.path, ...lineColumn(place.source, place.start) };
  };
}
