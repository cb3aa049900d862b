import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../model/errors.ts';
import type { Io } from '../model/io.ts';
import { diskWords } from './disk-failure.ts';
import { Secret } from '../model/secret.ts';

/** Where the API is and how to be let in. Never read from the repository (DESIGN 2). */
export interface ApiConfig {
  readonly baseUrl: string;
  readonly token: Secret | undefined;
  /** The word before the token in `Authorization`. */
  readonly scheme: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the address came from, for `doctor`. */
  readonly from: string;
}

/**
 * A profile (`--profile`, else EDGEWRIGHT_PROFILE) if one is named, else the environment: EDGEWRIGHT_API_URL, and the
 * token from EDGEWRIGHT_API_TOKEN_<ENV>, EDGEWRIGHT_API_TOKEN or the file EDGEWRIGHT_API_TOKEN_FILE names, the first wins.
 */
export function apiConfig(io: Io, environment: string, profileName: string | undefined): ApiConfig {
  const name = profileName ?? io.env['EDGEWRIGHT_PROFILE'];
  const profile = name === undefined || name === '' ? undefined : readProfile(io, name);
  const baseUrl = profile?.url ?? io.env['EDGEWRIGHT_API_URL'];
  if (baseUrl === undefined || baseUrl === '') {
    throw new UserError(exitCodes.usage, 'EDGEWRIGHT_API_URL is not set', {
      help: 'set it to the base address of the API, name a --profile, or use --local for the embedded API',
    });
  }
  const token = tokenOf(io, environment, profile);
  const headers = profile?.headers ?? {};
  for (const value of [token?.reveal(), ...Object.values(headers).filter(isRandom)])
    if (value !== undefined) io.secrets?.learn(value);
  return {
    baseUrl,
    token,
    scheme: profile?.scheme ?? 'Bearer',
    headers,
    from: profile === undefined ? 'EDGEWRIGHT_API_URL' : `profile ${name ?? ''}`,
  };
}

/** A version or a media type is no secret. */
function isRandom(value: string): boolean {
  return value.length >= 16 && !/[\s/;]/.test(value);
}

interface Profile {
  readonly url?: string;
  readonly token_file?: string;
  readonly scheme?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function tokenOf(io: Io, environment: string, profile: Profile | undefined): Secret | undefined {
  const ofEnvironment = `EDGEWRIGHT_API_TOKEN_${environment.toUpperCase().replaceAll('-', '_')}`;
  const direct = io.env[ofEnvironment] ?? io.env['EDGEWRIGHT_API_TOKEN'];
  if (direct !== undefined && direct !== '') return new Secret(direct);
  const file = profile?.token_file ?? io.env['EDGEWRIGHT_API_TOKEN_FILE'];
  if (file === undefined || file === '') return undefined;
  const token = readText(path.resolve(io.cwd, file), `the token file \`${file}\``).trim();
  if (token === '') throw new UserError(exitCodes.credential, `the token file \`${file}\` is empty`);
  return new Secret(token);
}

/** `profiles.json` in the user's own config folder: `{"<name>": {"url", "token_file", "scheme", "headers"}}`. */
function readProfile(io: Io, name: string): Profile {
  const file = profilesFile(io);
  if (file === undefined)
    throw new UserError(exitCodes.usage, 'there is no home folder to read profiles.json from');
  const text = readText(file, 'profiles.json', profilesHelp);
  let profiles: unknown;
  try {
    profiles = JSON.parse(text);
  } catch (error) {
    throw new UserError(exitCodes.usage, 'profiles.json is not JSON', { help: profilesHelp, cause: error });
  }
  const profile = isRecord(profiles) ? profiles[name] : undefined;
  if (profile === undefined) {
    const known = isRecord(profiles) ? Object.keys(profiles).sort().join(', ') : '';
    throw new UserError(exitCodes.usage, `profiles.json has no profile \`${name}\``, {
      help: `there are: ${known || 'none'}`,
    });
  }
  if (isProfile(profile)) return profile;
  throw new UserError(exitCodes.usage, `the profile \`${name}\` in profiles.json is not well-formed`, {
    help: 'a profile is {"url", "token_file", "scheme", "headers"}: three texts and a map of texts, each may be left out',
  });
}

const profilesHelp = 'it lies in the folder `edgewright` of $XDG_CONFIG_HOME, else of ~/.config';

export function profilesFile({ env }: Io): string | undefined {
  // A variable that is set to nothing is not set.
  const given = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const home = given('HOME');
  const base =
    given('XDG_CONFIG_HOME') ??
    given('APPDATA') ??
    (home === undefined ? undefined : path.join(home, '.config'));
  return base === undefined ? undefined : path.join(base, 'edgewright', 'profiles.json');
}

function readText(file: string, what: string, help?: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(exitCodes.usage, `${what} cannot be read: ${diskWords(error)}`, {
      cause: error,
      ...(help === undefined ? {} : { help }),
    });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isProfile(value: unknown): value is Profile {
  if (!isRecord(value)) return false;
  const { url, token_file, scheme, headers, ...rest } = value;
  const texts = [url, token_file, scheme].every((text) => text === undefined || typeof text === 'string');
  const pairs =
    headers === undefined ||
    (isRecord(headers) && Object.values(headers).every((text) => typeof text === 'string'));
  return texts && pairs && Object.keys(rest).length === 0;
}
