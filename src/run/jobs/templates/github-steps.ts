import { secretsOf, type CiSetting } from '../ci-setting.ts';
import { ownAction } from '../package-source.ts';

/** An action with the commit that its tag had when it was read: a tag can be moved, a commit cannot. */
const actions = {
  'actions/checkout': { tag: 'v7.0.1', commit: '3d3c42e5aac5ba805825da76410c181273ba90b1' },
  'actions/upload-artifact': { tag: 'v7.0.0', commit: 'bbbca2ddaa5d8feaa63e36b76fdaad77386f024f' },
  'actions/download-artifact': { tag: 'v8.0.1', commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c' },
} as const;

/** Checks the repository out without leaving a token in its configuration. */
export function checkout({
  depth,
  from,
}: { readonly depth?: number; readonly from?: string | undefined } = {}): string {
  const history = depth === undefined ? '' : `fetch-depth: ${depth}, `;
  return asStep([
    `- uses: ${pinned('actions/checkout', from)}`,
    `  with: { ${history}persist-credentials: false }`,
  ]);
}

/** Name and value, in the order of the file. */
type StepVariables = readonly (readonly [name: string, value: string])[];

interface StepFacts {
  readonly id?: string;
  readonly if?: string;
  readonly env?: StepVariables;
  /** The server of the actions of others, where the forge is not GitHub. */
  readonly from?: string | undefined;
}

/** A step that runs our action with these inputs, in the order of the file. */
export function ownStep(
  { folder, source }: CiSetting,
  { mode, ...others }: Readonly<Record<string, string>>,
  { id, if: condition, env = [], from }: StepFacts = {},
): string {
  const inputs = { mode, ...(folder === '' ? {} : { workspace: folder }), ...others };
  return asStep([
    `- uses: ${ownAction(source, from === undefined ? 'github' : 'gitea')}`,
    ...(id === undefined ? [] : [`  id: ${id}`]),
    ...(condition === undefined ? [] : [`  if: ${condition}`]),
    '  with:',
    ...Object.entries(inputs).map(([name, value]) => `    ${name}: ${value}`),
    ...(env.length === 0 ? [] : ['  env:', ...env.map(([name, value]) => `    ${name}: ${value}`)]),
  ]);
}

/** The steps of the job that reads the files alone. */
export function checkSteps(setting: CiSetting, base: string | undefined, from?: string): string {
  return [
    ownStep(setting, { mode: 'lint', ...(base && { base }) }, { from }),
    ...(setting.hasTests ? [ownStep(setting, { mode: 'test' }, { from })] : []),
  ].join('\n      ');
}

/** For `pass-on` of an apply: the other environments are applied all the same, and the drift job reports it. */
export const keptDrift = '2 # drift, which is kept';

/** The right of a job that applies on the contents of the repository. */
export function ledgerAccess({ store }: CiSetting): string {
  return store === 'postgres' ? 'read # the files' : 'write # the branch of the ledger';
}

/** Uploads a file of the job, for so many days. */
export function upload(name: string, path: string, days: number, ...conditions: readonly string[]): string {
  return asStep([
    `- uses: ${pinned('actions/upload-artifact')}`,
    ...conditions.map((condition) => `  if: ${condition}`),
    '  with:',
    `    name: ${name}`,
    `    path: ${path}`,
    `    retention-days: ${days}`,
  ]);
}

/** Steps are put into a file at column 6. */
function asStep(lines: readonly string[]): string {
  return lines.join('\n      ');
}

/** The value of an expression of GitHub. */
export function expression(text: string): string {
  return `\${{ ${text} }}`;
}

const url = ['EDGEWRIGHT_API_URL', expression('vars.EDGEWRIGHT_API_URL')] as const;

/** Each variable is the secret of its name in the environment of the job. */
function secret(name: string): readonly [string, string] {
  return [name, expression(`secrets.${name}`)];
}

/** Empty unless the service asks for headers, such as its version. */
const headers = ['EDGEWRIGHT_API_HEADERS', expression('vars.EDGEWRIGHT_API_HEADERS')] as const;

/** The names of the secrets of a job. */
export interface JobSecrets {
  /** That of the token of the API; default: that of the variable. */
  readonly token?: string;
  /** That of the address of the ledger's database; default: that of the variable. */
  readonly database?: string;
  /** The environment of a job of one alone. */
  readonly environment?: string;
}

/** For a job that only reads: the API, the secret that has its token, and the ledger where git does not reach it. */
function readingEnv(
  { store }: CiSetting,
  { token = 'EDGEWRIGHT_API_TOKEN', database = 'EDGEWRIGHT_POSTGRES_URL' }: JobSecrets = {},
): StepVariables {
  return [
    url,
    headers,
    ['EDGEWRIGHT_API_TOKEN', expression(`secrets.${token}`)],
    ...(store === 'postgres'
      ? [['EDGEWRIGHT_POSTGRES_URL', expression(`secrets.${database}`)] as const]
      : []),
  ];
}

/** For a job that plans: with the key, values of secrets are compared with those that were sent. */
export function planningEnv(setting: CiSetting, secrets?: JobSecrets): StepVariables {
  return [...readingEnv(setting, secrets), secret('EDGEWRIGHT_FINGERPRINT_KEY')];
}

/** For a job that looks for drift: the webhooks that are told of it, too. */
export function driftEnv(setting: CiSetting): StepVariables {
  return [...planningEnv(setting), ...fileSecrets(setting.webhooks)];
}

/** For the step that sends tests: the secrets that they may name, and where the ledger and the hosts of edges are. */
function sendingEnv(setting: CiSetting, secrets: JobSecrets = {}): StepVariables {
  const { environment } = secrets;
  const names =
    environment === undefined ? setting.secrets.map(({ name }) => name) : secretsOf(setting, environment);
  return [...readingEnv(setting, secrets), ...fileSecrets(names)];
}

/** How long a test that fails is sent again after an apply, in seconds. */
export const sendWait = 120;

/** The step after an apply that sends the tests of its environment: a failure tells, and undoes nothing. */
export function sendStep(
  setting: CiSetting,
  environment: string,
  { from, ...secrets }: JobSecrets & Pick<StepFacts, 'from'> = {},
): string {
  if (!setting.sendsTests) return '';
  const inputs = { mode: 'test', environment, send: "'true'", wait: `'${sendWait}'` };
  const facts = { if: "steps.apply.outputs.changes == 'true'", env: sendingEnv(setting, secrets), from };
  return `\n      # A failure tells, and undoes nothing.\n      ${ownStep(setting, inputs, facts)}`;
}

/** For the job that takes the snapshot: signed where edgewright.yaml has a `snapshot_key`. */
export function snapshotEnv(setting: CiSetting): StepVariables {
  return [...readingEnv(setting), secret('EDGEWRIGHT_SNAPSHOT_KEY')];
}

/** For a job that makes a plan to be applied, so that it is signed. */
export function savingEnv(setting: CiSetting, secrets?: JobSecrets): StepVariables {
  return [...planningEnv(setting, secrets), secret('EDGEWRIGHT_PLAN_KEY')];
}

/** For the job that applies: the secrets of the files, too. A job of all environments has those of each. */
export function applyingEnv(setting: CiSetting, secrets: JobSecrets = {}): StepVariables {
  const { environment } = secrets;
  const names =
    environment === undefined ? setting.secrets.map(({ name }) => name) : secretsOf(setting, environment);
  return [...savingEnv(setting, secrets), ...fileSecrets(names)];
}

/** The secrets of edgewright.yaml. */
function fileSecrets(names: readonly string[]): StepVariables {
  return names.map((name) => secret(`EDGEWRIGHT_SECRET_${name}`));
}

/** The value of `uses:` for an action of a third party; `from` is the server where a forge has no default one. */
export function pinned(name: keyof typeof actions, from = ''): string {
  const { tag, commit } = actions[name];
  return `${from}${name}@${commit} # ${tag}`;
}
