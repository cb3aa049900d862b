import { ownAction, type PackageSource } from '../source.ts';

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
export type StepVariables = readonly (readonly [name: string, value: string])[];

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

/** The API, and the secret that has its token. */
export function apiEnv(token: string): StepVariables {
  return [url, headers, ['EDGEWRIGHT_API_TOKEN', expression(`secrets.${token}`)]];
}

/** For a job that only reads. */
export const readingEnv: StepVariables = apiEnv('EDGEWRIGHT_API_TOKEN');

/** For the job that takes the snapshot: signed where edgewright.yaml has a `snapshot_key`. */
export const snapshotEnv: StepVariables = [...readingEnv, secret('EDGEWRIGHT_SNAPSHOT_KEY')];

/** For a job that makes a plan to be applied, so that it is signed. */
export const savingEnv: StepVariables = [...readingEnv, secret('EDGEWRIGHT_PLAN_KEY')];

/** For the job that applies: the secrets of the files, too. */
export function applyingEnv({ secrets }: CiSetting, token = 'EDGEWRIGHT_API_TOKEN'): StepVariables {
  const names = ['EDGEWRIGHT_PLAN_KEY', ...secrets.map((name) => `EDGEWRIGHT_SECRET_${name}`)];
  return [...apiEnv(token), ...names.map(secret)];
}

/** The value of `uses:` for an action of a third party; `from` is the server where a forge has no default one. */
export function pinned(name: keyof typeof actions, from = ''): string {
  const { tag, commit } = actions[name];
  return `${from}${name}@${commit} # ${tag}`;
}

/** The facts of a workspace that its CI files depend on. */
export interface CiSetting {
  /** Sorted; at least one. */
  readonly environments: readonly string[];
  /** Names of `secrets:` in edgewright.yaml. */
  readonly secrets: readonly string[];
  /** The workspace's folder in its repository, with `/`; empty for the top. */
  readonly folder: string;
  /** The branch that is applied. */
  readonly branch: string;
  /** Whether apply waits until a person has approved the plan. */
  readonly isReviewed: boolean;
  /** Undefined if none is given and this build is not a release. */
  readonly source: PackageSource | undefined;
}
