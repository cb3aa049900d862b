import type { CachedResource } from './lint/cached-file.ts';
import type { ReferenceTarget } from '../kinds/field.ts';
import type {
  allowances,
  driftModes,
  ledgerStores,
  presetNames,
  removals,
  severitySettings,
} from '../kinds/documents/words.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DocumentNode, MapNode, Place, ScalarNode, Source, YamlDocument } from './document.ts';
import type { Policy, PolicyDraft } from './policy/policy.ts';
import type { UnreadFile } from './lint/unread-file.ts';
import type { Json } from './value.ts';

/** `<kind>/<name>`: what a resource is called everywhere. */
export type Address = `${KindName}/${string}`;

export type SeveritySetting = (typeof severitySettings)[number];

export interface RuleSetting {
  readonly severity?: SeveritySetting;
  readonly options?: Readonly<Record<string, Json>>;
}

/** Other settings for a part of the workspace: files by glob, or addresses by glob. */
export interface LintOverride {
  readonly files?: readonly string[];
  readonly addresses?: readonly string[];
  readonly rules: ReadonlyMap<string, RuleSetting>;
}

export type PresetName = (typeof presetNames)[number];

export interface LintSettings {
  readonly preset: PresetName;
  readonly rules: ReadonlyMap<string, RuleSetting>;
  readonly overrides: readonly LintOverride[];
  /** The file of findings that are known and put off, from the root of the workspace. */
  readonly baseline: string;
  /** Where the folder `docs` is published, for links from findings to the pages of the rules. */
  readonly docsUrl?: string;
}

export interface SafetySettings {
  readonly max_deletes: number;
  readonly max_changed_percent: number;
  /** Addresses, or globs over them. */
  readonly protect: readonly string[];
}

export interface LedgerSettings {
  readonly store: (typeof ledgerStores)[number];
  /** Tells one workspace's ledgers from another's; written by `init`. */
  readonly lineage: string;
}

/** edgewright.yaml, with every default filled in. */
export interface Settings {
  readonly version: 1;
  readonly resources: readonly string[];
  readonly ledger: LedgerSettings | undefined;
  /** The names that `$(secret:NAME)` may use. */
  readonly secrets: ReadonlyMap<string, Place>;
  readonly lint: LintSettings;
  readonly safety: SafetySettings;
  readonly policies: readonly Policy[];
  readonly policyDrafts: readonly PolicyDraft[];
  readonly marker: boolean;
  /** The public half of the key that snapshots are signed with, as base64. */
  readonly snapshotKey: string | undefined;
  readonly document: YamlDocument;
}

/** A name in `ids`: what the API refers to but cannot create. */
export interface NamedId {
  /** `backend/shop`. */
  readonly name: string;
  readonly target: ReferenceTarget;
  readonly id: string;
  readonly place: Place;
}

export interface Variable {
  readonly name: string;
  readonly node: DocumentNode;
  readonly place: Place;
}

export interface Adoption {
  readonly address: Address;
  readonly id: string;
  /** Of a route. */
  readonly edge_id?: string;
  /** Who has it until now: an environment of the workspace, or the owner that a marker names. */
  readonly from?: string;
  readonly place: Place;
}

/** What an environment means to declare and does not, because something is wrong with it, which has been reported. */
export interface UnreadEnvironment {
  /** No one knows what else it declares. */
  readonly isPart: boolean;
  /** The keys of `vars` and `ids` that were left out. */
  readonly names: ReadonlySet<string>;
}

/** environments/<name>.yaml, or all the files of environments/<name>/. */
export interface Environment {
  readonly name: string;
  readonly vars: ReadonlyMap<string, Variable>;
  readonly ids: ReadonlyMap<string, NamedId>;
  readonly adopt: readonly Adoption[];
  readonly drift: (typeof driftModes)[number];
  readonly unread: UnreadEnvironment;
  readonly documents: readonly YamlDocument[];
}

