/**
 * Git commands that talk to a remote, in a bare repository of their own. The user's repository is not used for them: a
 * fetch would change its references and its list of shallow commits, a push would run its hooks. Only its settings for
 * reaching the remote are taken. They may hold credentials, so they are handed to git in the environment: other users
 * of the machine see arguments, and files stay behind when a run is killed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { forms, hasForm } from '../kinds/documents/forms.ts';
import { exitCodes, UserError } from '../model/errors.ts';
import { isLoopback } from '../domain/loopback.ts';
import { withoutCredentials } from '../text/without-credentials.ts';
import { openRepository, type GitPlace } from './repository.ts';
import { runGit } from './run-git.ts';
import { runGitAlone, type GitTimedAnswer } from './run-git-alone.ts';
import { remoteUrls, transportConfig, type TransportConfig } from './transport-config.ts';

export interface RemoteGit {
  /** The name of the remote, in commands and messages. */
  readonly remote: string;
  /** Runs git in the repository of our own. Throws `UserError` if git cannot be started. */
  readonly run: (arguments_: readonly string[], input?: string | Uint8Array) => Promise<GitTimedAnswer>;
}

export interface RemoteGitOptions {
  readonly place: GitPlace;
  /** The name of a remote in the user's git configuration. */
  readonly remote: string;
  /** A folder for the repository: new, readable by this user only, removed by the caller. */
  readonly scratch: string;
  /** For one command. */
  readonly timeoutMs?: number;
}

/**
 * Throws `UserError` for a remote that the user's git configuration does not have or that is reached over plain http,
 * without git or without a repository. A URL or a path is never taken: it would come from the files, and choose where
 * git connects, with which credential, and whose hooks it runs.
 */
export async function openRemoteGit(options: RemoteGitOptions): Promise<RemoteGit> {
  const { place, remote, scratch, timeoutMs = 60_000 } = options;
  if (!hasForm(remote, forms.remote)) throw unknownRemote(remote);
  const setting = { cwd: place.env['GIT_DIR'] === undefined ? place.root : place.cwd, env: place.env };
  const list = await runGit(setting, ['config', '--list', '--show-scope', '--includes', '-z']);
  const config = transportConfig(list.stdout.toString('utf8'), remote);
  const urls = remoteUrls(config, remote);
  const [first] = urls;
  if (first === undefined) {
    const inside = await runGit(setting, ['rev-parse', '--git-dir']);
    if (/not a git repository/i.test(inside.stderr)) throw noRepository(remote);
    // Says why, if git refuses the repository.
    await openRepository(place);
    throw unknownRemote(remote);
  }
  if (urls.some(isPlain)) throw plainRemote(remote);
  const cwd = urls.some(isRelative) ? await topOf(place) : place.root;
  const repository = await makeRepository(scratch, config);
  const env = environmentFor(place.env, config.entries, repository);
  return {
    remote,
    run: (arguments_, input) => runGitAlone({ cwd, env }, arguments_, { input, timeoutMs }),
  };
}

/** Anyone on the way can read its credential; only what stays on this machine may be plain, as for the API. */
function isPlain(url: string): boolean {
  return /^http:/i.test(url) && !isLoopback(URL.parse(url)?.hostname ?? '');
}

function isRelative(url: string): boolean {
  return !/^(?:\/|~|[^/]*:)/.test(url);
}

/** Relative paths of remotes start at the top of the working tree. */
async function topOf(place: GitPlace): Promise<string> {
  const { prefix } = await openRepository(place);
  return path.resolve(place.root, ...prefix.split('/').flatMap((name) => (name === '' ? [] : ['..'])));
}

interface OwnRepository {
  readonly folder: string;
  /** The configuration that stands for the user's and the system's. */
  readonly config: string;
}

/** An empty bare repository, as `git init` makes it. */
async function makeRepository(
  scratch: string,
  { objectFormat, safeFolders }: TransportConfig,
): Promise<OwnRepository> {
  const folder = path.join(scratch, 'ledger.git');
  for (const name of ['objects', 'refs'])
    await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  const isSha1 = objectFormat === 'sha1';
  const core = `[core]\n\trepositoryformatversion = ${isSha1 ? 0 : 1}\n\tbare = true\n`;
  const config = path.join(scratch, 'config');
  const lines = safeFolders.map((each) => `\tdirectory = ${JSON.stringify(each)}\n`).join('');
  const files: readonly (readonly [string, string])[] = [
    [path.join(folder, 'HEAD'), 'ref: refs/heads/none\n'],
    [path.join(folder, 'config'), isSha1 ? core : `${core}[extensions]\n\tobjectFormat = sha256\n`],
    [config, `[safe]\n${lines}`],
  ];
  for (const [file, text] of files) await writeFile(file, text, { mode: 0o600 });
  return { folder, config };
}

/** Variables of git that say how a remote is reached. The others could select another repository, or log credentials. */
const kept =
  /^GIT_(?:ALLOW_PROTOCOL|ASKPASS|EXEC_PATH|PROTOCOL|PROTOCOL_FROM_USER|PROXY_.*|SSH.*|SSL_.*|HTTP_.*)$/;

/** Ours may hold credentials, which hooks and helpers must not see. */
const dropped = /^(?:GIT|EDGEWRIGHT)_/;

function environmentFor(
  env: GitPlace['env'],
  entries: TransportConfig['entries'],
  { folder, config }: OwnRepository,
): Readonly<Record<string, string | undefined>> {
  const own: TransportConfig['entries'] = [
    ...entries,
    // A transport that runs any command.
    ['protocol.ext.allow', 'never'],
    ['gc.auto', '0'],
    // This repository is lost with the run in any case.
    ['core.fsync', 'none'],
  ];
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.test(name) || kept.test(name))),
    GIT_DIR: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_COUNT: String(own.length),
    ...Object.fromEntries(
      own.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

function unknownRemote(remote: string): UserError {
  const shown = withoutCredentials(remote);
  return hasForm(remote, forms.remote)
    ? new UserError(exitCodes.settings, `git has no remote \`${shown}\``, {
        help: `add it with \`git remote add ${shown} <url>\`, or name one of \`git remote\`: ${whereNamed}`,
      })
    : new UserError(exitCodes.settings, `\`${shown}\` is not ${forms.remote.not}`, {
        help: forms.remote.help,
      });
}

function plainRemote(remote: string): UserError {
  return new UserError(exitCodes.settings, `the remote \`${remote}\` is reached over plain http`, {
    help: `a credential would be sent in the clear: \`git remote set-url ${remote} <https or ssh URL>\``,
  });
}

/** For each command that uses a remote. */
const whereNamed = '`--remote` for `init` and `ledger migrate`, else `ledger.remote` in edgewright.yaml';

function noRepository(remote: string): UserError {
  return new UserError(
    exitCodes.settings,
    `the workspace is in no git repository, so the remote \`${remote}\` is unknown`,
    { help: 'run Edgewright in a clone that has the remote' },
  );
}
