import { InvalidArgumentError } from 'commander';
import { usageError } from '../../model/errors.ts';
import { releaseCommit, version } from '../../version.ts';

/** Where the written files get Edgewright from: by its content, since a name can be registered by anyone. */
export interface PackageSource {
  /** For `uses:`; undefined for a tarball, which is not an action. Without `server` it is on GitHub. */
  readonly action?: { readonly server?: string; readonly repository: string; readonly commit: string };
  /** URL of a tarball, for npm. */
  readonly tarball: string;
  /** The version of a release. */
  readonly tag?: string;
}

const github = 'https://github.com';

/** Parser of `--source`. Its value is written into YAML and shell commands. */
export function readSource(value: string): PackageSource {
  const source = sourceOf(value);
  if (source !== undefined) return source;
  throw new InvalidArgumentError(
    'Give `owner/repository@commit`, `https://host/owner/repository@commit`, or the https URL of a tarball with the commit in it; a commit has 40 hexadecimal digits.',
  );
}

function sourceOf(value: string): PackageSource | undefined {
  const [, server, repository, commit] =
    /^(https:\/\/[\w.-]+(?::\d+)?\/)?([\w.-]+\/[\w.-]+)@([0-9a-f]{40})$/.exec(value) ?? [];
  if (repository !== undefined && commit !== undefined) {
    return ofRepository(repository, commit, server?.slice(0, -1));
  }
  return /^https:\/\/[\w.-]+(?::\d+)?\/[\w./%+~-]+\.(?:tgz|tar\.gz)$/.test(value) &&
    /[0-9a-f]{40}/.test(value)
    ? { tarball: value }
    : undefined;
}

function ofRepository(repository: string, commit: string, server = github): PackageSource {
  return {
    action: { ...(server === github ? {} : { server }), repository, commit },
    tarball: `${server}/${repository}/archive/${commit}.tar.gz`,
  };
}

/** The command that installs Edgewright, before its package. */
export const installCommand = 'npm install --global --ignore-scripts --no-audit --no-fund';

const writtenStep = new RegExp(
  String.raw`^( +)- uses: (\S+).*\r?\n(?:\1 {2}.*\r?\n)*?\1 {2}with:\r?\n(?:\1 {4}.*\r?\n)*?\1 {4}mode: [a-z]+$`,
  'm',
);
const writtenInstall = new RegExp(`^ +- ${installCommand} (\\S+)$`, 'm');

/** The source that written files name; undefined if they name none. Other actions and packages can be beside it. */
export function sourceIn(text: string): PackageSource | undefined {
  const named = writtenStep.exec(text)?.[2] ?? writtenInstall.exec(text)?.[1];
  return named === undefined ? undefined : sourceOf(named);
}

/** The source of this build: a release is its own one, another build has none. */
export function sourceOfBuild(commit: string | undefined = releaseCommit): PackageSource | undefined {
  return commit === undefined
    ? undefined
    : { ...ofRepository('edgewright/edgewright', commit), tag: `v${version}` };
}

/** The value of `uses:` for our own action, by its commit. */
export function ownAction(source: PackageSource | undefined, forge: 'github' | 'gitea'): string {
  const { action, tag } = given(source, forge);
  if (action === undefined || (forge === 'github' && action.server !== undefined)) {
    throw usageError(
      `--with ${forge} requires a \`--source\` that is an action`,
      forge === 'github'
        ? 'give a repository of the same GitHub: `--source owner/repository@commit`'
        : 'give a repository: `--source https://host/owner/repository@commit`',
    );
  }
  const { server = github, repository, commit } = action;
  // Gitea and Forgejo look for names without a server on one of their own.
  const place = forge === 'gitea' ? `${server}/${repository}` : repository;
  return `${place}@${commit}${tag === undefined ? '' : ` # ${tag}`}`;
}

/** The package for npm to install. */
export function ownPackage(source: PackageSource | undefined, extra: 'gitlab' | 'pre-commit'): string {
  return given(source, extra).tarball;
}

/** Without a source nothing is written: a file that installs by name would run what anyone puts there. */
function given(source: PackageSource | undefined, extra: string): PackageSource {
  if (source !== undefined) return source;
  throw usageError(
    `--with ${extra} requires \`--source\`: this build is not a release, and anyone could register a name to install it by`,
    'add `--source owner/repository@commit`: docs/install.md#name-a-source says how to make that commit',
  );
}
