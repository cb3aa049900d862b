import { InvalidArgumentError } from 'commander';
import { exitCodes, UserError } from '../../model/errors.ts';
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
  const [, server, repository, commit] =
    /^(https:\/\/[\w.-]+(?::\d+)?\/)?([\w.-]+\/[\w.-]+)@([0-9a-f]{40})$/.exec(value) ?? [];
  if (repository !== undefined && commit !== undefined) {
    return ofRepository(repository, commit, server?.slice(0, -1));
  }
  if (
    /^https:\/\/[\w.-]+(?::\d+)?\/[\w./%+~-]+\.(?:tgz|tar\.gz)$/.test(value) &&
    /[0-9a-f]{40}/.test(value)
  ) {
    return { tarball: value };
  }
  throw new InvalidArgumentError(
    'Give `owner/repository@commit`, `https://host/owner/repository@commit`, or the https URL of a tarball with the commit in it; a commit has 40 hexadecimal digits.',
  );
}

function ofRepository(repository: string, commit: string, server = github): PackageSource {
  return {
    action: { ...(server === github ? {} : { server }), repository, commit },
    tarball: `${server}/${repository}/archive/${commit}.tar.gz`,
  };
}

/** The source that written files name; undefined if they name none. */
export function sourceIn(text: string): PackageSource | undefined {
  const [, server = '', action] =
    /\buses: (https:\/\/[\w.:-]+\/)?(?!actions\/)([\w.-]+\/[\w.-]+@[0-9a-f]{40})/.exec(text) ?? [];
  if (action !== undefined) return readSource(server + action);
  const [tarball] = /https:\/\/[^\s']+\.(?:tgz|tar\.gz)/.exec(text) ?? [];
  return tarball === undefined ? undefined : readSource(tarball);
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
    throw new UserError(exitCodes.usage, `--with ${forge} requires a \`--source\` that is an action`, {
      help:
        forge === 'github'
          ? 'give a repository of the same GitHub: `--source owner/repository@commit`'
          : 'give a repository: `--source https://host/owner/repository@commit`',
    });
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
  throw new UserError(
    exitCodes.usage,
    `--with ${extra} requires \`--source\`: this build is not a release, and anyone could register a name to install it by`,
    {
      help: 'add `--source owner/repository@commit`: docs/install.md#name-a-source says how to make that commit',
    },
  );
}
