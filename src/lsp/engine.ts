import type { JsonSchema } from '../derive/schema/json-schema.ts';
import type { Source } from '../model/document.ts';
import type { LintResult } from '../model/lint/lint-result.ts';
import type { RuleText } from '../model/lint/rule.ts';
import type { Workspace } from '../model/workspace/workspace.ts';

/** Editor texts that replace files on disk, by path from the workspace root. */
export type Overlay = ReadonlyMap<string, string>;

/** The files that `fmt` writes: documents of resources, the traffic policy that a resource includes, or tests. */
export type FormattedRole = 'resource' | 'policy' | 'test';

export interface Analysis {
  readonly workspace: Workspace;
  readonly result: LintResult;
  readonly ledgerAddresses: readonly string[];
}

/** The workspace cannot be read at all. The message is shown on the first line of edgewright.yaml. */
export interface Unreadable {
  readonly message: string;
  readonly help: string | undefined;
}

/** The functions that the commands provide to the server, its only access to the other stages. */
export interface Engine {
  readonly version: string;
  readonly rules: readonly RuleText[];
  /** The schemas of the files, by name: `resource`, `settings`, `environment`, `test`. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** The workspace root for a folder: the nearest folder above it with an edgewright.yaml. */
  readonly rootOf: (folder: string) => string | undefined;
  /** Masks known secrets and text that looks like a secret. */
  readonly clean: (text: string) => string;
  /**
   * Checks the workspace with these texts. Handles messages between its parts, after each of which it asks whether the
   * texts are still current; undefined once they are not.
   */
  readonly analyse: (
    root: string,
    overlay: Overlay,
    isCurrent: () => boolean,
  ) => Promise<Analysis | Unreadable | undefined>;
  /**
   * An analysis with the open files as they are now, not checked again; undefined if other files may depend on them.
   */
  readonly withOpenFilesAgain: (analysis: Analysis, path: string, overlay: Overlay) => Analysis | undefined;
  /** The text of a file of the workspace as `fmt` writes it; undefined for a file that `fmt` leaves alone. */
  readonly formatted: (
    workspace: Workspace,
    source: Source,
    role: FormattedRole,
  ) => Promise<string | undefined>;
  /** The text of a file after all safe fixes, repeated until none is left. */
  readonly fixed: (root: string, overlay: Overlay, path: string) => Promise<string | undefined>;
}
