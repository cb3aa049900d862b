import { type Shard, shardName } from '../../model/ledger/shard.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { baseWords, type ApplyCommand, type ApproveCommand } from '../../report/plan/verdict.ts';
import { commandLine, envWords, type PlaceFlags, secretsWords } from '../cli/command-line.ts';
import type { GateFlags } from '../cli/options.ts';
import type { Run } from '../session/run.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

export interface ApplyFlags extends PlaceFlags, GateFlags {
  readonly only?: readonly string[];
  readonly shard?: Shard;
  /** The reason to apply in a closed window, which the next command needs as well. */
  readonly outsideWindow?: string;
  /** A plan from it cannot be applied, but its changes can be approved. */
  readonly snapshot?: string | undefined;
}

/** The flags of a command that does the same in the same place. */
export function flagsAgain<Choices extends Omit<ApplyFlags, keyof PlaceFlags>>(
  { place, ledger: { outsideWindow } }: Pick<Run, 'place' | 'ledger'>,
  choices: Choices,
): ApplyFlags & Choices {
  return { ...choices, ...place, ...withoutUndefined({ outsideWindow }) };
}

/** The target of an apply: an environment, a saved plan, or a run to undo. */
export type ApplyTarget =
  | { readonly environment: string; readonly rollback?: string | true | undefined }
  | { readonly file: string };

/** The command that applies exactly this, with the overrides it was given, followed by further flags. */
export function applyLine(applied: ApplyTarget, flags: ApplyFlags): ApplyCommand {
  const { only = [], shard, outsideWindow, allowExposure = [], allowRevert = [] } = flags;
  const secrets = secretsWords(flags);
  return (more = []) => {
    const given = (name: string): boolean => more.includes(name);
    const gates = [
      ...allowExposure.flatMap((address) => ['--allow-exposure', address]),
      ...allowRevert.flatMap((address) => ['--allow-revert', address]),
      ...(given('--allow-deletes') ? [] : numberFlag('--allow-deletes', flags.allowDeletes)),
      ...(given('--allow-changed-percent')
        ? []
        : numberFlag('--allow-changed-percent', flags.allowChangedPercent)),
      ...(flags.allowEmpty === true && !given('--allow-empty') ? ['--allow-empty'] : []),
      ...numberFlag('--allow-missing', flags.allowMissing),
      ...(outsideWindow === undefined ? [] : ['--outside-window', outsideWindow]),
      ...more,
    ];
    if ('file' in applied) return commandLine(['apply'], flags, [...secrets, ...gates, applied.file]);
    const { environment, rollback } = applied;
    const part = shard === undefined ? [] : ['--shard', shardName(shard)];
    const what =
      typeof rollback === 'string' ? ['--rollback', rollback] : only.flatMap((filter) => ['--only', filter]);
    return commandLine(['apply', '--env', environment], flags, [...what, ...part, ...secrets, ...gates]);
  };
}

/** The command that writes the approvals of this plan. Shards and flags of gates change no approval. */
export function approveLine(plan: Plan, applied: ApplyTarget, flags: ApplyFlags): ApproveCommand {
  const { only = [], snapshot } = flags;
  const target =
    'file' in applied
      ? ['--plan', applied.file]
      : [
          ...envWords(applied.environment),
          ...baseWords(plan),
          ...(snapshot === undefined ? [] : ['--snapshot', snapshot]),
          ...(typeof applied.rollback === 'string'
            ? ['--rollback', applied.rollback]
            : only.flatMap((filter) => ['--only', filter])),
        ];
  return (names) => commandLine(['approve', ...names, ...target], flags, secretsWords(flags));
}

function numberFlag(name: string, value: number | undefined): readonly string[] {
  return value === undefined ? [] : [name, String(value)];
}
