import { severitySettings } from '../kinds/documents/words.ts';
import type { KindName } from '../kinds/kind.ts';
import type { DecidingFile } from '../model/deciding-file.ts';
import type { CompiledResource, WrittenResource } from '../model/desired.ts';
import type { Severity } from '../model/diagnostic.ts';
import type { Place, YamlDocument } from '../model/document.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import type { Json, Path, Spec } from '../model/value.ts';
import type { RuleText } from '../model/lint/rule.ts';
import type { Workspace } from '../model/workspace/workspace.ts';
import { type FixRequest } from './fix-request.ts';
import type { Address } from '../model/workspace/address.ts';
import type { SeveritySetting } from '../model/workspace/settings.ts';
import type { ResourceHead, WorkspaceDocument } from '../model/workspace/workspace-document.ts';

/** Reported by the reader, the shape check, the compiler or the engine under this id; has no check of its own. */
export interface ReportedRule extends RuleText {
  readonly scope: 'reported';
  readonly by: 'reader' | 'shape' | 'compiler' | 'engine';
}

export interface DocumentRule extends RuleText {
  readonly scope: 'document';
  readonly check: (document: YamlDocument, context: DocumentContext) => Iterable<Finding>;
}

/** Checks one compiled or live resource. */
export interface ResourceRule extends RuleText {
  readonly scope: 'resource';
  /** Undefined: all kinds. */
  readonly kinds?: readonly KindName[];
  /** Runs only on resources that set one of these top-level fields. Undefined: on all. */
  readonly fields?: readonly string[];
  /** A function, not a generator: for a resource without findings a generator costs more than most checks. */
  readonly check: (resource: Subject, report: TakeFinding, context: RuleContext) => void;
}

export type TakeFinding = (finding: Finding) => void;

export interface CrossRule extends RuleText {
  readonly scope: 'environment';
  /** Runs only if there is a resource of one of these kinds. Undefined: always. */
  readonly kinds?: readonly KindName[];
  readonly check: (resources: readonly Subject[], context: RuleContext) => Iterable<CrossFinding>;
}

/** Checks the workspace as a whole, before anything is compiled. */
export interface WorkspaceRule extends RuleText {
  readonly scope: 'workspace';
  readonly check: (workspace: Workspace, context: WorkspaceContext) => Iterable<Finding>;
}

export type Rule = ReportedRule | DocumentRule | ResourceRule | CrossRule | WorkspaceRule;

/** A resource as rules see it. Desired and live resources look the same. */
export interface Subject {
  readonly address: Address;
  readonly kind: KindName;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** In the write form. Secrets are objects, see `model/value.ts`. */
  readonly spec: Spec;
  /** The source document. Undefined when live objects are checked. */
  readonly document?: ResourceHead;
  /** Its declaration, as of `CompiledResource`. Undefined when live objects are checked. */
  readonly written?: () => WrittenResource;
}

export type Options = Readonly<Record<string, Json>>;

export interface OtherEnvironment {
  readonly name: string;
  /** Whether this run reports its findings too. */
  readonly isChecked: boolean;
  /** Of one that is not checked: its routes on edges of those that are. */
  readonly resources: readonly Subject[];
  /** Undefined if it is not available. */
  readonly ledger: LedgerState | undefined;
}

export interface RuleContext {
  /** The rule's options, defaults filled in. */
  readonly options: Options;
  /** The options of another rule for the same part of the workspace, for settings that several rules share. */
  readonly optionsOf: (rule: string) => Options;
  /** Undefined when live objects are checked. */
  readonly workspace: Workspace | undefined;
  readonly environment: string;
  readonly ledger: LedgerState | undefined;
  readonly others: readonly OtherEnvironment[];
  /** From `--base`. */
  readonly base: Base | undefined;
  /** Whether a time, in milliseconds, is over, as of `--now` or the system clock. */
  readonly hasPassed: (time: number) => boolean;
}

export interface WorkspaceContext {
  readonly options: Options;
  /** By environment, if available. */
  readonly ledgers: ReadonlyMap<string, LedgerState>;
  readonly textOf: (id: string) => RuleText | undefined;
  readonly base: Base | undefined;
}

/** The workspace as of the commit that it is compared with. */
export interface Base {
  /** The commit as the user named it. */
  readonly ref: string;
  readonly workspace: Workspace;
  readonly desired: ReadonlyMap<string, readonly CompiledResource[]>;
  /** The files that decide about it beside its settings, and are not now as they are there. */
  readonly changedFiles: readonly DecidingFile[];
}

export interface DocumentContext {
  readonly options: Options;
  readonly workspace: Workspace;
  /** The parsed document, if it is valid. */
  readonly meaning: WorkspaceDocument | undefined;
}

/**
 * Where a finding points. A path leads from the resource's `spec`; the engine finds its text through layers and
 * variables. `on: 'key'` points at the key instead of the value, `on: 'entry'` at both. `within` narrows it to a part
 * of a string value. `inside` continues the path inside a string that is itself YAML or JSON (a traffic policy), or
 * inside the mapping that was written instead.
 */
export type At =
  | {
      readonly path: Path;
      readonly on?: 'key' | 'value' | 'entry' | undefined;
      readonly within?: { start: number; end: number } | undefined;
      readonly inside?: Path | undefined;
    }
  | { readonly place: Place };

export interface Finding {
  readonly at: At;
  readonly message: string;
  readonly label?: string | undefined;
  /** Replaces the rule's own `why`. */
  readonly why?: string | undefined;
  readonly help?: string | undefined;
  readonly related?: readonly (At & { readonly label: string; readonly of?: Address })[] | undefined;
  /** Can only lower the rule's severity. */
  readonly severity?: Severity | undefined;
  /** The text at the place may be a secret: no format shows it. */
  readonly sensitive?: true | undefined;
  readonly fix?: FixRequest | undefined;
}

/**
 * A finding about several resources names the one that it points at; one about a removed resource, `about`, has a
 * `place` instead.
 */
export type CrossFinding = Finding &
  (
    | { readonly of: Address }
    | { readonly of?: never; readonly about?: Address; readonly at: { readonly place: Place } }
  );

export function isLower(now: SeveritySetting, before: SeveritySetting): boolean {
  return severitySettings.indexOf(now) > severitySettings.indexOf(before);
}
