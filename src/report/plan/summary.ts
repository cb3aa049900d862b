import { isSilentStep, isWeakened } from '../../model/plan/step.ts';
import type { StepAction, Step } from '../../model/plan/step.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { FailingTest } from '../../model/traffic/plan-tests.ts';
import { actions } from './plan-groups.ts';

/** Counted even if zero: "0 to delete" is a statement. */
const stated = ['create', 'update', 'delete'] as const;

/** Counted only if there are any. */
const others = ['retire', 'adopt', 'forget', 'drift', 'blocked'] as const;

/** The first line of every format: `Plan for production: 1 to create, 0 to update, 0 to delete, 1 refused`. */
export function summaryText(plan: Plan): string {
  const here = isElsewhere(plan) ? 'nothing in this PR; ' : '';
  return `Plan for ${plan.environment}${shardText(plan, ', ')}: ${here}${countsText(plan)}`;
}

/**
 * Whether the pull request causes nothing of the plan: all of it is pending on the base or drift. A gate that its files
 * loosen, and a pending change that it takes back, are its own.
 */
export function isElsewhere(plan: Pick<Plan, 'base' | 'steps' | 'notes'>): boolean {
  const shown = shownSteps(plan);
  if (plan.base === undefined || shown.length === 0) return false;
  if (plan.notes.some(({ topic }) => topic === 'gate' || topic === 'taken-back')) return false;
  return shown.every(
    ({ attribution = [] }) => attribution.length > 0 && !attribution.includes('pull-request'),
  );
}

/** `shard 2 of 8 (3 of 20 steps)`, after what separates it; empty for a whole plan. */
export function shardText({ shard }: Pick<Plan, 'shard'>, before: string): string {
  if (shard === undefined) return '';
  const { number, of, steps, all } = shard;
  return `${before}shard ${number} of ${of} (${steps} of ${all} ${all === 1 ? 'step' : 'steps'})`;
}

/** The same counts at the end: `1 to create, 0 to update, 0 to delete, 1 refused; 28 unchanged`. */
export function sumText(plan: Plan): string {
  return `${countsText(plan)}; ${unchangedOf(plan)} unchanged`;
}

export function countsText(plan: Plan): string {
  return countsOf(plan)
    .map(({ count, words }) => `${count} ${words}`)
    .join(', ');
}

/** The counts right above the question of `apply`: `2 to create (1 of them again), 0 to update, 0 to delete`. */
export function appliedCounts(plan: Plan): string {
  const again = plan.steps.filter(
    ({ action, reason }) => action === 'create' && reason.code === 'recreated',
  ).length;
  return countsOf(plan)
    .map(({ of, count, words }) => {
      const note =
        of === 'create' && again > 0 ? ` (${again === count ? '' : `${again} of them `}again)` : '';
      return `${count} ${words}${note}`;
    })
    .join(', ');
}

interface PlanCount {
  /** The steps or tests that it counts; a `keep` is one that renames. */
  readonly of: StepAction | 'refused' | FailingTest['result'];
  readonly count: number;
  readonly words: string;
}

/** The counts of a plan in display order. */
export function countsOf(plan: Plan): readonly PlanCount[] {
  const weakened = plan.steps.filter(isWeakened).length;
  const counted = (of: StepAction, count = plan.summary[of]): PlanCount => {
    const words =
      of === 'drift' && weakened > 0 ? `drifted, ${weakened} of them less protected` : actions[of].due;
    return { of, words, count };
  };
  return [
    ...stated.map((action) => counted(action)),
    ...[
      ...others.map((action) => counted(action)),
      counted('keep', renamedOf(plan)),
      { of: 'refused' as const, words: 'refused', count: refusedCount(plan) },
      ...(['failed', 'undecided'] as const).map((of) => {
        const count = failingCount(plan, of);
        return { of, count, words: failingWords(of, count) };
      }),
    ].filter(({ count }) => count > 0),
  ];
}

/** The number of distinct resources that gates refuse; a refusal of the whole plan counts as one. */
export function refusedCount({ refusals }: Pick<Plan, 'refusals'>): number {
  const addresses = new Set(refusals.flatMap((refusal) => refusal.addresses));
  return addresses.size + refusals.filter((refusal) => refusal.addresses.length === 0).length;
}

/** The tests of requests that are not `ok` when the steps are done. */
export function failingCount({ tests }: Pick<Plan, 'tests'>, result: FailingTest['result']): number {
  return (tests?.failing ?? []).filter((test) => test.result === result).length;
}

/** `test fails`, behind its number. */
export function failingWords(result: FailingTest['result'], count: number): string {
  if (result === 'failed') return count === 1 ? 'test fails' : 'tests fail';
  return count === 1 ? 'test undecided' : 'tests undecided';
}

export function unchangedOf(plan: Plan): number {
  return plan.summary.keep - renamedOf(plan);
}

export function shownSteps({ steps }: Pick<Plan, 'steps'>): readonly Step[] {
  return steps.filter((step) => !isSilentStep(step));
}

/** Whether apply would do something. */
export function hasWork(plan: Pick<Plan, 'steps'>): boolean {
  return shownSteps(plan).some(({ action }) => action !== 'blocked' && action !== 'drift');
}

function renamedOf(plan: Plan): number {
  return shownSteps(plan).filter(({ action }) => action === 'keep').length;
}
