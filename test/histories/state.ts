import type { JsonObject } from '../../src/model/value.ts';
import type { Kind } from './facts.ts';
import type { Fields, Memory } from './naive-field.ts';

export type Address = `${Kind}/${string}`;

/** A resource as declared. */
export interface Written {
  readonly spec: Fields;
  readonly usesPreset: boolean;
  readonly formerly: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** The number of the stranger that `adopt:` names. */
  readonly adopts?: number;
}

/** An object of the service, by a number of the model's own. */
export interface Thing {
  readonly kind: Kind;
  readonly id: string;
  /** As it is kept, without the edge and the marker. */
  readonly stored: Fields;
}

export interface Entry extends Memory {
  readonly thing: number;
}

export interface Files {
  readonly resources: Readonly<Record<Address, Written>>;
  /** The spec of the preset `shared` of routes. */
  readonly preset: JsonObject;
  readonly removed: Readonly<Record<Address, 'retire' | 'forget'>>;
  readonly drift: 'drift' | 'revert';
  readonly approvals: readonly Approval[];
}

export interface Approval {
  readonly allow: 'revert' | 'recreate';
  readonly address: string;
  readonly change: string;
}

export interface State {
  readonly files: Files;
  readonly things: Readonly<Record<number, Thing>>;
  readonly ledger: Readonly<Record<Address, Entry>>;
  readonly orphans: Readonly<Record<Address, Entry>>;
  /** The counter for unique numbers. */
  readonly count: number;
}

export const emptyState: State = {
  files: { resources: {}, preset: {}, removed: {}, drift: 'drift', approvals: [] },
  things: {},
  ledger: {},
  orphans: {},
  count: 0,
};

export function kindOf(address: Address): Kind {
  return address.slice(0, address.indexOf('/')) as Kind;
}

/** The preset, and the resource's own fields over it (DESIGN 2, "One merge rule"). */
export function wantedOf({ preset }: Files, { spec, usesPreset }: Written): Fields {
  return usesPreset ? { ...preset, ...spec } : spec;
}

export function addressesOf<Item>(items: Readonly<Record<Address, Item>>): readonly Address[] {
  return (Object.keys(items) as Address[]).sort();
}

export function without<Item>(
  items: Readonly<Record<Address, Item>>,
  address: Address,
): Readonly<Record<Address, Item>> {
  const { [address]: _gone, ...rest } = items;
  return rest;
}
