import type { JsonSchema } from '../derive/schema/json-schema.ts';
import type { Steps } from '../model/steps.ts';
import type { LintResult } from '../model/lint/lint-result.ts';
import type { RuleText } from '../model/lint/rule-text.ts';
import type { Workspace } from '../model/workspace.ts';

/** Texts that stand instead of files, by their path from the root of the workspace. */
export type Overlay = ReadonlyMap<string, string>;

/** All that is known of a workspace at one moment. */
export interface Analysis {
  readonly workspace: Workspace;
  readonly result: LintResult;
  /** The addresses that the ledgers at hand know. */
  readonly ledgerAddresses: readonly string[];
}

/** The workspace cannot be read at all: one sentence, for the first line of edgewright.yaml. */
export interface Unreadable {
  readonly message: string;
  readonly help: string | undefined;
}

/** Goes through long work in small steps; throws when no one waits for the result any more. */
export type Pace = <Result>(steps: Steps<Result>) => Promise<Result>;

/** The stages, as the commands put them together; the server knows nothing else of them. */
export interface Engine {
  readonly version: string;
  readonly rules: readonly RuleText[];
  /** The schemas of the files, by name: `resource`, `settings`, `environment`. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** The folder with the edgewright.yaml that a folder belongs to. */
  readonly rootOf: (folder: string) => string | undefined;
  /** Without the secrets that are known here, and without what looks like one. */
  readonly clean: (text: string) => string;
  readonly analyse: (root: string, overlay: Overlay, pace: Pace) => Promise<Analysis | Unreadable>;
  /** The text of a file after every safe fix in it, until nothing is left to fix. */
  readonly fixed: (root: string, overlay: Overlay, path: string) => Promise<string | undefined>;
}
