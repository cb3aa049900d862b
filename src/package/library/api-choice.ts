import { exitCodes } from '../../model/errors.ts';
import type { ApiOptions } from '../../run/cli/options.ts';
import { EdgewrightError } from './library-errors.ts';
import type { EnvVariables } from './library-io.ts';
import type { ApiAddress, PlanningOptions } from './library-options.ts';

/** The variables and options that choose this API, as the command line reads them. */
export function apiChoice(
  env: EnvVariables,
  api: PlanningOptions['api'],
): { readonly env: EnvVariables; readonly flags: ApiOptions } {
  const quiet = { quiet: true };
  if (api === undefined) return { env, flags: quiet };
  if (api === 'local') return { env, flags: { ...quiet, local: true } };
  if ('profile' in api) return { env, flags: { ...quiet, profile: api.profile } };
  return { env: { ...withoutApi(env), ...variablesOf(api) }, flags: quiet };
}

/** A credential of the environment never goes to another address. */
function withoutApi(env: EnvVariables): EnvVariables {
  const isOfApi = (name: string): boolean => /^EDGEWRIGHT_(?:API_|PROFILE$)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOfApi(name)));
}

function variablesOf({ url, token, scheme, headers = {} }: ApiAddress): EnvVariables {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (lines.some((line) => /[\r\n]/.test(line)))
    throw new EdgewrightError('a header of `api` has a line break', { exitCode: exitCodes.usage });
  return {
    EDGEWRIGHT_API_URL: url,
    EDGEWRIGHT_API_TOKEN: token,
    EDGEWRIGHT_API_SCHEME: scheme,
    EDGEWRIGHT_API_HEADERS: lines.join('\n'),
  };
}
