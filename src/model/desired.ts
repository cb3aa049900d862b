import type { KindName } from '../kinds/kind.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DocumentNode, Place, YamlDocument } from './document.ts';
import type { LedgerState } from './ledger/ledger.ts';
import type { LiveState } from './live.ts';
import type { Path, Spec } from './value.ts';
import type { Workspace } from './workspace/workspace.ts';
import type { Address } from './workspace/address.ts';
import type { Environment } from './workspace/environment.ts';
import type { ResourceDocument, ResourceHead } from './workspace/workspace-document.ts';

/** The layer that defines a top-level field. */
export interface Layer {
  /** For example `spec`, `preset/corp-login` or `overrides.staging`. */
  readonly label: string;
  readonly document: YamlDocument;
  /** The value of the field in that layer. */
  readonly node: DocumentNode;
}

/** A layer's value that a later layer replaced, for the lint rules about lost values. */
export interface ReplacedLayer extends Layer {
  readonly field: string;
  readonly by: Layer;
}

/** The source of a value: its own place and the names it was resolved through. */
export interface Origin {
  readonly place: Place;
  readonly layer: string;
  /** The variables, files or id names in the value, each with its own place. */
  readonly through: readonly { readonly what: string; readonly place: Place | undefined }[];
}

/** A resource compiled for one environment: exactly the declared content that the API would get. */
export interface Desired {
  readonly address: Address;
  readonly kind: KindName;
  readonly name: string;
  readonly environment: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly formerly: readonly Address[];
  /** The write form: ids resolved, variables replaced, secrets as references, traffic policies as text. No marker. */
  readonly spec: Spec;
  /**
   * The origin of the value at a path of `spec`; for a path that is not written out, that of its nearest ancestor. Like
   * `written`, except for the resource as a whole.
   */
  readonly originOf: (path: Path) => Origin;
}

export interface CompiledResource extends Desired {
  readonly document: ResourceHead;
  /** Parsed and compiled again if the tree of its file was released. */
  readonly written: () => WrittenResource;
}

export interface WrittenResource {
  readonly document: ResourceDocument;
  /** The layer of each top-level field of `spec`. */
  readonly layers: ReadonlyMap<string, Layer>;
  readonly replaced: readonly ReplacedLayer[];
}

export interface CompileResult {
  /** Sorted by address. If two documents have the same address, only the first is here (the linter reports both). */
  readonly desired: readonly CompiledResource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One environment on all sides: what the files declare, what the ledger records, and what is live. */
export interface EnvironmentSides {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly ledger: LedgerState;
  readonly live: LiveState;
}
