import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { jobPlaces, ownerFiles } from '../../workspace/files/job-files.ts';
import { repositoryFolder } from '../../workspace/git/repository-folder.ts';
import { runGit } from '../../workspace/git/run-git.ts';
import { eachSecretReference } from '../../derive/secrets/secret-references.ts';
import { compileEach } from '../../workspace/compile/compile.ts';
import type { PackageSource } from './package-source.ts';
import type { LedgerSettings, Settings } from '../../model/workspace/settings.ts';

/** A job and its credentials have the name of an environment and one of these words: two must not be the same. */
const beside = {
  before: ['snapshot-', 'review-', 'drift-', 'comment-', 'fork-'],
  after: ['-plan', '-review'],
};

/** Names that YAML reads as something else: a job of the environment `null` would have none. */
const notStrings = /^(?:null|true|false|yes|no|on|off|y|n|0x[0-9a-f]+|0o[0-7]+|[0-9][0-9e-]*)$/;

/** The facts of a workspace that its CI files depend on. */
export interface CiSetting {
  /** At least one, in the order in which they are applied. */
  readonly environments: readonly string[];
  /** Those of `secrets:` in edgewright.yaml, sorted by name. */
  readonly secrets: readonly CiSecret[];
  /** Those of them that are URLs of `notify:`. */
  readonly webhooks: readonly string[];
  readonly store: LedgerSettings['store'] | undefined;
  readonly hasTests: boolean;
  /** The workspace's folder in its repository, with `/`; empty for the top. */
  readonly folder: string;
  /** The branch that is applied. */
  readonly branch: string;
  /** Whether apply waits until a person has approved the plan. */
  readonly isReviewed: boolean;
  /** Whether tests are sent to what is deployed, after an apply and where drift is looked for. */
  readonly sendsTests: boolean;
  /** Undefined if none is given and this build is not a release. */
  readonly source: PackageSource | undefined;
  /** For `--with codeowners`. */
  readonly owners?: Owners | undefined;
}

export interface CiSecret {
  readonly name: string;
  /** The environments whose jobs need it. */
  readonly environments: readonly string[];
}

/** The names of the secrets that the jobs of an environment need. */
export function secretsOf({ secrets }: Pick<CiSetting, 'secrets'>, environment: string): readonly string[] {
  return secrets.filter(({ environments }) => environments.includes(environment)).map(({ name }) => name);
}

interface Owners {
  /** Such as `@org/team`. */
  readonly owner: string;
  /** The patterns of approvals, from the workspace on: folders with a final `/`, or globs. */
  readonly approvals: readonly string[];
  /** Whether edgewright.yaml allows approvals there alone. */
  readonly isLimited: boolean;
  /** The files and folders with jobs, from the top of the repository. */
  readonly jobs: readonly string[];
  /** The file of the repository that names owners. */
  readonly file: string;
}

/** Those that the files of the workspace say. */
type CiFacts = Pick<CiSetting, 'environments' | 'secrets' | 'webhooks' | 'store' | 'hasTests'>;

export function ciFactsOf(workspace: Workspace): CiFacts {
  const { settings, environments, requestTests, policyTests } = workspace;
  const tests = [...(requestTests?.().files ?? []), ...(policyTests?.().files ?? [])];
  return {
    environments: [...environments.keys()],
    secrets: neededSecrets(workspace),
    webhooks: [...new Set(settings.notify.map(({ secret }) => secret))].sort(),
    store: settings.ledger?.store,
    hasTests: tests.length > 0,
  };
}

/** A secret that no resource uses, such as the URL of a webhook, is for all environments. */
function neededSecrets(workspace: Workspace): readonly CiSecret[] {
  const { settings, environments } = workspace;
  const names = [...environments.keys()];
  const used = [...compileEach(workspace, names)].map(([environment, { desired }]) => {
    const found = new Set<string>();
    for (const { spec } of desired)
      eachSecretReference(spec, (reference) => reference.names.forEach((name) => found.add(name)));
    return { environment, found };
  });
  const notified = new Set(settings.notify.map(({ secret }) => secret));
  return [...settings.secrets.keys()].sort().map((name) => {
    const using = used.filter(({ found }) => found.has(name)).map(({ environment }) => environment);
    return { name, environments: using.length === 0 || notified.has(name) ? names : using };
  });
}

