/**
 * Git commands that talk to a remote, in a bare repository of their own. The user's repository is not used for them: a
 * fetch would change its references and its list of shallow commits, a push would run its hooks. Only its settings for
 * reaching the remote are taken. They may hold credentials, so they are handed to git in the environment: other users
 * of the machine see arguments, and files stay behind when a run is killed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isLoopback } from '../../text/loopback.ts';
import { openRepository, type GitPlace } from './repository.ts';
import { runGitAlone, type GitTimedAnswer } from './run-git-alone.ts';
import { runGit } from './run-git.ts';
import { forms, hasForm } from '../../kinds/documents/forms.ts';
import { UserError } from '../../model/errors.ts';
import { withoutCredentials } from '../../text/words/one-line.ts';
import { exitCodes } from '../../model/exit-codes.ts';

const always =
  /^(?:credential\.|http\.|url\.|core\.(?:sshcommand|gitproxy|askpass)$|ssh\.variant$|protocol\.version$)/;

const ofRemote = ['url', 'pushurl', 'proxy', 'proxyauthmethod', 'serveroption'];

export interface RemoteGit {
  /** The name of the remote, in commands and messages. */
  readonly remote: string;
  /** The address of the author of commits, where the environment names one. */
  readonly email?: string | undefined;
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
    email: [place.env['GIT_AUTHOR_EMAIL'], place.env['GIT_COMMITTER_EMAIL']].find(
      (address) => address !== undefined && /^[^\s<>]+@[^\s<>]+$/.test(address),
    ),
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
  const lines = safeFolders.map((safeFolder) => `\tdirectory = ${JSON.stringify(safeFolder)}\n`).join('');
  const files: readonly (readonly [string, string])[] = [
    [path.join(folder, 'HEAD'), 'ref: refs/heads/none\n'],
    [path.join(folder, 'config'), isSha1 ? core : `${core}[extensions]\n\tobjectFormat = sha256\n`],
    [config, `[safe]\n${lines}`],
  ];
  for (const [file, text] of files) await writeFile(file, text, { mode: 0o600 });
  return { folder, config };
}

/**
 * Variables of git that say how a remote is reached. The others could select another repository, or log credentials.
 */
const kept =
  /^GIT_(?:ALLOW_PROTOCOL|ASKPASS|EXEC_PATH|PROTOCOL|PROTOCOL_FROM_USER|PROXY_.*|SSH.*|SSL_.*|HTTP_.*)$/;

/** Ours may hold credentials, which hooks and helpers must not see. */
const dropped = /^(?:GIT|EDGEWRIGHT)_/;

function environmentFor(
  env: GitPlace['env'],
  entries: TransportConfig['entries'],
  { folder, config }: OwnRepository,
): Readonly<Record<string, string | undefined>> {
  const transportEntries: TransportConfig['entries'] = [
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
    GIT_CONFIG_COUNT: String(transportEntries.length),
    ...Object.fromEntries(
      transportEntries.flatMap(([key, value], index) => [
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

/**
 * The part of a git configuration by which a remote is reached: URLs, credentials, HTTP and SSH. Everything else
 * (hooks, aliases, monitors, signing, push defaults) is left out, since it could start programs or change what is
 * pushed.
 */
interface TransportConfig {
  /** Key and value, in git's order: some keys are lists, and an empty value empties the list before it. */
  readonly entries: readonly (readonly [string, string])[];
  /** `safe.directory` of the user and the system, for a remote that is a folder of another user. */
  readonly safeFolders: readonly string[];
  readonly objectFormat: 'sha1' | 'sha256';
}

/** Reads the output of `git config --list --show-scope -z`. */
function transportConfig(list: string, remote: string): TransportConfig {
  const entries: (readonly [string, string])[] = [];
  const safeFolders: string[] = [];
  let objectFormat: 'sha1' | 'sha256' = 'sha1';
  for (const { scope, key, value } of listed(list)) {
    if (always.test(key) || ofRemote.some((name) => key === `remote.${remote}.${name}`))
      entries.push([key, value]);
    if (key === 'safe.directory' && scope !== 'local' && scope !== 'worktree') safeFolders.push(value);
    if (key === 'extensions.objectformat') objectFormat = value === 'sha256' ? 'sha256' : 'sha1';
  }
  return { entries, safeFolders, objectFormat };
}

/** `<scope>\0<key>\n<value>\0`; without the line feed and the value for a key without one, which means true. */
function listed(list: string): { readonly scope: string; readonly key: string; readonly value: string }[] {
  const parts = list.split('\0');
  const found = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [scope = '', entry = ''] = parts.slice(index, index + 2);
    const end = entry.indexOf('\n');
    const [key, value] = end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    found.push({ scope, key, value });
  }
  return found;
}

/**
 * The URLs of a remote, as `insteadOf` rewrites them: to fetch from, and to push to. None if git has no such remote.
 */
function remoteUrls({ entries }: TransportConfig, remote: string): readonly string[] {
  const last = (name: string): string | undefined =>
    entries.findLast(([key]) => key === `remote.${remote}.${name}`)?.[1];
  const url = last('url');
  if (url === undefined) return [];
  const push = last('pushurl');
  return [
    rewritten(entries, url, 'insteadof'),
    rewritten(entries, push ?? url, push === undefined ? 'pushinsteadof' : 'insteadof'),
  ];
}

/** The longest match wins, as in git. */
function rewritten(
  entries: TransportConfig['entries'],
  url: string,
  by: 'insteadof' | 'pushinsteadof',
): string {
  const [best] = entries
    .filter(([key, start]) => key.startsWith('url.') && key.endsWith(`.${by}`) && url.startsWith(start))
    .sort(([, a], [, b]) => b.length - a.length);
  if (best !== undefined) return best[0].slice('url.'.length, -by.length - 1) + url.slice(best[1].length);
  return by === 'pushinsteadof' ? rewritten(entries, url, 'insteadof') : url;
}
