import type { ownActionEnds, PolicyDialect } from '../../kinds/policy/dialect.ts';
import type { PhaseName } from '../../kinds/policy/phases.ts';
import type {
  ledgerStores,
  noticeKinds,
  presetNames,
  severitySettings,
} from '../../kinds/documents/words.ts';
import type { Place, YamlDocument } from '../document.ts';
import type { PlacedEnvironment, Schedule } from '../plan/schedule.ts';
import type { Policy, PolicyDraft } from '../policy.ts';
import type { Json } from '../value.ts';

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