/** The owner, with the file that names owners in the repository of `root`, and the places of approvals. */
export function ownersIn(
  root: string,
  owner: string | undefined,
  chosen: readonly string[],
  settings?: Pick<Settings, 'lint' | 'resources'>,
): CiSetting['owners'] {
  if (owner === undefined) return undefined;
  const top = path.resolve(root, repositoryFolder(root).replaceAll(/[^/]+/g, '..'));
  const file = ownerFiles.find((candidate) => existsSync(path.join(top, candidate))) ?? 'CODEOWNERS';
  const allowed: unknown = settings?.lint.rules.get('approval-elsewhere')?.options?.['files'];
  const globs = Array.isArray(allowed) ? allowed.map(String) : [];
  const usual = (settings?.resources[0] ?? 'resources/**').replace(/[*?{[].*$/s, 'approvals/');
  const approvals = globs.map((glob) => glob.replace(/\/\*\*$/, '/'));
  return {
    owner,
    file,
    approvals: approvals.length > 0 ? approvals : [usual],
    isLimited: approvals.length > 0,
    jobs: jobPlaces.filter(
      (jobPlace) =>
        chosen.some((extra) => jobPlace.startsWith(`.${extra}`)) || existsSync(path.join(top, jobPlace)),
    ),
  };
}

/** The facts for the templates, with those that the repository says: the folder there, and the branch. */
export async function ciSetting(
  io: Io,
  {
    root,
    ...facts
  }: CiFacts & Pick<CiSetting, 'isReviewed' | 'sendsTests' | 'source' | 'owners'> & { readonly root: string },
): Promise<CiSetting> {
  const folder = repositoryFolder(root).replace(/\/$/, '');
  // The folder is written into shell commands and YAML.
  if (!/^[\w./-]*$/.test(folder) || folder.startsWith('-')) {
    throw usageError(
      `jobs cannot be written for the folder \`${folder}\``,
      'rename it: use letters, digits, `.`, `_`, `-` and `/`',
    );
  }
  refuseNames(facts.environments);
  return { ...facts, folder, branch: await defaultBranch(io, root) };
}

function refuseNames(environments: readonly string[]): void {
  const unreadable = environments.find((name) => notStrings.test(name));
  if (unreadable !== undefined) {
    throw usageError(
      `jobs cannot be written for the environment \`${unreadable}\``,
      'rename it: YAML does not read this name as a string',
    );
  }
  const all = new Set(environments);
  for (const name of environments) {
    const taken = [
      ...beside.before.map((word) => `${word}${name}`),
      ...beside.after.map((word) => `${name}${word}`),
    ].find((other) => all.has(other));
    if (taken === undefined) continue;
    throw usageError(
      `jobs cannot be written for the environments \`${name}\` and \`${taken}\``,
      `the jobs of \`${name}\` use the name \`${taken}\`: rename one of the two`,
    );
  }
}

/** The default branch of `origin` as the clone knows it; `main` if it does not. */
async function defaultBranch(io: Io, root: string): Promise<string> {
  const words = ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'];
  try {
    const { exitCode, stdout } = await runGit({ cwd: existing(root), env: io.env }, words);
    const [, branch] = /^origin\/([\w./-]+)\n$/.exec(stdout.toString('utf8')) ?? [];
    return exitCode === 0 && branch !== undefined ? branch : 'main';
  } catch (error) {
    // Git is not installed.
    if (error instanceof UserError) return 'main';
    throw error;
  }
}

/** The folder, or the nearest one above it: that of a new workspace does not exist yet. */
function existing(folder: string): string {
  const above = path.dirname(folder);
  return isFolder(folder) || above === folder ? folder : existing(above);
}

/** A path below a file is none; what writes there says so. */
function isFolder(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
