import type { removals } from '../../kinds/documents/words.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { MapNode, ScalarNode, Source, YamlDocument } from '../document.ts';
import type { Address } from './address.ts';
import type { AllowedDecision } from '../approval.ts';

/** A document of a resource file whose `kind` is known and whose root is a map. */
interface DocumentBase {
  readonly document: YamlDocument;
  readonly root: MapNode;
  /** The value of `kind:`. */
  readonly kindNode: ScalarNode;
}

/** The part of a resource document that names and labels the resource. */
export interface ResourceHead {
  readonly source: Source;
  /** Position among the documents of the file, from 0. */
  readonly index: number;
  readonly kind: KindName;
  readonly name: string;
  readonly nameNode: ScalarNode;
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
  readonly uses: readonly NamedNode[];
  readonly formerly: readonly NamedNode[];
  /** The environments it is restricted to; undefined for all. */
  readonly environments: readonly NamedNode[] | undefined;
}

/** A resource as written: layers are not merged, expressions not evaluated. */
export interface ResourceDocument extends ResourceHead, DocumentBase {
  readonly kind: KindName;
  readonly spec: MapNode | undefined;
  readonly overrides: ReadonlyMap<string, Override>;
}

/** An item of a list, or a key, with its node. */
export interface NamedNode {
  readonly name: string;
  readonly node: ScalarNode;
}

export interface Override extends NamedNode {
  readonly spec: MapNode | undefined;
}

export interface PresetDocument extends DocumentBase {
  readonly kind: 'preset';
  readonly name: string;
  readonly nameNode: ScalarNode;
  readonly spec: MapNode | undefined;
}

/** The way to remove an address that is no longer declared and cannot simply be deleted. */
export interface RemovedDocument extends DocumentBase {
  readonly kind: 'removed';
  readonly address: Address;
  readonly addressNode: ScalarNode;
  readonly then: (typeof removals)[number];
}

/** A person's approval of one change: a document of its own, or an entry of `kind: approvals`. */
export interface Approval extends DocumentBase {
  readonly kind: 'approval';
  readonly allow: AllowedDecision;
  readonly address: Address;
  readonly addressNode: ScalarNode;
  readonly environment: string | undefined;
  /** The full change id from the plan. */
  readonly change: string;
  readonly changeNode: ScalarNode;
  readonly reason: string;
  /** In `kind: approvals`: its number among the entries of `changes`, from 0, and how many there are. */
  readonly entry?: { readonly index: number; readonly count: number };
}

export type WorkspaceDocument = ResourceDocument | PresetDocument | RemovedDocument | Approval;
