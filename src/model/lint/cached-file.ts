import type { KindName } from '../../kinds/kind.ts';
import type { Source } from '../document.ts';
import type { PlanOrigin } from '../plan/change.ts';
import type { JsonObject, Spec } from '../value.ts';

/**
 * Cache entry of a resource file that has no findings of its own: everything that checks of other files need from it.
 * Plain data, so that it outlives the run. Its text and tree are read again on demand.
 */
export interface CachedFile {
  readonly path: string;
  /** One for each document, in order. */
  readonly resources: readonly CachedResource[];
  /** The files included by `$(file:path)`. */
  readonly inlined: readonly string[];
  /** The file as it was read, if the rest of the run needs compiled resources. Never stored. */
  readonly source?: Source | undefined;
}

export interface CachedResource {
  readonly kind: KindName;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** By environment, only those that the resource applies to. */
  readonly outlines: Readonly<Record<string, ResourceOutline>>;
  readonly mentions: CachedMentions;
  /** The complete compiled resource in place of the outlines, if the rest of the run needs it. Never stored. */
  readonly compiled?: KeptCompiled | undefined;
}

export interface KeptCompiled {
  /** By environment, only those that the resource applies to. */
  readonly specs: Readonly<Record<string, Spec>>;
  readonly declaredAt: PlanOrigin;
}

/** The names mentioned in the resource that the workspace defines. */
export interface CachedMentions {
  readonly variables: readonly string[];
  readonly ids: readonly string[];
  readonly presets: readonly string[];
  readonly secrets: readonly string[];
}

/** The part of the compiled spec that comparisons between resources need. */
export interface ResourceOutline {
  /** All top-level fields. */
  readonly fields: readonly string[];
  /** The values of some of these fields. */
  readonly values: JsonObject;
}
