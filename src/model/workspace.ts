import type { ownActionEnds, PolicyDialect } from '../kinds/policy/dialect.ts';
import type { PhaseName } from '../kinds/policy/phases.ts';
import type { ReferenceTarget } from '../kinds/field.ts';
import type {
  allowances,
  driftModes,
  ledgerStores,
  noticeKinds,
  presetNames,
  removals,
  severitySettings,
} from '../kinds/documents/words.ts';
import type { KindName } from '../kinds/kind.ts';
import type { WorkspaceHome } from './ledger/ledger-home.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DocumentNode, MapNode, Place, ScalarNode, Source, YamlDocument } from './document.ts';
import type { PlacedEnvironment, Schedule } from './plan/schedule.ts';
import type { Expectation, Policy, PolicyDraft } from './policy.ts';
import type { TestFiles } from './traffic/test-report.ts';
import type { RequestTest } from './traffic/request-test.ts';
import type { UnreadFile } from './lint/lint-result.ts';
import type { Json } from './value.ts';

/** `<kind>/<name>`: the name of a resource everywhere. */
export type Address = `${KindName}/${string}`;

export type SeveritySetting = (typeof severitySettings)[number];

/** An event that a notification can be about. */
export type NoticeKind = (typeof noticeKinds)[number];

export interface RuleSetting {
  readonly severity?: SeveritySetting;
  readonly options?: Readonly<Record<string, Json>>;
  /** False: comments and the baseline hide no finding of the rule. */
  readonly suppressible?: boolean;
}

/** Different settings for a part of the workspace: files by glob, or addresses by glob. */
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
  /** The file of findings recorded in the baseline, relative to the root of the workspace. */
  readonly baseline: string;
  /** The URL of the published folder `docs`, for links from findings to the pages of rules. */
  readonly docsUrl?: string;
}

export interface SafetySettings {
  readonly max_deletes: number;
  readonly max_changed_percent: number;
  /** Addresses, or globs for them. */
  readonly protect: readonly string[];
}

export type LedgerSettings = {
  /** Distinguishes the ledgers of different workspaces; written by `init`. */
  readonly lineage: string;
} & (
  | { readonly store: Exclude<(typeof ledgerStores)[number], 'git'> }
  /** `remote`: the name of a remote in the git configuration of the clone. */
  | { readonly store: 'git'; readonly branch: string; readonly remote: string }
);

/** edgewright.yaml, with every default filled in. */
export interface Settings {
  readonly version: 1;
  readonly resources: readonly string[];
  /** Globs of the files with tests of what requests get. */
  readonly tests: readonly string[];
  /** For tests that are sent: how many may be skipped, in percent. */
  readonly sentTests: { readonly maxSkippedPercent: number };
  /** The order of the environments; those left out come after, by name. */
  readonly order: readonly PlacedEnvironment[];
  readonly ledger: LedgerSettings | undefined;
  /** The names allowed in `$(secret:NAME)`. */
  readonly secrets: ReadonlyMap<string, Place>;
  /** The secrets that only some resources may use. */
  readonly secretUses: ReadonlyMap<string, SecretUse>;
  /** In the order of the file. */
  readonly notify: readonly NotifySettings[];
  readonly lint: LintSettings;
  readonly safety: SafetySettings;
  readonly policies: readonly Policy[];
  readonly policyDrafts: readonly PolicyDraft[];
  readonly trafficPolicy: TrafficPolicySettings;
  /** When apply may run. */
  readonly schedule: Schedule;
  readonly marker: boolean;
  /** The public half of the key that snapshots are signed with, as base64. */
  readonly snapshotKey: string | undefined;
  readonly document: YamlDocument;
}

/** The language of traffic policies. */
export interface TrafficPolicySettings {
  readonly dialect: PolicyDialect;
  /** The actions that the dialect does not have, by type. */
  readonly actions: ReadonlyMap<string, OwnAction>;
}

export interface OwnAction {
  readonly phases: readonly PhaseName[];
  readonly ends: (typeof ownActionEnds)[number];
}

/** Which resources may use a secret: those that fit each of these. */
export interface SecretUse {
  /** Globs over addresses. */
  readonly addresses?: readonly string[];
  readonly environments?: readonly string[];
  /** Name and value of each label. */
  readonly labels?: readonly (readonly [string, string])[];
  readonly place: Place;
}

/** A webhook that is told of events. */
export interface NotifySettings {
  /** The name of the secret whose value is the URL. */
  readonly secret: string;
  readonly events: readonly NoticeKind[];
}

/** A name in `ids` for an object that the API refers to but cannot create. */
export interface NamedId {
  /** For example `backend/shop`. */
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
  /** Set for routes only. */
  readonly edge_id?: string;
  /** The current owner: an environment of the workspace, or the owner in a marker. */
  readonly from?: string;
  readonly place: Place;
}

/** Parts of an environment that were not read because of a mistake, which is already reported. */
export interface UnreadEnvironment {
  /** True if it is unknown what else the environment declares. */
  readonly isPart: boolean;
  /** The keys of `vars` and `ids` that were left out. */
  readonly names: ReadonlySet<string>;
}

/** Content of environments/<name>.yaml, or of all files in environments/<name>/. */
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

/** The part of a resource document that names and labels the resource. */
export interface ResourceHead {
  readonly source: Source;
  /** Position among the documents of the file, from 0. */
  readonly index: number;
  readonly kind: KindName;
  readonly name: string;
  readonly nameNode: ScalarNode;
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
  readonly uses: readonly NamedNode[];
  readonly formerly: readonly NamedNode[];
  /** The environments it is restricted to; undefined for all. */
  readonly environments: readonly NamedNode[] | undefined;
}

