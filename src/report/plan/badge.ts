/**
 * The things in plans that need a person, in one order. The page, the text, the comment and the status of a commit ask
 * here, so that none of them calls a plan ready that another one warns of.
 */
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import { isWeakened, type Step } from '../../model/plan/step.ts';
import { counted } from '../../text/words/noun-words.ts';
import { failingCount, failingWords, hasWork } from './summary.ts';
import { approvedNames } from './override-flags.ts';
import { isForApproval } from './verdict.ts';

/** The looks of a badge: `good` is shown alone, never beside something that a person must see. */
type Tone = 'bad' | 'warn' | 'wait' | 'good' | 'none';

export interface Badge {
  readonly of: BadgeName;
  readonly tone: Tone;
  readonly words: string;
}

type BadgeName = keyof typeof concerns | 'ready' | 'nothing';

interface Concern {
  readonly tone: Exclude<Tone, 'good' | 'none'>;
  readonly count: (plan: Plan) => number;
  readonly words: (count: number, plans: readonly Plan[]) => string;
}

/** The most urgent first: what is open to the world now, what stops an apply, what an apply would break. */
const concerns = {
  weakened: {
    tone: 'bad',
    count: stepsThat(isWeakened),
    words: (count) => `${count} less protected than the files`,
  },
  refused: { tone: 'bad', count: ({ refusals }) => refusals.length, words: refusedWords },
  unknown: {
    tone: 'bad',
    count: stepsThat(({ unknown }) => unknown !== undefined),
    words: (count) => `${counted(count, 'outcome')} unknown`,
  },
  failed: {
    tone: 'bad',
    count: (plan) => failingCount(plan, 'failed'),
    words: (count) => `${count} ${failingWords('failed', count)}`,
  },
  blocked: {
    tone: 'bad',
    count: stepsThat(({ action, unknown }) => action === 'blocked' && unknown === undefined),
    words: (count) => `${count} blocked`,
  },
  undecided: {
    tone: 'warn',
    count: (plan) => failingCount(plan, 'undecided'),
    words: (count) => `${count} ${failingWords('undecided', count)}`,
  },
  exposed: {
    tone: 'warn',
    count: stepsThat(({ exposure }) => exposure?.isAllowed === true),
    words: (count) => `${counted(count, 'exposure')} approved`,
  },
  possible: {
    tone: 'warn',
    count: stepsThat(({ possibleExposure }) => possibleExposure !== undefined),
    words: (count) => `${count} may be less protected`,
  },
  gates: { tone: 'warn', count: ({ notes }) => notes.filter(isGate).length, words: () => 'Gates change' },
  closed: {
    tone: 'warn',
    count: (plan) => (plan.applyTime?.state === 'closed' && hasWork(plan) ? 1 : 0),
    words: () => 'Change window closed',
  },
  frozen: {
    tone: 'warn',
    count: (plan) => (plan.applyTime?.state === 'frozen' && hasWork(plan) ? 1 : 0),
    words: () => 'Frozen',
  },
  drifted: {
    tone: 'wait',
    count: stepsThat((step) => step.action === 'drift' && !isWeakened(step)),
    words: (count) => `${count} drifted`,
  },
} as const satisfies Readonly<Record<string, Concern>>;

/** All that a person must see of plans, the most urgent first; of plans without any, that they are ready. */
export function badgesOf(plans: readonly Plan[]): readonly [first: Badge, ...others: Badge[]] {
  const [first, ...others] = Object.entries<Concern>(concerns).flatMap(([of, { tone, count, words }]) => {
    const sum = plans.reduce((total, plan) => total + count(plan), 0);
    return sum === 0 ? [] : [{ of: of as keyof typeof concerns, tone, words: words(sum, plans) }];
  });
  if (first !== undefined) return [first, ...others];
  if (plans.some(hasWork)) return [{ of: 'ready', tone: 'good', words: 'Ready' }];
  return [{ of: 'nothing', tone: 'none', words: 'Nothing to do' }];
}

/** Whether a person has nothing to look at before an apply. */
export function isCalm(plans: readonly Plan[]): boolean {
  const [{ tone }] = badgesOf(plans);
  return tone === 'good' || tone === 'none';
}

export function isGate({ topic }: PlanNote): boolean {
  return topic === 'gate';
}

function refusedWords(_count: number, plans: readonly Plan[]): string {
  if (!plans.flatMap(({ refusals }) => refusals).every(isForApproval)) return 'Refused';
  const count = plans.reduce((sum, plan) => sum + approvalCount(plan), 0);
  return `Needs ${counted(count, 'approval')}`;
}

/** The number of approvals to give: one for a group of resources with the same change. */
function approvalCount({ refusals }: Pick<Plan, 'refusals'>): number {
  return new Set(refusals.flatMap(approvedNames)).size;
}

function stepsThat(are: (step: Step) => boolean): Concern['count'] {
  return ({ steps }) => steps.filter(are).length;
}
