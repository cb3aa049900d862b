import type { Compiled, Desired } from '../model/desired.ts';
import type { CachedResource, KeptCompiled, ResourceOutline } from '../model/lint/cached-file.ts';
import type { PlanOrigin } from '../model/plan/change.ts';
import { SecretReference } from '../model/secret.ts';
import type { Spec, Value } from '../model/value.ts';
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

/** Their complete specs, and where each resource is declared. `places`: the texts of the files are kept as well. */
export function keptOf(
  compiled: ReadonlyMap<string, Compiled>,
  keeps: 'specs' | 'places',
): (address: Address) => KeptOfResource {
  const found = byAddress(compiled, (desired) => desired);
  return (address) => {
    const [first, ...others] = found.get(address) ?? [];
    if (first === undefined) return { outlines: none };
    const specs: Record<string, Spec> = {};
    for (const [environment, { spec }] of [first, ...others]) {
      if (keeps === 'specs') copyTexts(spec);
      specs[environment] = spec;
    }
    const kept: KeptCompiled = { specs, declaredAt: declaredAt(first[1]) };
    return { outlines: none, compiled: kept };
  };
}

/** V8 copies a shorter slice. A longer one would keep the whole text of its file in memory. */
const shortestSlice = 13;

function copyTexts(within: Spec): void {
  const values = within as Record<string, Value>;
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (typeof value === 'string') {
      if (value.length >= shortestSlice) values[key] = ` ${value}`.slice(1);
    } else if (typeof value === 'object' && value !== null && !(value instanceof SecretReference)) {
      copyTexts(value as Spec);
    }
  }
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
