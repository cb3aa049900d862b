import type { Diagnostic } from './diagnostic.ts';
import type { KindName } from '../kinds/kind.ts';
import type { DocumentNode, Place, YamlDocument } from './document.ts';
import type { Path, Spec } from './value.ts';
import type { Address, ResourceDocument } from './workspace.ts';

/** The layer that a top-level field came from. */
export interface Layer {
  /** `spec`, `preset/corp-login`, `overrides.staging`. */
  readonly label: string;
  readonly document: YamlDocument;
  /** The value of the field in that layer. */
  readonly node: DocumentNode;
  /** The node of the field's key. */
  readonly keyPlace: Place;
}

/** A layer's value that a later layer replaced; for the rules that say what was lost. */
export interface ReplacedLayer extends Layer {
  readonly field: string;
  readonly by: Layer;
}

/** Where a value stands: its own place, and what it came through. */
export interface Origin {
  readonly place: Place;
  readonly layer: string;
  /** The variable, file or id name it was made from, with its own place. */
  readonly through: readonly { readonly what: string; readonly place: Place | undefined }[];
}

/** A resource of one environment, compiled: exactly what the API would be sent. */
export interface Desired {
  readonly address: Address;
  readonly kind: KindName;
  readonly name: string;
  readonly environment: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly formerly: readonly Address[];
  /** The write form: ids resolved, variables replaced, secrets as references, traffic policies as text. No marker. */
  readonly spec: Spec;
  /** The layer of each top-level field of `spec`. */
  readonly layers: ReadonlyMap<string, Layer>;
  readonly replaced: readonly ReplacedLayer[];
  readonly document: ResourceDocument;
  /** Where the value at a path of `spec` was written; for a path that no one wrote, the nearest thing above it. */
  readonly originOf: (path: Path) => Origin;
}

/** What the compiler made of one environment. */
export interface Compiled {
  /** By address; of two documents with one address the first (the linter names both). */
  readonly desired: readonly Desired[];
  readonly diagnostics: readonly Diagnostic[];
}
