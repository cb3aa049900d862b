import { statSync } from 'node:fs';
import path from 'node:path';
import { severitySettings } from '../../../kinds/documents/words.ts';
import { exitCodes, UserError, usageError } from '../../../model/errors.ts';
import type { GitFile, Io } from '../../../model/io.ts';
import type {
  Environment,
  RuleSetting,
  SeveritySetting,
  Workspace,
  WorkspaceHead,
} from '../../../model/workspace.ts';
import { inertPath } from '../../../report/text/inert.ts';
import { suggestions } from '../../../text/suggest.ts';
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

/** The settings of `--rule id=severity`. Throws `UserError` 64 for an unknown rule or severity. */
export function ruleSettings(
  settings: readonly string[] = [],
  rules: readonly { readonly id: string }[],
): ReadonlyMap<string, RuleSetting> {
  const known = new Set(rules.map(({ id }) => id));
  return new Map(
    settings.map((setting) => {
      const [id = '', severity = ''] = setting.split('=');
      const [near] = known.has(id) ? [] : suggestions(id, [...known]);
      if (!known.has(id))
        throw usageError(
          `there is no rule \`${id}\``,
          near === undefined ? 'see `edgewright rules`' : `did you mean \`${near}\`?`,
        );
      if (!isSeverity(severity)) {
        throw usageError(
          `--rule \`${setting}\` has no valid severity`,
          `write it as ${severitySettings.map((severitySetting) => `\`id=${severitySetting}\``).join(', ')}`,
        );
      }
      return [id, { severity }];
    }),
  );
}

function isSeverity(text: string): text is SeveritySetting {
  return severitySettings.some((setting) => setting === text);
}

interface OpenOptions extends WorkspaceOptions {
  readonly secretsDir?: string | undefined;
}

/**
 * The workspace around the current folder (or `--workspace`), with the texts of `overlay` in place of files, or with
 * git's `files` instead of those on disk. Throws `UserError` 78 if there is none.
 */
export async function openWorkspace(
  io: Io,
  options: OpenOptions,
  overlay: ReadonlyMap<string, string> = new Map(),
  files?: ReadonlyMap<string, GitFile>,
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

/** The names of the environments; empty without a workspace that can be read. */
export async function environmentNames(io: Io, options: OpenOptions): Promise<readonly string[]> {
  const opened = await beginWorkspace(io, options).catch(() => undefined);
  return [...(opened?.environments.keys() ?? [])].sort();
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

/** The chosen environment: the named one, or the only one. */
export function chooseEnvironment(head: WorkspaceHead, name: string | undefined): Environment {
  refuseNone(head);
  const { environments } = head;
  const known = [...environments.keys()];
  const chosen = name ?? (known.length === 1 ? known[0] : undefined);
  const environment = chosen === undefined ? undefined : environments.get(chosen);
  if (environment !== undefined) return environment;
  const [near] = name === undefined ? [] : suggestions(name, known);
  throw usageError(
    name === undefined ? 'name an environment with --env' : `there is no environment \`${name}\``,
    near === undefined ? `there are: ${known.join(', ')}` : `did you mean \`${near}\`?`,
  );
}

/** The chosen environments: the named ones, or all; at least one. */
export function chooseEnvironments(
  head: WorkspaceHead,
  names: readonly string[] | undefined,
): readonly Environment[] {
  refuseNone(head);
  if (names === undefined) return [...head.environments.values()];
  return names.map((name) => chooseEnvironment(head, name));
}

/** The chosen environments for lint, which has a finding for a workspace without any. */
export function environmentsToLint(
  head: WorkspaceHead,
  names: readonly string[] | undefined,
): readonly Environment[] {
  return names === undefined ? [...head.environments.values()] : chooseEnvironments(head, names);
}

/** Refuses a workspace without environments: an empty result would look like success. */
function refuseNone({ environments, unreadable = [] }: WorkspaceHead): void {
  if (unreadable.length > 0) {
    const folders = unreadable.map((folder) => `\`${inertPath(folder)}\``).join(', ');
    throw new UserError(exitCodes.disk, `${folders} cannot be read`, {
      help: 'check its permissions; links are not followed',
    });
  }
  if (environments.size > 0) return;
  throw new UserError(exitCodes.settings, 'the workspace has no environment', {
    help: 'write environments/production.yaml; it may be empty',
  });
}
