/** The inputs and outputs of action.yml. The file itself and the table of docs/ci-github.md are compared with these. */
export const modes = ['lint', 'test', 'plan', 'comment', 'apply', 'drift', 'snapshot'] as const;

export type Mode = (typeof modes)[number];

interface Input {
  /** A noun phrase. */
  readonly doc: string;
  /** The modes that take it. */
  readonly modes: readonly Mode[];
  readonly type: 'text' | 'lines' | 'flag';
  readonly default?: string;
}

const reading: readonly Mode[] = ['plan', 'drift', 'snapshot', 'apply'];
const reported: readonly Mode[] = ['lint', 'test', 'plan', 'apply', 'drift'];
const planned: readonly Mode[] = ['plan', 'comment'];

export const inputs = {
  mode: { doc: `the job to do: ${modes.join(', ')}`, modes, type: 'text' },
  environment: {
    doc: 'environments, one a line; of a saved plan its own (default: all)',
    modes: ['lint', 'test', ...reading],
    type: 'lines',
  },
  workspace: {
    doc: 'folder of edgewright.yaml, from the working directory; for comment, from the top of the repository',
    modes,
    type: 'text',
  },
  'working-directory': { doc: 'folder that all other paths start from', modes, type: 'text' },
  base: {
    doc: 'commit that the pull request targets, such as `HEAD^1` after a checkout with `fetch-depth: 2`',
    modes: ['lint', 'plan'],
    type: 'text',
  },
  snapshot: {
    doc: 'file of the snapshot: read instead of the API by plan, written by snapshot',
    modes: ['plan', 'snapshot'],
    type: 'text',
  },
  plan: {
    doc: 'file of a plan: its JSON for comment, a saved one for apply',
    modes: ['comment', 'apply'],
    type: 'text',
  },
  rollback: { doc: 'number or id of the run to undo, instead of an apply', modes: ['apply'], type: 'text' },
  'allow-deletes': { doc: 'how many objects this apply may delete', modes: ['apply'], type: 'text' },
  'allow-changed-percent': {
    doc: 'how much of what exists this apply may change, in percent',
    modes: ['apply'],
    type: 'text',
  },
  'allow-exposure': {
    doc: 'resource addresses that this apply may make less protected, separated by spaces or lines',
    modes: ['apply'],
    type: 'lines',
  },
  save: { doc: 'file to save the plan in, for a later apply', modes: ['plan'], type: 'text' },
  formats: {
    doc: 'more formats of the result, `format=file`, one a line',
    modes: reported,
    type: 'lines',
  },
  'fail-on': {
    doc: 'more reasons to fail, one a line: `unattributed` (of a plan), `blocked`, `tests`',
    modes: ['plan', 'apply'],
    type: 'lines',
  },
  'pass-on': {
    doc: 'exit codes that warn instead of failing the step, such as `2` (drift)',
    modes: reported,
    type: 'text',
  },
  'sole-runner': {
    doc: '`true`: take over the lock of an earlier job; only where a concurrency group runs one at a time',
    modes: ['apply'],
    type: 'flag',
  },
  send: {
    doc: '`true`: send the requests to what is deployed; never in a job of a pull request',
    modes: ['test'],
    type: 'flag',
  },
  wait: {
    doc: 'seconds after an apply in which a test that fails is sent again',
    modes: ['test'],
    type: 'text',
  },
  'send-tests': {
    doc: '`true`: send the tests of requests, too, and report those that fail',
    modes: ['drift'],
    type: 'flag',
  },
  comment: { doc: '`true`: comment the plan on the pull request', modes: ['plan'], type: 'flag' },
  label: { doc: 'name that tells this comment from others of the same plan', modes: planned, type: 'text' },
  status: { doc: '`true`: show the verdict beside the commit', modes: planned, type: 'flag' },
  required: {
    doc: '`true`: fail if the comment cannot be written (default: a warning)',
    modes: planned,
    type: 'flag',
  },
  'page-url': {
    doc: 'address of the HTML page of the plan, which the comment links to',
    modes: planned,
    type: 'text',
  },
  issue: {
    doc: '`true`: keep one issue for each environment while something is drifted',
    modes: ['drift'],
    type: 'flag',
  },
  summary: {
    doc: '`false`: nothing in the summary of the job',
    modes: reported,
    type: 'flag',
    default: 'true',
  },
  'secrets-dir': {
    doc: 'folder with a file for each secret',
    modes: ['test', 'plan', 'apply', 'drift'],
    type: 'text',
  },
  'api-url': {
    doc: 'URL of the API (default: the variable EDGEWRIGHT_API_URL)',
    modes: reading,
    type: 'text',
  },
  'api-token': {
    doc: 'credential of the API (default: the variable EDGEWRIGHT_API_TOKEN)',
    modes: reading,
    type: 'text',
  },
  'plan-key': {
    doc: 'key that signs saved plans (default: the variable EDGEWRIGHT_PLAN_KEY)',
    modes: ['plan', 'apply'],
    type: 'text',
  },
  token: {
    doc: 'token of the forge, for comments and the branch of the ledger',
    modes,
    type: 'text',
    default: '${{ github.token }}',
  },
} as const satisfies Readonly<Record<string, Input>>;

export type InputName = keyof typeof inputs;

/** Each with a noun phrase. */
export const outputs = {
  'exit-code': 'exit code of the command, also where pass-on lets the step pass',
  changes: '`true` if the plan has changes, something was applied, or something is drifted; else `false`',
  counts:
    'counts of the plan or the run as a JSON object, such as `{"create":1}`, added up over the environments',
  'plan-digest': 'digest of the plan',
  'plan-path': 'file of the plan as JSON',
  'comment-url': 'address of the comment',
  'routes-path': 'files of the routes after an apply, which `ledger rebuild --routes` reads',
} as const;

export type OutputName = keyof typeof outputs;
