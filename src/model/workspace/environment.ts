import type { ReferenceTarget } from '../../kinds/references.ts';
import type { driftModes } from '../../kinds/documents/words.ts';
import type { DocumentNode, Place, YamlDocument } from '../document.ts';
import type { Address } from './address.ts';

/** A name in `ids` for an object that the API refers to but cannot create. */
export interface NamedId {
  /** For example `backend/shop`. */
  readonly name: string;
  readonly target: ReferenceTarget;
  readonly id: string;
  readonly place: Place;
}

export interface Variable {
  readonly name: string;
  readonly node: DocumentNode;
  readonly place: Place;
}

export interface Adoption {
  readonly address: Address;
  readonly id: string;
  /** Set for routes only. */
  readonly edge_id?: string;
  /** The current owner: an environment of the workspace, or the owner in a marker. */
  readonly from?: string;
  readonly place: Place;
}

/** Parts of an environment that were not read because of a mistake, which is already reported. */
export interface UnreadEnvironment {
  /** True if it is unknown what else the environment declares. */
  readonly isPart: boolean;
  /** The keys of `vars` and `ids` that were left out. */
  readonly names: ReadonlySet<string>;
}

/** Content of environments/<name>.yaml, or of all files in environments/<name>/. */
export interface Environment {
  readonly name: string;
  readonly vars: ReadonlyMap<string, Variable>;
  readonly ids: ReadonlyMap<string, NamedId>;
  readonly adopt: readonly Adoption[];
  readonly drift: (typeof driftModes)[number];
  readonly unread: UnreadEnvironment;
  readonly documents: readonly YamlDocument[];
}
