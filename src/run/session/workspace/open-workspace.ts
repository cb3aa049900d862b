import { statSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../../../model/errors.ts';
import type { GitFile, Io } from '../../../model/io.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import type { SecretPlaces } from '../../../workspace/files/secret-files.ts';
import type { OpenedWorkspace } from '../../../workspace/open-tree.ts';
import type { WorkspaceOptions } from '../../cli/options.ts';

/**
 * The folder where the search for the workspace starts. A misspelled `-C` must not find the workspace of the current
 * folder.
 */
export function workspaceFolder(io: Io, { workspace }: WorkspaceOptions): string {
  const folder = path.resolve(io.cwd, workspace ?? '.');
  if (workspace !== undefined && statSync(folder, { throwIfNoEntry: false }) === undefined) {
    throw usageError(
      `there is no folder \`${workspace}\``,
      '`--workspace` names the folder of edgewright.yaml, or one in it',
    );
  }
  return folder;
}

export interface OpenOptions extends WorkspaceOptions {
  readonly secretsDir?: string | undefined;
}

/** Texts in place of files on disk: of the files in `overlay`, or of all if git's `files` are given. */
interface OtherTexts {
  readonly overlay?: ReadonlyMap<string, string> | undefined;
  readonly files?: ReadonlyMap<string, GitFile> | undefined;
}

/** The workspace around the current folder (or `--workspace`). Throws `UserError` 78 if there is none. */
export async function openWorkspace(
  io: Io,
  options: OpenOptions,
  { overlay = new Map(), files }: OtherTexts = {},
): Promise<Workspace> {
  const { loadWorkspace } = await import('../../../workspace/load-workspace.ts');
  const from = workspaceFolder(io, options);
  return withNamesShown(
    io,
    loadWorkspace({ from, cwd: io.cwd, overlay, files, secrets: secretPlaces(io, options), env: io.env }),
  );
}

/** Opens the workspace without reading its resource files. */
export async function beginWorkspace(io: Io, options: OpenOptions): Promise<OpenedWorkspace> {
  const { openWorkspaceFiles } = await import('../../../workspace/load-workspace.ts');
  const opened = openWorkspaceFiles({
    from: workspaceFolder(io, options),
    cwd: io.cwd,
    secrets: secretPlaces(io, options),
    env: io.env,
  });
  io.secrets?.show(opened.environments.keys());
  return { ...opened, read: () => withNamesShown(io, opened.read()) };
}

function withNamesShown({ secrets }: Io, workspace: Workspace): Workspace {
  secrets?.show(workspace.environments.keys());
  secrets?.show(workspace.resources.map(({ name }) => name));
  return workspace;
}

/** The folder of secrets, and the files with credentials that variables name: CI systems put some into the checkout. */
function secretPlaces({ cwd, env }: Io, { secretsDir }: OpenOptions): SecretPlaces {
  const files = Object.entries(env).flatMap(([name, value = '']) =>
    namesCredential.test(name) &&
    !name.startsWith('EDGEWRIGHT_SECRET_') &&
    value !== '' &&
    value.length < 4096
      ? [path.resolve(cwd, value)]
      : [],
  );
  return { folder: secretsDir === undefined ? undefined : path.resolve(cwd, secretsDir), files };
}

/** `EDGEWRIGHT_API_TOKEN_FILE`, `GOOGLE_APPLICATION_CREDENTIALS`, `AWS_WEB_IDENTITY_TOKEN_FILE`, `KUBECONFIG`. */
const namesCredential = /CREDENTIAL|SECRET|TOKEN|PASS(?:WORD|FILE)|PRIVATE_KEY|KUBECONFIG|NETRC|AUTH/i;

/** The names of the environments; empty without a workspace that can be read. */
export async function environmentNames(io: Io, options: OpenOptions): Promise<readonly string[]> {
  const opened = await beginWorkspace(io, options).catch(() => undefined);
  return [...(opened?.environments.keys() ?? [])].sort();
}
