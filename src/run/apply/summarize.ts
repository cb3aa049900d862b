import { tallyOf } from './tally-outcomes.ts';
import { commandLine } from '../cli/command-line.ts';
import { kindNames } from '../../kinds/index.ts';
import type { LedgerLock } from '../../model/ledger-store.ts';
import type { Outcome } from '../../model/plan/outcome.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { TallyByKind } from '../../model/plan/tally.ts';
import { adviceFor, type RunCommands } from '../../report/run/next-steps.ts';
import { applyLine } from '../plan/apply-line.ts';
import type { ApplyOptions } from './apply-options.ts';

interface RunSummary {
  readonly plan: Plan;
  /** The requested steps that were left out. */
  readonly left: readonly Outcome[];
  /** All of them, also those left out. */
  readonly outcomes: readonly Outcome[];
  readonly lock: Pick<LedgerLock, 'recorded'>;
  /** The saved plan, which cannot be applied again. */
  readonly file: string | undefined;
  readonly marker: boolean;
  /** The command that undoes the run. */
  readonly undo: string | undefined;
}

/** The end of a run: its counts, from the journal, and what to do next. */
export function summarize(
  ended: RunSummary,
  options: ApplyOptions,
): RunEvent & { readonly event: 'summary' } {
  const { plan, left, outcomes, lock } = ended;
  const recorded = lock.recorded();
  const count = (prefix: string) => {
    const isIn = ({ address }: { readonly address: string }): boolean => address.startsWith(prefix);
    const steps = plan.steps.filter(isIn).length + left.filter(isIn).length;
    return tallyOf({ steps, outcomes: outcomes.filter(isIn), recorded });
  };
  const byKind: TallyByKind = Object.fromEntries(
    kindNames.map((kind) => [kind, count(`${kind}/`)] as const).filter(([, { steps }]) => steps > 0),
  );
  const { sentences, next } = adviceFor({
    outcomes,
    marker: ended.marker,
    blockedBy: new Map(
      plan.steps.flatMap(({ address, unknown }) =>
        unknown === undefined ? [] : [[address, unknown.address]],
      ),
    ),
    commands: commandsAfter(ended, options),
  });
  return { event: 'summary', tally: count(''), byKind, advice: sentences, next };
}

function commandsAfter({ plan, file, undo, outcomes }: RunSummary, options: ApplyOptions): RunCommands {
  const { environment } = plan;
  const place = ['--env', environment];
  // A normal plan shows nothing about a rollback's open steps, so none is suggested after a rollback.
  const isRollback = options.rollback !== undefined;
  const again = applyLine(
    typeof options.rollback === 'string' ? { environment, rollback: options.rollback } : { environment },
    options,
  );
  return {
    plan: isRollback ? undefined : commandLine(['plan', ...place], options, secretsWords(options)),
    again:
      file === undefined
        ? again(options.auto === true ? ['--auto'] : options.yes === true ? ['--yes'] : [])
        : undefined,
    resolve: (addresses, how) =>
      commandLine(
        ['resolve', ...addresses.split(' '), ...place],
        options,
        how === undefined ? [] : how === 'adopt' ? ['--adopt', '<id>'] : ['--absent'],
      ),
    unknown: commandLine(['resolve', '--list', ...place], options),
    undo: outcomes.some(hasChanged) ? undo : undefined,
  };
}

/** Without them the plan would compare no secret. */
function secretsWords({ secretsDir }: ApplyOptions): readonly string[] {
  return secretsDir === undefined ? [] : ['--secrets-dir', secretsDir];
}

/** A step whose fields the service kept only in part has changed the object as well. */
function hasChanged({ status, cause, action }: Outcome): boolean {
  return (status === 'done' || cause === 'unkept') && action !== 'keep';
}
