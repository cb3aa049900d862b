import { maskedValue } from '../derive/forms/masked.ts';
import { kinds } from '../kinds/index.ts';
import type { Desired } from '../model/desired.ts';
import { SecretReference } from '../model/secret-reference.ts';
import type { Json, Path, Spec, Value } from '../model/value.ts';
import { lineColumn } from '../text/line-column.ts';
import { dotted } from '../text/dotted-path.ts';

type CompiledView = 'bodies' | 'requests' | 'origins';

/** The output of `compile`: bodies by address, the requests that create them, or the origin of each value. */
export function compiledValue(desired: readonly Desired[], { show }: { readonly show: CompiledView }): Json {
  if (show === 'requests') return desired.map(createRequest);
  const shownResource = show === 'bodies' ? ({ spec }: Desired) => maskedValue(spec) : origins;
  return Object.fromEntries(desired.map((resource) => [resource.address, shownResource(resource)]));
}

function createRequest({ address, kind, spec }: Desired): Json {
  const { create } = kinds[kind].operations;
  const { parent } = kinds[kind];
  const owner = parent === undefined ? undefined : spec[parent.field];
  const path =
    parent === undefined || typeof owner !== 'string'
      ? create.path
      : create.path.replace(`{${parent.field}}`, encodeURIComponent(owner));
  return { address, method: create.method, path, body: maskedValue(bodyOf(spec, parent?.field)) };
}

function bodyOf(spec: Spec, parentField: string | undefined): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => name !== parentField));
}

function origins(resource: Desired): Json {
  return leaves(resource.spec, []).map(({ path, value }) => {
    const { place, layer, through } = resource.originOf(path);
    const { line, column } = lineColumn(place.source, place.start);
    return {
      path: dotted(path),
      value: maskedValue(value),
      at: `${place.source.path}:${line}:${column}`,
      layer,
      ...(through.length === 0 ? {} : { through: through.map(({ what }) => what) }),
    };
  });
}

function leaves(value: Value, path: Path): readonly { readonly path: Path; readonly value: Value }[] {
  const isLeaf = typeof value !== 'object' || value === null || value instanceof SecretReference;
  if (isLeaf || Object.keys(value).length === 0) return [{ path, value }];
  return Object.entries(value).flatMap(([key, item]) =>
    leaves(item as Value, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
