import { exitCodes } from '../../model/exit-codes.ts';
import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';
import { cleanDocument } from '../../report/text/json.ts';
import { EdgewrightError, type EnvVariables, libraryCall, loadedOf } from './open-loaded.ts';
import type { LoadedWorkspace, PlanningOptions, ApiAddress } from './library-options.ts';
import type { PlanOutput } from './plan-json.gen.ts';
import type { ApiOptions } from '../../run/cli/options.ts';

/**
 * Plans environments; reads the API and writes nothing to it. The result is the document of
 * `edgewright plan --format json`; its `refusals` say why apply would refuse. Throws `EdgewrightLintError` if the files
 * have errors.
 */
export async function planLoaded(
  workspace: LoadedWorkspace,
  options: PlanningOptions = {},
): Promise<PlanOutput> {
  const { environments, api, base: ref, ...given } = options;
  const loaded = loadedOf(workspace);
  const head = loaded.workspace;
  if (api !== undefined && given.snapshot !== undefined)
    throw new EdgewrightError('`snapshot` and `api` cannot be used together', {
      exitCode: exitCodes.usage,
      help: 'a snapshot replaces the API and the ledger',
    });
  const { env, flags } = apiChoice(loaded.env, api);
  return libraryCall({ ...loaded, env }, async (io) => {
    const [{ planEnvironments }, { boundPlan }, { madeBy }, { planDocument }, { accessOf }] =
      await Promise.all([
        import('../../run/plan/plan-environments.ts'),
        import('../../run/plan/bound-plan.ts'),
        import('../../run/plan/made-by.ts'),
        import('../../report/plan/json/plan-json.ts'),
        import('../../run/session/run.ts'),
      ]);
    const chosen = chooseEnvironments(head, environments);
    const base =
      ref === undefined
        ? undefined
        : await (await import('../../run/plan/base/plan-base.ts')).openBase(io, head.root, ref);
    const access = accessOf({ ...given, ...flags, workspace: head.root });
    const run = { io, workspace: { ...head, read: () => head }, ...access };
    const all = await planEnvironments(run, { environments: chosen, base }, given);
    return cleanDocument(planDocument(all.map(boundPlan), await madeBy(io, all)), io.secrets) as PlanOutput;
  });
}

/** The variables and options that choose this API, as the command line reads them. */
function apiChoice(
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
