import { UserError, usageError } from '../../model/errors.ts';
import { suggestionOr } from '../../text/suggest.ts';
import { inputs, modes, type InputName, type Mode } from './inputs.ts';
import type { Runner } from './runner.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** The inputs of a step, checked: one line each, only those of its mode. */
export interface Inputs {
  readonly mode: Mode;
  /** Undefined if it is empty, as the runner gives an input that is left out. */
  readonly text: (name: InputName) => string | undefined;
  readonly lines: (name: InputName) => readonly string[];
  readonly isOn: (name: InputName) => boolean;
}

const names = Object.keys(inputs) as InputName[];

/** Throws `UserError` 64 for an unknown input, a value of the wrong form, and an input of another mode. */
export function readInputs({ env }: Pick<Runner, 'env'>): Inputs {
  refuseUnknown(env);
  const mode = modeOf(env);
  const given = new Map(
    names.flatMap((name): [InputName, string][] => {
      const value = env[variableOf(name)]?.trim() ?? '';
      return value === '' ? [] : [[name, checked(name, value, mode)]];
    }),
  );
  return {
    mode,
    text: (name) => given.get(name),
    lines: (name) =>
      (given.get(name) ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    isOn: (name) => given.get(name) === 'true',
  };
}

/** The runner writes names in capitals and keeps `-`. */
function variableOf(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}

function refuseUnknown(env: Runner['env']): void {
  const known = new Set(names.map(variableOf));
  const unknown = Object.keys(env).find((name) => name.startsWith('INPUT_') && !known.has(name));
  if (unknown === undefined) return;
  const name = unknown.slice('INPUT_'.length).toLowerCase();
  const help = suggestionOr(name, names, undefined);
  throw new UserError(exitCodes.usage, `the action has no input \`${name}\``, withoutUndefined({ help }));
}

function modeOf(env: Runner['env']): Mode {
  const value = env[variableOf('mode')]?.trim() ?? '';
  const mode = modes.find((candidate) => candidate === value);
  if (mode !== undefined) return mode;
  throw usageError(
    value === '' ? 'the input `mode` is missing' : `\`${value}\` is not a mode of the action`,
    `write one of ${modes.join(', ')}`,
  );
}

function checked(name: InputName, value: string, mode: Mode): string {
  const { type, modes: takenBy, ...rest } = inputs[name];
  const isDefault = 'default' in rest && rest.default === value;
  if (!isDefault && !(takenBy as readonly Mode[]).includes(mode))
    throw usageError(`\`${name}\` is not an input of the mode \`${mode}\``);
  if (type === 'flag' && value !== 'true' && value !== 'false')
    throw usageError(`the input \`${name}\` expects \`true\` or \`false\`, found \`${value}\``);
  // A key has lines of its own; it is handed on as a variable, never as a word.
  const isOneLine = type === 'text' && name !== 'plan-key';
  if (isOneLine ? /[\0-\x1f\x7f]/.test(value) : value.includes('\0'))
    throw usageError(`the input \`${name}\` has a line break or a control character`);
  return value;
}
