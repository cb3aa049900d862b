import type { KindName } from '../../kinds/kind.ts';
import type { JsonObject } from '../value.ts';

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
}

export interface CachedResource {
  readonly kind: KindName;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** By environment, only those that the resource applies to. */
  readonly outlines: Readonly<Record<string, ResourceOutline>>;
  readonly mentions: CachedMentions;
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
