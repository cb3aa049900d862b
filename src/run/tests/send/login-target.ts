/** Where a login sends the client: the hosts of providers, and the marks of a login in a URL. */

const hosts: Readonly<Record<string, readonly string[]>> = {
  amazon: ['www.amazon.com', 'amazon.com', 'api.amazon.com'],
  facebook: ['www.facebook.com', 'facebook.com'],
  github: ['github.com'],
  gitlab: ['gitlab.com'],
  google: ['accounts.google.com'],
  linkedin: ['www.linkedin.com', 'linkedin.com'],
  microsoft: ['login.microsoftonline.com', 'login.live.com'],
  twitch: ['id.twitch.tv'],
};

/** The parameters of requests for a login: of OAuth 2 and OpenID Connect, and of SAML. */
const marks: readonly (readonly string[])[] = [['client_id', 'response_type'], ['SAMLRequest']];

export interface LoginTarget {
  readonly host: string;
  /** The module or action that the test, or the files, name. */
  readonly by: string;
  readonly providers: readonly string[];
}

/**
 * The login to which a redirect leads; undefined for any other redirect. `asked`: the providers, issuers, modules and
 * actions that may ask for one.
 */
export function loginBehind(target: URL, from: string, asked: readonly string[]): LoginTarget | undefined {
  const known = Object.keys(hosts).filter((name) => hosts[name]?.includes(target.hostname));
  const issuers = asked.filter((name) => hostOf(name) === target.hostname);
  const isMarked = marks.some((names) => names.every((name) => target.searchParams.has(name)));
  const isOwn = target.hostname === hostOf(from);
  if (known.length === 0 && issuers.length === 0 && !(isMarked && !isOwn)) return undefined;
  // Some services send the client to a page of their own first, which knows the provider.
  const named = target.searchParams.get('provider') ?? target.searchParams.get('connection');
  const provider = asked.find((name) => name === named);
  const providers = [...known, ...issuers, ...(provider === undefined ? [] : [provider])];
  // Any login may be that of a module or an action, which is not a provider.
  const by = asked.find((name) => hosts[name] === undefined && hostOf(name) === undefined) ?? 'login';
  return { host: target.host, by, providers: providers.length === 0 ? [target.host] : providers };
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
