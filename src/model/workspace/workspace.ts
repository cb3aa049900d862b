import type { WorkspaceHome } from '../ledger/ledger-home.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Source, YamlDocument } from '../document.ts';
import type { TestFiles } from '../traffic/test-report.ts';
import type { RequestTest } from '../traffic/request-test.ts';
import type { UnreadFile } from '../lint/lint-result.ts';
import type { LedgerSettings, Settings } from './settings.ts';
import type { Adoption, Environment } from './environment.ts';
import type { ResourceDocument, PresetDocument, RemovedDocument, Approval } from './workspace-document.ts';
import type { PolicyTest } from '../policy.ts';

export function resourceSources({
  yaml,
  resources,
}: Pick<Workspace, 'yaml' | 'resources'>): ReadonlySet<Source> {
  return new Set([...yaml, ...resources].map(({ source }) => source));
}

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
