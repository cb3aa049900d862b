import type { Io } from '../../model/io.ts';
import type { Workspace, WorkspaceHead } from '../../model/workspace/workspace.ts';
import type { OpenedWorkspace } from '../../workspace/open-tree.ts';
import type { PlaceFlags } from '../cli/command-line.ts';
import type { ApiOptions, ProgressOptions, WorkspaceOptions } from '../cli/options.ts';
import { beginWorkspace, openWorkspace } from './workspace/open-workspace.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { chooseEnvironment } from './workspace/choose-environments.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/**
 * A command at work on one environment, opened once and handed on whole. It is data: where something is and how it is
 * reached. Who needs the ledger, the API or a secret opens it with the run.
 */
export interface Run<Files extends WorkspaceHead = Workspace> {
  readonly io: Io;
  readonly workspace: Files;
  readonly environment: Environment;
  readonly ledger: LedgerAccess;
  readonly api: ApiAccess;
  readonly secrets: SecretsAccess;
  /** As the user gave them: printed commands name the same workspace, API and ledger. */
  readonly place: PlaceFlags;
}

/** A run of all environments, or before one is chosen. */
export type WorkspaceRun<Files extends WorkspaceHead = Workspace> = Omit<Run<Files>, 'environment'>;

export interface ApiAccess {
  /** The built-in mock API; otherwise the one of the profile, or of the environment variables. */
  readonly isLocal: boolean;
  /** The file of objects that the built-in mock API begins with. */
  readonly fixture?: string;
  readonly profile?: string;
  /** Maximum of concurrent reads; default: as many as the API accepts. */
  readonly reads?: number;
  /** How many writes run at once, from the start and at most; default: more while the API accepts them. */
  readonly writes?: number;
  readonly progress: ProgressOptions;
}

export interface SecretsAccess {
  /** The folder of secrets, beside the environment variables. */
  readonly folder?: string;
}

/** The options of a command that a run settles. */
export interface RunFlags extends WorkspaceOptions, ApiOptions {
  readonly secretsDir?: string | undefined;
  readonly soleRunner?: boolean;
  readonly outsideWindow?: string;
  readonly concurrency?: number;
}

/** Opens the workspace around the folder of `-C`, or around the current one, with its files, and the environment. */
export async function openRun(io: Io, flags: RunFlags & { readonly env?: string | undefined }): Promise<Run> {
  const { workspace, ...run } = await beginRun(io, flags);
  const environment = chooseEnvironment(workspace, flags.env);
  return { ...run, workspace: workspace.read(), environment };
}

/** Opens the workspace with its files, for a command without an environment or with all of them. */
export async function openWorkspaceRun(io: Io, flags: RunFlags): Promise<WorkspaceRun> {
  return { io, workspace: await openWorkspace(io, flags), ...accessOf(flags) };
}

/** Opens the workspace without reading its resource files. */
export async function beginRun(io: Io, flags: RunFlags): Promise<WorkspaceRun<OpenedWorkspace>> {
  return { io, workspace: await beginWorkspace(io, flags), ...accessOf(flags) };
}

export interface LedgerAccess {
  /** Beside the built-in mock API, whose ids must never mix with real ones; otherwise where edgewright.yaml says. */
  readonly isLocal: boolean;
  /** The store that the command line names: in CI, files of a runner are used only then. */
  readonly store?: 'file';
  /** The lock of an earlier job of this repository is taken over. */
  readonly isSoleRunner: boolean;
  /** The reason of a run that a change window or a freeze would refuse. */
  readonly outsideWindow?: string;
}

type RunAccess = Pick<Run, 'ledger' | 'api' | 'secrets' | 'place'>;

/** Where the flags say that ledger, API and secrets are; nothing is opened. */
export function accessOf(flags: RunFlags): RunAccess {
  const { workspace, local, fixture, profile, ledger, quiet, logLevel, secretsDir } = flags;
  const { reads, concurrency: writes, soleRunner: isSoleRunner = false, outsideWindow } = flags;
  const isLocal = local === true;
  return {
    ledger: { isLocal, isSoleRunner, ...withoutUndefined({ store: ledger, outsideWindow }) },
    api: {
      isLocal,
      progress: withoutUndefined({ quiet, logLevel }),
      ...withoutUndefined({ fixture, profile, reads, writes }),
    },
    secrets: withoutUndefined({ folder: secretsDir }),
    place: withoutUndefined({ workspace, local, fixture, profile, ledger, secretsDir }),
  };
}
