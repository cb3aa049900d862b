import path from 'node:path';
import { UserError, usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { type ProxySettings } from '../../../remote/http/proxy-settings.ts';
import { proxyOf } from './proxy.ts';
import { Secret } from '../../../model/secret.ts';
import { readNamedFile } from '../../cli/files/named-file.ts';
import { thereAre } from '../../../text/words/existing-names.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { parseBaseUrl } from '../../../remote/http/base-url.ts';
import { given } from '../../cli/given-variable.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

/** The URL and credentials of the API. Never read from the repository. */
export interface ApiConfig {
  readonly baseUrl: string;
  readonly token: Secret | undefined;
  /** The variable or file that the token comes from. */
  readonly tokenFrom: string | undefined;
  /** The scheme before the token in `Authorization`. */
  readonly scheme: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: requests go directly to the API. */
  readonly proxy: ProxySettings | undefined;
  /** The source of the URL, for `doctor`. */
  readonly from: string;
}

/**
 * Reads the configuration from a profile (`--profile`, else EDGEWRIGHT_PROFILE) if there is one, else from the
 * environment: the URL from EDGEWRIGHT_API_URL; the token from the first of EDGEWRIGHT_API_TOKEN_<ENV>,
 * EDGEWRIGHT_API_TOKEN and the file named by EDGEWRIGHT_API_TOKEN_FILE. Scheme and headers come from the profile, else
 * from EDGEWRIGHT_API_SCHEME and EDGEWRIGHT_API_HEADERS.
 */
export function apiConfig(io: Io, environment: string, profileName: string | undefined): ApiConfig {
  const name = profileName ?? given(io, 'EDGEWRIGHT_PROFILE');
  const profile = name === undefined || name === '' ? undefined : readProfile(io, name);
  const baseUrl = profile?.url ?? given(io, 'EDGEWRIGHT_API_URL');
  if (baseUrl === undefined || baseUrl === '') {
    throw usageError(
      'EDGEWRIGHT_API_URL is not set',
      'set it to the base address of the API, name a --profile, or use --local for the built-in mock API',
    );
  }
  const from =
    profile?.url === undefined ? 'EDGEWRIGHT_API_URL' : `the \`url\` of the profile \`${name ?? ''}\``;
  parseBaseUrl(baseUrl, from);
  const { token, from: tokenFrom } = tokenOf(io, environment, profile) ?? {};
  const headers = { ...headersOf(io), ...profile?.headers };
  for (const value of [token?.reveal(), ...Object.values(headers).filter(isRandom)])
    if (value !== undefined) io.secrets?.learn(value);
  return {
    baseUrl,
    token,
    tokenFrom,
    scheme: profile?.scheme ?? given(io, 'EDGEWRIGHT_API_SCHEME') ?? 'Bearer',
    headers,
    proxy: proxyOf(io),
    from: profile === undefined ? 'EDGEWRIGHT_API_URL' : `profile ${name ?? ''}`,
  };
}

/** Whether a header value may be a credential; versions and media types are not. */
function isRandom(value: string): boolean {
  return value.length >= 16 && !/[\s/;]/.test(value);
}

interface Profile {
  readonly url?: string;
  readonly token_file?: string;
  readonly scheme?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function tokenOf(
  io: Io,
  environment: string,
  profile: Profile | undefined,
): { readonly token: Secret; readonly from: string } | undefined {
  const ofEnvironment = `EDGEWRIGHT_API_TOKEN_${environment.toUpperCase().replaceAll('-', '_')}`;
  for (const from of [ofEnvironment, 'EDGEWRIGHT_API_TOKEN']) {
    const direct = given(io, from);
    if (direct !== undefined) return { token: new Secret(direct), from };
  }
  const file = profile?.token_file ?? given(io, 'EDGEWRIGHT_API_TOKEN_FILE');
  if (file === undefined || file === '') return undefined;
  const token = readNamedFile(io, file, { what: `the token file \`${file}\`` }).trim();
  if (token === '') throw new UserError(exitCodes.credential, `the token file \`${file}\` is empty`);
  return { token: new Secret(token), from: `the file \`${file}\`` };
}

/** EDGEWRIGHT_API_HEADERS: one header on each line, `Name: value`. */
function headersOf(io: Io): Readonly<Record<string, string>> {
  const lines = (given(io, 'EDGEWRIGHT_API_HEADERS') ?? '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line, index) => {
      const colon = line.indexOf(':');
      if (colon > 0) return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      // The message does not repeat the line, which may be a credential.
      throw usageError(`line ${index + 1} of EDGEWRIGHT_API_HEADERS has no \`Name: value\``);
    }),
  );
}

/** `profiles.json` in the user's own config folder: `{"<name>": {"url", "token_file", "scheme", "headers"}}`. */
function readProfile(io: Io, name: string): Profile {
  const file = profilesFile(io);
  if (file === undefined) throw usageError('there is no home folder to read profiles.json from');
  const text = readNamedFile(io, file, { what: 'profiles.json', help: profilesHelp });
  let profiles: unknown;
  try {
    profiles = JSON.parse(text);
  } catch (error) {
    throw new UserError(exitCodes.usage, 'profiles.json is not JSON', { help: profilesHelp, cause: error });
  }
  const profile = isJsonMap(profiles) ? profiles[name] : undefined;
  if (profile === undefined) {
    const known = isJsonMap(profiles) ? Object.keys(profiles).sort() : [];
    throw usageError(`profiles.json has no profile \`${name}\``, thereAre(known));
  }
  if (isProfile(profile)) return profile;
  throw usageError(
    `the profile \`${name}\` in profiles.json is not well-formed`,
    'a profile is {"url", "token_file", "scheme", "headers"}: three strings and a map of strings, all optional',
  );
}

const profilesHelp = 'it lies in the folder `edgewright` of $XDG_CONFIG_HOME, else of ~/.config';

export function profilesFile(io: Io): string | undefined {
  const home = given(io, 'HOME');
  const base =
    given(io, 'XDG_CONFIG_HOME') ??
    given(io, 'APPDATA') ??
    (home === undefined ? undefined : path.join(home, '.config'));
  return base === undefined ? undefined : path.join(base, 'edgewright', 'profiles.json');
}

function isProfile(value: unknown): value is Profile {
  if (!isJsonMap(value)) return false;
  const { url, token_file, scheme, headers, ...rest } = value;
  const texts = [url, token_file, scheme].every((text) => text === undefined || typeof text === 'string');
  const pairs =
    headers === undefined ||
    (isJsonMap(headers) && Object.values(headers).every((text) => typeof text === 'string'));
  return texts && pairs && Object.keys(rest).length === 0;
}
