import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';

/** A resource of a generated workspace. */
export interface GeneratedResource {
  readonly kind: KindName;
  readonly name: string;
  readonly uses: readonly string[];
  readonly environments: readonly string[] | undefined;
  /**
   * As in the file: ids by name, secrets by name, policies as text or mapping, expressions where `written` has them.
   */
  readonly spec: JsonObject;
  /** By environment, on top of `spec`. */
  readonly overrides: Readonly<Record<string, JsonObject>>;
}

export interface GeneratedWorkspace {
  readonly environments: readonly string[];
  /** Values of the secrets, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** By environment, name to raw id. */
  readonly ids: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly presets: readonly { readonly name: string; readonly spec: JsonObject }[];
  readonly resources: readonly GeneratedResource[];
  /** How many leaves of each resource are written as variables and files. */
  readonly expressions: number;
}
