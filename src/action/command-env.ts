import { exitCodes, UserError } from '../model/errors.ts';
import type { Inputs } from './read-inputs.ts';
import type { Runner } from './runner.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables of the command: those of the step without its inputs, and the inputs that are variables. */
export function commandEnv({ env, stdout }: Pick<Runner, 'env' | 'stdout'>, inputs: Inputs): Variables {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('INPUT_')));
  const token = inputs.text('token');
  return {
    ...own,
    ...named('EDGEWRIGHT_API_URL', inputs.text('api-url')),
    ...named('EDGEWRIGHT_API_TOKEN', inputs.text('api-token')),
    ...named('EDGEWRIGHT_PLAN_KEY', inputs.text('plan-key')),
    ...(token === undefined ? {} : { GITHUB_TOKEN: token, ...gitAccess(env, token, stdout) }),
  };
}

function named(name: string, value: string | undefined): Variables {
  return value === undefined ? {} : { [name]: value };
}

/**
 * Lets git reach the repository with the token of the job, for the branch of the ledger, without the token in a file:
 * `actions/checkout` has `persist-credentials: false`. The empty value drops a header that a checkout has left.
 */
function gitAccess(env: Variables, token: string, stdout: Runner['stdout']): Variables {
  const { GITHUB_SERVER_URL: server = 'https://github.com', GIT_CONFIG_COUNT: before = '0' } = env;
  const header = Buffer.from(`x-access-token:${token}`).toString('base64');
  stdout(`::add-mask::${header}\n`);
  const first = Number(before);
  const key = `http.${server}/.extraheader`;
  return {
    GIT_CONFIG_COUNT: String(first + 2),
    [`GIT_CONFIG_KEY_${first}`]: key,
    [`GIT_CONFIG_VALUE_${first}`]: '',
    [`GIT_CONFIG_KEY_${first + 1}`]: key,
    [`GIT_CONFIG_VALUE_${first + 1}`]: `AUTHORIZATION: basic ${header}`,
  };
}

/**
 * A secret that is not set is an empty variable; a request without a credential could read a different account. Only
 * the command knows which environments a run without the input `environment` has: it refuses those without a credential.
 */
export function refuseEmptyToken(env: Variables, inputs: Inputs): void {
  const needsApi = inputs.mode !== 'lint' && inputs.mode !== 'comment';
  if (!needsApi || (inputs.mode === 'plan' && inputs.text('snapshot') !== undefined)) return;
  const isGiven = (name: string): boolean => (env[name] ?? '').trim() !== '';
  if (['EDGEWRIGHT_API_TOKEN', 'EDGEWRIGHT_API_TOKEN_FILE', 'EDGEWRIGHT_PROFILE'].some(isGiven)) return;
  const environments = inputs.lines('environment').map((name) => name.toUpperCase().replaceAll('-', '_'));
  if (environments.length === 0) {
    if (Object.keys(env).some((name) => name.startsWith('EDGEWRIGHT_API_TOKEN_') && isGiven(name))) return;
  } else if (environments.every((name) => isGiven(`EDGEWRIGHT_API_TOKEN_${name}`))) return;
  throw new UserError(exitCodes.credential, 'EDGEWRIGHT_API_TOKEN is empty, so nothing was sent', {
    help: 'set the secret in the environment of this job; pull requests of forks and of Dependabot get no secret, and are planned from a snapshot',
  });
}