/** A document of a resource file whose `kind` is known and whose root is a map. */
interface DocumentBase {
  readonly document: YamlDocument;
  readonly root: MapNode;
  /** The value of `kind:`. */
  readonly kindNode: ScalarNode;
}

/** A resource as written: layers are not merged, expressions not evaluated. */
export interface ResourceDocument extends DocumentBase {
  readonly kind: KindName;
  readonly name: string;
  readonly nameNode: ScalarNode;
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
  readonly uses: readonly Named[];
  readonly formerly: readonly Named[];
  /** The environments it is restricted to; undefined for all. */
  readonly environments: readonly Named[] | undefined;
  readonly spec: MapNode | undefined;
  readonly overrides: ReadonlyMap<string, Override>;
}

/** A word of a list or a key, with its node. */
export interface Named {
  readonly name: string;
  readonly node: ScalarNode;
}

export interface Override extends Named {
  readonly spec: MapNode | undefined;
}

export interface PresetDocument extends DocumentBase {
  readonly kind: 'preset';
  readonly name: string;
  readonly nameNode: ScalarNode;
  readonly spec: MapNode | undefined;
}

/** What happens to a thing that is no longer declared, where it cannot simply be deleted. */
export interface RemovedDocument extends DocumentBase {
  readonly kind: 'removed';
  readonly address: Address;
  readonly addressNode: ScalarNode;
  readonly then: (typeof removals)[number];
}

/** What a person can approve. */
export type AllowedDecision = (typeof allowances)[number];

/** A person approves one change. */
export interface ApprovalDocument extends DocumentBase {
  readonly kind: 'approval';
  readonly allow: AllowedDecision;
  readonly address: Address;
  readonly addressNode: ScalarNode;
  readonly environment: string | undefined;
  /** The change id that the plan printed, whole. */
  readonly change: string;
  readonly reason: string;
}

export type WorkspaceDocument = ResourceDocument | PresetDocument | RemovedDocument | ApprovalDocument;

/** The outcome of reading a file for `$(file:path)`. */
/** `near`: a file with a similar name, where there is none of the name that is asked for. */
export type FileRead =
  { readonly text: string; readonly source: Source } | { readonly problem: string; readonly near?: string };

/** Everything on disk, read. Maps and lists are in a fixed order: by path, then by position. */
/** What can be known of a workspace before its resource files are read. */
export interface WorkspaceHead {
  /** Absolute path of the folder that holds edgewright.yaml. Never printed. */
  readonly root: string;
  readonly settings: Settings;
  readonly environments: ReadonlyMap<string, Environment>;
  /** What could not be read of environments/: there may be more of them. */
  readonly unreadable?: readonly string[];
}

export interface Workspace extends WorkspaceHead {
  /** Every file that was read, edgewright.yaml and environments included, by path. */
  readonly sources: ReadonlyMap<string, Source>;
  /** Every document of the resource files, also those that are no proper resource. */
  readonly yaml: readonly YamlDocument[];
  readonly resources: readonly ResourceDocument[];
  /** The documents that were checked before, alone, and in which nothing was found. Their text and tree are unread. */
  readonly settled?: ReadonlyMap<YamlDocument, CachedResource>;
  readonly presets: ReadonlyMap<string, PresetDocument>;
  readonly removed: readonly RemovedDocument[];
  readonly approvals: readonly ApprovalDocument[];
  /** Undefined where there is no such file. */
  readonly baseline: YamlDocument | undefined;
  /** Reads a file for `$(file:path)`: inside the workspace, regular, at most 1 MiB. */
  readonly readFile: (path: string) => FileRead;
  /** Files that look as if they were meant for this workspace, and that nothing reads; walks the folders. */
  readonly unreadFiles?: () => readonly UnreadFile[];
  /** What went wrong while reading: YAML syntax, unreadable files, malformed settings. Severities as in RULES.md. */
  readonly diagnostics: readonly Diagnostic[];
}
