import type { Compiled, Desired } from '../model/desired.ts';
import type { CachedResource, KeptCompiled, ResourceOutline } from '../model/lint/cached-file.ts';
import type { PlanOrigin } from '../model/plan/change.ts';
import type { Spec } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import { lineColumn } from '../workspace/yaml/position.ts';
import { resourceOutline } from './resource-outline.ts';

const none: CachedResource['outlines'] = {};

type KeptOfResource = Pick<CachedResource, 'outlines' | 'compiled'>;

/** The outlines of the compiled resources of a checked batch, for comparisons with others. */
export function outlinesOf(
  compiled: ReadonlyMap<string, Compiled>,
  share: (fields: ResourceOutline['fields']) => ResourceOutline['fields'],
): (address: Address) => KeptOfResource {
  const found = byAddress(compiled, (desired) => {
    const { fields, values } = resourceOutline(desired);
    return { fields: share(fields), values };
  });
  return (address) => ({ outlines: Object.fromEntries(found.get(address) ?? []) });
}

/** Their complete specs, for a plan, and where each resource is declared. */
export function keptOf(compiled: ReadonlyMap<string, Compiled>): (address: Address) => KeptOfResource {
  const found = byAddress(compiled, (desired) => desired);
  return (address) => {
    const [first, ...others] = found.get(address) ?? [];
    if (first === undefined) return { outlines: none };
    const specs: Record<string, Spec> = {};
    for (const [environment, { spec }] of [first, ...others]) specs[environment] = spec;
    const kept: KeptCompiled = { specs, declaredAt: declaredAt(first[1]) };
    return { outlines: none, compiled: kept };
  };
}

function declaredAt(desired: Desired): PlanOrigin {
  const { place } = desired.originOf([]);
  const { line, column } = lineColumn(place.source, place.start);
  return { file: place.source.path, line, column };
}

function byAddress<Kept>(
  compiled: ReadonlyMap<string, Compiled>,
  keep: (desired: Desired) => Kept,
): ReadonlyMap<Address, readonly (readonly [string, Kept])[]> {
  const found = new Map<Address, (readonly [string, Kept])[]>();
  for (const [environment, { desired }] of compiled) {
    for (const one of desired) {
      const own = found.get(one.address) ?? [];
      own.push([environment, keep(one)]);
      found.set(one.address, own);
    }
  }
  return found;
}
