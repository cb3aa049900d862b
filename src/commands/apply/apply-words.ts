import { InvalidArgumentError, Option } from 'commander';
import { optionGroups } from '../../cli/help.ts';
import { collect } from '../../cli/run-command.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import { mostShards, type Shard } from '../../model/ledger/shard.ts';
import type { ApplyOptions } from '../../workflow/apply/apply-options.ts';

/** The options of `apply` as they are read: `--env` may be repeated, for `--auto`. */
export interface ApplyWords extends Omit<ApplyOptions, 'env'> {
  readonly env?: readonly string[];
}

export const applyEnvironmentsOption = (): Option =>
  new Option(
    '-e, --env <name>',
    'environment; optional where there is only one; with --auto it may be repeated (default: all)',
  )
    .argParser(collect)
    .helpGroup(optionGroups.selection);

/** The log and every chat show the reason. */
const longestReason = 300;

export const outsideWindowOption = (): Option =>
  new Option(
    '--outside-window <reason>',
    'apply although no change window is open, or in a freeze; the log keeps the reason (danger: others expect no change now)',
  )
    .argParser((value: string) => {
      if (value.trim() === '') throw new InvalidArgumentError('it must say why.');
      if (value.length > longestReason)
        throw new InvalidArgumentError(`it must have at most ${longestReason} characters.`);
      return value;
    })
    .helpGroup(optionGroups.safety);

export const shardOption = (): Option =>
  new Option(
    '--shard <number/all>',
    'part of the changes, such as 2/8; other processes apply the other parts at the same time (postgres ledger)',
  )
    .argParser((value: string): Shard => {
      const isGiven = /^\d{1,9}\/\d{1,9}$/.test(value);
      const [number = 0, of = 0] = value.split('/').map(Number);
      if (!isGiven)
        throw new InvalidArgumentError('it must be a shard and the number of shards, such as 2/8.');
      if (of === 0 || of > mostShards)
        throw new InvalidArgumentError(`the number of shards must be from 1 to ${mostShards}.`);
      if (number === 0 || number > of)
        throw new InvalidArgumentError(`the shard must be from 1 to ${of}, the number of shards.`);
      return { number, of };
    })
    .helpGroup(optionGroups.selection);

export function applyOptionsOf({ env, ...words }: ApplyWords): ApplyOptions {
  const [first] = env ?? [];
  return first === undefined ? words : { ...words, env: first };
}

/** Only `--auto` applies several environments. */
export function refuseSeveral({ env = [] }: ApplyWords): void {
  if (new Set(env).size < 2) return;
  throw new UserError(exitCodes.usage, 'apply takes one environment', {
    help: 'apply them one after the other; --auto, for a schedule, takes several',
  });
}
