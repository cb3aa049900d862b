import type { Inputs } from './read-inputs.ts';

/** The files that the action reads after the command, in a folder of its own. */
export interface ResultFiles {
  readonly json: string;
  /** The page of the job; the command adds to it, and keeps it below the size that GitHub shows. */
  readonly summary: string | undefined;
}

/** A word of the command: the option of an input that is one text, or words that a function makes. */
type Word = TextName | ((inputs: Inputs, files: ResultFiles) => readonly string[]);

const words: Readonly<Record<Exclude<Inputs['mode'], 'comment'>, readonly Word[]>> = {
  lint: [place, 'base', inJob, summary, formats],
  test: [place, switched('send'), 'wait', 'secrets-dir', inJob, summary, formats],
  plan: [place, 'base', 'snapshot', 'save', 'secrets-dir', 'page-url', failOn, results],
  apply: [
    (inputs) => (isScheduled(inputs) ? ['--auto'] : ['--yes']),
    'rollback',
    'allow-deletes',
    'allow-changed-percent',
    exposures,
    failOn,
    switched('sole-runner'),
    place,
    'secrets-dir',
    results,
    planFile,
  ],
  drift: [place, 'secrets-dir', switched('issue'), switched('send-tests'), results],
  snapshot: [place, (inputs) => [`--output=${inputs.text('snapshot') ?? 'snapshot.json'}`]],
};

/**
 * The words of the command of a mode. Each value is part of the word of its option (`--env=VALUE`), so that no value
 * can become an option, however it begins.
 */
export function commandWords(inputs: Inputs, files: ResultFiles): readonly string[] {
  const { mode } = inputs;
  if (mode === 'comment')
    return commentWords(inputs, { folder: inputs.text('workspace'), file: planFile(inputs) });
  const all = words[mode].map((word) =>
    typeof word === 'string' ? text(inputs, word) : word(inputs, files),
  );
  return [mode, ...all.flat()];
}

function inJob(): readonly string[] {
  return ['--format=github'];
}

function switched(name: 'issue' | 'send' | 'send-tests' | 'sole-runner'): Word {
  return (inputs) => (inputs.isOn(name) ? [`--${name}`] : []);
}

function failOn(inputs: Inputs): readonly string[] {
  return inputs.lines('fail-on').map((reason) => `--fail-on=${reason}`);
}

function exposures(inputs: Inputs): readonly string[] {
  const addresses = inputs.lines('allow-exposure').flatMap((line) => line.split(/\s+/));
  return addresses.map((address) => `--allow-exposure=${address}`);
}

/** An apply of the files as they are; a saved plan and a rollback are of one environment. */
function isScheduled(inputs: Inputs): boolean {
  return inputs.text('plan') === undefined && inputs.text('rollback') === undefined;
}

interface PlanToComment {
  /** Of the workspace in its repository. */
  readonly folder: string | undefined;
  /** The operand. */
  readonly file: readonly string[];
}

export function commentWords(inputs: Inputs, { folder = '', file }: PlanToComment): readonly string[] {
  return [
    'comment',
    ...(folder === '' ? [] : [`--folder=${folder}`]),
    ...text(inputs, 'label'),
    ...text(inputs, 'page-url'),
    ...(inputs.isOn('status') ? ['--status'] : []),
    ...(inputs.isOn('required') ? ['--required'] : []),
    ...file,
  ];
}

/** The words that print the routes of an environment. */
export function routesWords(inputs: Inputs, environment: string): readonly string[] {
  return ['ledger', 'list', `--env=${environment}`, ...text(inputs, 'workspace'), '--format=routes'];
}

function place(inputs: Inputs): readonly string[] {
  return [...inputs.lines('environment').map((name) => `--env=${name}`), ...text(inputs, 'workspace')];
}

type TextName =
  | 'allow-changed-percent'
  | 'allow-deletes'
  | 'base'
  | 'rollback'
  | 'snapshot'
  | 'save'
  | 'secrets-dir'
  | 'page-url'
  | 'label'
  | 'wait'
  | 'workspace';

function text(inputs: Inputs, name: TextName): readonly string[] {
  const value = inputs.text(name);
  return value === undefined ? [] : [`--${name}=${value}`];
}

function results(inputs: Inputs, files: ResultFiles): readonly string[] {
  const printed = inputs.mode === 'apply' ? 'text' : 'github';
  return [
    `--format=${printed}`,
    `--format=json=${files.json}`,
    ...summary(inputs, files),
    ...formats(inputs),
  ];
}

function summary(inputs: Inputs, { summary: page }: ResultFiles): readonly string[] {
  return inputs.isOn('summary') && page !== undefined ? [`--format=markdown=${page}`] : [];
}

function formats(inputs: Inputs): readonly string[] {
  return inputs.lines('formats').map((format) => `--format=${format}`);
}

/** The only word that is a value by itself: all after `--` are operands. */
function planFile(inputs: Inputs): readonly string[] {
  const file = inputs.text('plan');
  return file === undefined ? [] : ['--', file];
}
