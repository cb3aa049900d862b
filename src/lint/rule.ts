import type { KindName } from '../kinds/kind.ts';
import type { Desired } from '../model/desired.ts';
import type { Severity } from '../model/diagnostic.ts';
import type { Place, YamlDocument } from '../model/document.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Json, Path, Spec, Value } from '../model/value.ts';
import type { RuleText } from '../model/lint/rule-text.ts';
import type { Address, ResourceDocument, Workspace, WorkspaceDocument } from '../model/workspace.ts';

export type { RuleGroup } from '../model/lint/rule-text.ts';

/** Found by the reader, the shape check or the compiler, which report it under this id: there is nothing to run. */
export interface ReportedRule extends RuleText {
  readonly scope: 'reported';
  readonly by: 'reader' | 'shape' | 'compiler' | 'engine';
}

/** Checks the text and the tree of one YAML document. */
export interface DocumentRule extends RuleText {
  readonly scope: 'document';
  readonly check: (document: YamlDocument, context: DocumentContext) => Iterable<Finding>;
}

/** Checks one compiled or live resource. */
export interface ResourceRule extends RuleText {
  readonly scope: 'resource';
  /** Absent: all. */
  readonly kinds?: readonly KindName[];
  /** Only for resources that have one of these top-level fields. Absent: always. */
  readonly fields?: readonly string[];
  /** What it says depends on the time: a result of yesterday says nothing. */
  readonly isTimed?: true;
  readonly check: (resource: Subject, context: RuleContext) => Iterable<Finding>;
}

/** Checks all the resources of one environment together. */
export interface CrossRule extends RuleText {
  readonly scope: 'environment';
  /** Only where there is a resource of one of them. Absent: always. */
  readonly kinds?: readonly KindName[];
  readonly check: (resources: readonly Subject[], context: RuleContext) => Iterable<CrossFinding>;
}

/** Checks the workspace as a whole, before anything is compiled. */
export interface WorkspaceRule extends RuleText {
  readonly scope: 'workspace';
  readonly check: (workspace: Workspace, context: WorkspaceContext) => Iterable<Finding>;
}

export type Rule = ReportedRule | DocumentRule | ResourceRule | CrossRule | WorkspaceRule;

/** What a finding without a reason of its own says, if there is more to say than its message does. */
export function usualWhy(rule: RuleText | undefined): string | undefined {
  return rule?.isEvident === true ? undefined : rule?.why;
}

/** What a resource rule sees: desired or live, it cannot tell. */
export interface Subject {
  readonly address: Address;
  readonly kind: KindName;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The write form. Secrets are objects, see `model/value.ts`. */
  readonly spec: Spec;
  /** How it is written. Undefined when live objects are checked. */
  readonly document?: ResourceDocument;
}

export type Options = Readonly<Record<string, Json>>;

export interface RuleContext {
  /** The rule's options, defaults filled in. */
  readonly options: Options;
  /** The options of a different rule, for the same part of the workspace: a setting that several rules share. */
  readonly optionsOf: (rule: string) => Options;
  /** Undefined when live objects are checked. */
  readonly workspace: Workspace | undefined;
  readonly environment: string;
  readonly ledger: LedgerState | undefined;
  /** `--base`. */
  readonly base: Base | undefined;
  /** `--now`, or the clock. */
  readonly now: Date;
}

export interface WorkspaceContext {
  readonly options: Options;
  /** By environment, where they are at hand. */
  readonly ledgers: ReadonlyMap<string, LedgerState>;
  /** What a rule says of itself. */
  readonly textOf: (id: string) => RuleText | undefined;
  readonly base: Base | undefined;
}

/** The workspace as of the commit that it is compared with. */
export interface Base {
  /** How the user named the commit. */
  readonly ref: string;
  readonly workspace: Workspace;
  /** By environment. */
  readonly desired: ReadonlyMap<string, readonly Desired[]>;
}

export interface DocumentContext {
  readonly options: Options;
  readonly workspace: Workspace;
  /** What the document is, if it is a proper one. */
  readonly meaning: WorkspaceDocument | undefined;
}

/**
 * Where a finding points. A path leads from the resource's `spec`; the engine finds its text through layers and
 * variables. `on: 'key'` points at the key instead of the value, `on: 'entry'` at both. `within` narrows it to a part
 * of a string value. `inside` leads on through a text that is YAML or JSON itself (a traffic policy), or through the
 * mapping that was written in its place.
 */
export type At =
  | {
      readonly path: Path;
      readonly on?: 'key' | 'value' | 'entry';
      readonly within?: { start: number; end: number };
      readonly inside?: Path;
    }
  | { readonly place: Place };

export interface Finding {
  readonly at: At;
  readonly message: string;
  readonly label?: string;
  /** Instead of the rule's own. */
  readonly why?: string;
  readonly help?: string;
  readonly related?: readonly (At & { readonly label: string; readonly of?: Address })[];
  /** Only to say less than the rule's severity does. */
  readonly severity?: Severity;
  /** The text at the place may be a secret: no format shows it. */
  readonly sensitive?: true;
  readonly fix?: FixRequest;
}

/** A finding about several resources names the one it is at; one about a resource that is gone has a `place` instead. */
export type CrossFinding = Finding &
  ({ readonly of: Address } | { readonly of?: never; readonly at: { readonly place: Place } });

/** A fix in terms of the tree; the engine turns it into text edits that leave every other byte alone. */
export interface FixRequest {
  readonly safety: 'safe' | 'unsafe';
  /** A statement: "delete `min_version`". */
  readonly title: string;
  readonly changes: readonly FixChange[];
}

export type FixChange =
  /** Puts another value instead of the one at the path. */
  | { readonly replace: Path; readonly with: Json }
  /** Takes out a map entry or list item, with its line where it is alone. */
  | { readonly remove: Path }
  /** `inside` leads on as that of `At` does: through a text, or the mapping in its place. */
  | { readonly rename: Path; readonly inside?: Path; readonly to: string }
  /** Adds an entry to the map at the path, at its end. */
  | { readonly insert: Path; readonly key: string; readonly value: Json }
  /** Replaces text directly. */
  | { readonly edit: Place; readonly text: string };

/** The value at a path of a spec, or undefined. */
export function valueAt(spec: Spec, path: Path): Value | undefined {
  let value: Value | undefined = spec;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value))
      value = typeof step === 'number' ? (value as readonly Value[])[step] : undefined;
    else value = Object.hasOwn(value, step) ? (value as Record<string, Value>)[String(step)] : undefined;
  }
  return value;
}
