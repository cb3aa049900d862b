import type { CiSetting } from './ci-setting.ts';
import { ownAction, pinned } from './pinned.ts';

/** The lines of a block after its first one, moved to the column where the block is put into a file. */
export function indented(column: number, block: string): string {
  return block.trimEnd().replaceAll('\n', `\n${' '.repeat(column)}`);
}

/** Checks the repository out without leaving a token in its configuration. */
export function checkout({ depth, from }: { readonly depth?: number; readonly from?: string } = {}): string {
  const history = depth === undefined ? '' : `fetch-depth: ${depth}, `;
  return `- uses: ${pinned('actions/checkout', from)}\n  with: { ${history}persist-credentials: false }`;
}

/** Name and value, in the order of the file. */
export type StepVariables = readonly (readonly [name: string, value: string])[];

export interface OwnStep {
  readonly id?: string;
  readonly if?: string;
  readonly inputs: StepVariables;
  readonly env?: StepVariables;
  /** The server of the action, where the forge is not GitHub. */
  readonly from?: string;
}

/** A step that runs our action. */
export function ownStep(
  { folder }: CiSetting,
  { id, if: condition, inputs, env = [], from }: OwnStep,
): string {
  const [mode, ...others] = inputs;
  const place = folder === '' ? [] : [['workspace', folder] as const];
  const all = [...(mode === undefined ? [] : [mode]), ...place, ...others];
  return [
    `- uses: ${ownAction(from)}`,
    ...(id === undefined ? [] : [`  id: ${id}`]),
    ...(condition === undefined ? [] : [`  if: ${condition}`]),
    '  with:',
    ...all.map(([name, value]) => `    ${name}: ${value}`),
    ...(env.length === 0 ? [] : ['  env:', ...env.map(([name, value]) => `    ${name}: ${value}`)]),
  ].join('\n');
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

/** For a job that only reads. */
export const readingEnv: StepVariables = [url, secret('EDGEWRIGHT_API_TOKEN')];

/** For the job that takes the snapshot: signed where edgewright.yaml has a `snapshot_key`. */
export const snapshotEnv: StepVariables = [...readingEnv, secret('EDGEWRIGHT_SNAPSHOT_KEY')];

/** For a job that makes a plan to be applied, so that it is signed. */
export const savingEnv: StepVariables = [...readingEnv, secret('EDGEWRIGHT_PLAN_KEY')];

/** For the job that applies: the secrets of the files, too. */
export function applyingEnv({ secrets }: CiSetting): StepVariables {
  return [...savingEnv, ...secrets.map((name) => secret(`EDGEWRIGHT_SECRET_${name}`))];
}
