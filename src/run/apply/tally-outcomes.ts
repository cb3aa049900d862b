import type { HistoryEntry, HistoryRequest } from '../../model/journal/history.ts';
import type { Outcome, OutcomeStatus } from '../../model/plan/outcome.ts';
import type { StepAction } from '../../model/plan/step.ts';
import type { Tally, TallyCount } from '../../model/plan/tally.ts';
import type { Address } from '../../model/workspace.ts';

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

const notDone: Readonly<Record<Exclude<OutcomeStatus, 'done'>, TallyCount>> = {
  failed: 'failed',
  skipped: 'skipped',
  unknown: 'unknown',
  drifted: 'drifted',
  blocked: 'blocked',
};

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

const empty = { requests: [], recorded: [] };

function countOf({ address, action, status, cause }: Outcome, journal: JournalSets): TallyCount {
  if (status === 'done') return journal.done.has(address) ? done[action] : 'unknown';
  // A journal that cannot be written says nothing of its last step, whose own line names what to keep.
  return journal.open.has(address) && cause !== 'ledger' && cause !== 'lock' ? 'unknown' : notDone[status];
}
