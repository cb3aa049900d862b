/**
 * The part of a git configuration by which a remote is reached: URLs, credentials, HTTP and SSH. Everything else (hooks,
 * aliases, monitors, signing, push defaults) is left out, since it could start programs or change what is pushed.
 */
export interface TransportConfig {
  /** Key and value, in git's order: some keys are lists, and an empty value empties the list before it. */
  readonly entries: readonly (readonly [string, string])[];
  /** `safe.directory` of the user and the system, for a remote that is a folder of another user. */
  readonly safeFolders: readonly string[];
  readonly objectFormat: 'sha1' | 'sha256';
}

const always =
  /^(?:credential\.|http\.|url\.|core\.(?:sshcommand|gitproxy|askpass)$|ssh\.variant$|protocol\.version$)/;
const ofRemote = ['url', 'pushurl', 'proxy', 'proxyauthmethod', 'serveroption'];

/** Reads the output of `git config --list --show-scope -z`. */
export function transportConfig(list: string, remote: string): TransportConfig {
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

/** `<scope>\0<key>\n<value>\0`; without the line feed and the value for a key that stands alone, which means true. */
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

/** The URLs of a remote, as `insteadOf` rewrites them: to fetch from, and to push to. None if git has no such remote. */
export function remoteUrls({ entries }: TransportConfig, remote: string): readonly string[] {
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