/** A resource as written: layers are not merged, expressions not evaluated. */
export interface ResourceDocument extends ResourceHead, DocumentBase {
  readonly kind: KindName;
  readonly spec: MapNode | undefined;
  readonly overrides: ReadonlyMap<string, Override>;
}

export function resourceSources({
  yaml,
  resources,
}: Pick<Workspace, 'yaml' | 'resources'>): ReadonlySet<Source> {
  return new Set([...yaml, ...resources].map(({ source }) => source));
}

/** An item of a list, or a key, with its node. */
export interface NamedNode {
  readonly name: string;
  readonly node: ScalarNode;
}

export interface Override extends NamedNode {
  readonly spec: MapNode | undefined;
}

export interface PresetDocument extends DocumentBase {
  readonly kind: 'preset';
  readonly name: string;
  readonly nameNode: ScalarNode;
  readonly spec: MapNode | undefined;
}

/** The way to remove an address that is no longer declared and cannot simply be deleted. */
export interface RemovedDocument extends DocumentBase {
  readonly kind: 'removed';
  readonly address: Address;
  readonly addressNode: ScalarNode;
  readonly then: (typeof removals)[number];
}

export type AllowedDecision = (typeof allowances)[number];

/** A person's approval of one change: a document of its own, or an entry of `kind: approvals`. */
export interface Approval extends DocumentBase {
  readonly kind: 'approval';
  readonly allow: AllowedDecision;
  readonly address: Address;
  readonly addressNode: ScalarNode;
  readonly environment: string | undefined;
  /** The full change id from the plan. */
  readonly change: string;
  readonly changeNode: ScalarNode;
  readonly reason: string;
  /** In `kind: approvals`: its number among the entries of `changes`, from 0, and how many there are. */
  readonly entry?: { readonly index: number; readonly count: number };
}

export type WorkspaceDocument = ResourceDocument | PresetDocument | RemovedDocument | Approval;

/**
 * The result of reading a file for `$(file:path)`. `near`: a file with a similar name, if the named file does not
 * exist.
 */
export type FileRead =
  | { readonly text: string; readonly source: Source }
  | { readonly problem: string; readonly near?: string };

/** The part of a workspace that is known before its resource files are read. */
export interface WorkspaceHead {
  /** Absolute path of the folder with edgewright.yaml. Never printed. */
  readonly root: string;
  readonly settings: Settings;
  readonly environments: ReadonlyMap<string, Environment>;
  /** Paths in environments/ that could not be read: there may be more environments. */
  readonly unreadable?: readonly string[];
}

/** The git repository that a workspace is in, as its files tell. */
export interface RepositoryAround {
  readonly home: WorkspaceHome;
  /** The files of forges with jobs that run Edgewright in this workspace, with paths from the top of the repository. */
  readonly jobs: readonly Source[];
  /** The other workspaces, by folder in the repository. */
  readonly others: readonly OtherWorkspace[];
}

export interface OtherWorkspace {
  readonly folder: string;
  readonly ledger: LedgerSettings;
  readonly environments: readonly string[];
  /** The objects that its environments adopt, without those that another owner hands over. */
  readonly adopted: readonly AdoptedElsewhere[];
}

export interface AdoptedElsewhere extends Pick<Adoption, 'id' | 'edge_id'> {
  readonly environment: string;
}

/** A workspace read from disk. Maps and lists are in a fixed order: by path, then by position. */
export interface Workspace extends WorkspaceHead {
  /** Every file that was read, including edgewright.yaml and environments, by path. */
  readonly sources: ReadonlyMap<string, Source>;
  /** Every document of the resource files, including invalid ones. */
  readonly yaml: readonly YamlDocument[];
  readonly resources: readonly ResourceDocument[];
  readonly presets: ReadonlyMap<string, PresetDocument>;
  readonly removed: readonly RemovedDocument[];
  readonly approvals: readonly Approval[];
  /** Undefined if there is no such file. */
  readonly baseline: YamlDocument | undefined;
  /** Reads a file for `$(file:path)`: inside the workspace, regular, at most 1 MiB. */
  readonly readFile: (path: string) => FileRead;
  /** Files that look like part of this workspace but are not read; walks the folders. */
  readonly unreadFiles?: () => readonly UnreadFile[];
  /** The tests of what requests get; reads their files. */
  readonly requestTests?: () => TestFiles<RequestTest>;
  /** The tests of lint policies; reads their files. */
  readonly policyTests?: () => TestFiles<PolicyTest>;
  /** The git repository around a workspace on disk; walks the folders. */
  readonly around?: () => RepositoryAround | undefined;
  /** Findings of reading: YAML syntax, unreadable files, malformed settings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A case of a policy test file: a resource and the expected result of a policy. */
export interface PolicyTest {
  readonly name: string;
  readonly place: Place;
  /** The name of the policy, and its place. */
  readonly policy: string;
  readonly policyPlace: Place;
  /** Undefined: the only environment of the workspace. */
  readonly environment?: string | undefined;
  readonly environmentPlace: Place;
  /** The resource as a document of its own, with its ranges in the test file. */
  readonly resource: YamlDocument;
  /** The meaning of its resource; undefined if it has none. */
  readonly meaning: WorkspaceDocument | undefined;
  readonly expect: Expectation;
  readonly expectPlace: Place;
  /** The whole expected message; undefined for any. */
  readonly message?: string | undefined;
  readonly messagePlace: Place;
}
