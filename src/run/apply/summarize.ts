import { kindNames } from '../../kinds/index.ts';
import type { HistoryEntry, HistoryRequest } from '../../model/ledger/history-entry.ts';
import type { LedgerLock } from '../../model/ledger/ledger-store.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { StepAction } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import { adviceFor, type RunCommands } from '../../report/run/next-steps.ts';
import type { ApplyChoices } from './apply-options.ts';
import { commandLine, secretsWords } from '../cli/command-line.ts';
import { applyLine, type ApplyFlags } from '../plan/apply-line.ts';
import type { Tally, TallyByKind, TallyCount } from '../../model/plan/tally.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';

const nothing: Readonly<Record<TallyCount, number>> = {
  created: 0,
  updated: 0,
  deleted: 0,
  adopted: 0,
  retired: 0,
  forgotten: 0,
  renamed: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
  drifted: 0,
  blocked: 0,
  unchanged: 0,
};

const done: Readonly<Record<StepAction, TallyCount>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  adopt: 'adopted',
  retire: 'retired',
  forget: 'forgotten',
  keep: 'renamed',
  drift: 'drifted',
  blocked: 'blocked',
};

const empty = { requests: [], recorded: [] };

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

type FlagsAgain = ApplyFlags & Pick<ApplyChoices, 'auto' | 'yes' | 'rollback'>;

/** The end of a run: its counts, from the journal, and what to do next. */
export function summarize(ended: RunSummary, again: FlagsAgain): RunEvent & { readonly event: 'summary' } {
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
    commands: commandsAfter(ended, again),
  });
  return { event: 'summary', tally: count(''), byKind, advice: sentences, next };
}

function commandsAfter({ plan, file, undo, outcomes }: RunSummary, flags: FlagsAgain): RunCommands {
  const { environment } = plan;
  const place = ['--env', environment];
  // A normal plan shows nothing about a rollback's open steps, so none is suggested after a rollback.
  const isRollback = flags.rollback !== undefined;
  const again = applyLine({ environment, rollback: flags.rollback }, flags);
  return {
    plan: isRollback ? undefined : commandLine(['plan', ...place], flags, secretsWords(flags)),
    again:
      file === undefined
        ? again(flags.auto === true ? ['--auto'] : flags.yes === true ? ['--yes'] : [])
        : undefined,
    resolve: (addresses, how) =>
      commandLine(
        ['resolve', ...addresses.split(' '), ...place],
        flags,
        how === undefined ? [] : how === 'adopt' ? ['--adopt', '<id>'] : ['--absent'],
      ),
    unknown: commandLine(['resolve', '--list', ...place], flags),
    undo: outcomes.some(hasChanged) ? undo : undefined,
  };
}

/** A step whose fields the service kept only in part has changed the object as well. */
function hasChanged({ status, cause, action }: Outcome): boolean {
  return (status === 'done' || cause === 'unkept') && action !== 'keep';
}

interface OutcomeRecord {
  /** The number of steps of the plan and of those that were left out. */
  readonly steps: number;
  readonly outcomes: readonly Outcome[];
  /** The run as the journal tells it; undefined if nothing was recorded. */
  readonly recorded: HistoryEntry | undefined;
}

/**
 * Counts each step once. The journal has the last word: what it does not have as done is not counted as done, and a
 * create without an ending there is unknown, as the next run will find it.
 */
export function tallyOf({ steps, outcomes, recorded }: OutcomeRecord): Tally {
  const journal = journaled(recorded);
  const tally = { ...nothing, steps };
  for (const outcome of outcomes) tally[countOf(outcome, journal)]++;
  return { ...tally, unchanged: steps - outcomes.length };
}

interface JournalSets {
  /** Addresses with a request that succeeded, or with another change of the ledger. */
  readonly done: ReadonlySet<Address>;
  /** Addresses with a create that has no ending. */
  readonly open: ReadonlySet<Address>;
}

function journaled({ requests, recorded }: Pick<HistoryEntry, 'requests' | 'recorded'> = empty): JournalSets {
  const isOpen = ({ action, ending }: HistoryRequest): boolean => action === 'create' && ending === 'unknown';
  const done = requests.filter(({ ending }) => ending === 'done');
  return {
    done: new Set([...recorded, ...done.map(({ address }) => address)]),
    open: new Set(requests.filter(isOpen).map(({ address }) => address)),
  };
}

function countOf({ address, action, status, cause }: Outcome, journal: JournalSets): TallyCount {
  if (status === 'done') return journal.done.has(address) ? done[action] : 'unknown';
  // A journal that cannot be written says nothing of its last step, whose own line names what to keep.
  return journal.open.has(address) && cause !== 'ledger' && cause !== 'lock' ? 'unknown' : status;
}
