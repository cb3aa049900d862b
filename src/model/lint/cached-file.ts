import type { KindName } from '../../kinds/kind.ts';
import type { JsonObject } from '../value.ts';

/**
 * What is remembered of a resource file in which, checked alone, nothing was found: all that its neighbours need of it.
 * Plain data, so that it can outlive the run. Its text and tree are read again when someone asks for them.
 */
export interface CachedFile {
  readonly path: string;
  /** One for each document, in their order. */
  readonly resources: readonly CachedResource[];
  /** The files it takes in by `$(file:path)`. */
  readonly inlined: readonly string[];
}

export interface CachedResource {
  readonly kind: KindName;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** By environment; none for an environment that it is not meant for. */
  readonly outlines: Readonly<Record<string, ResourceOutline>>;
  readonly mentions: CachedMentions;
}

/** The names that it speaks of, as far as the workspace has them. */
export interface CachedMentions {
  readonly variables: readonly string[];
  readonly ids: readonly string[];
  readonly presets: readonly string[];
  readonly secrets: readonly string[];
}

/** The compiled spec, as far as resources are compared by it. */
export interface ResourceOutline {
  /** All top-level fields there are. */
  readonly fields: readonly string[];
  /** The values of some of them. */
  readonly values: JsonObject;
}
