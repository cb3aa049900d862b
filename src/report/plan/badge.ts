import type { Plan, Refusal } from '../../model/plan/plan.ts';
import { counted } from '../../text/words/noun-words.ts';
import { shownSteps } from './summary.ts';
import { approvedNames } from './override-flags.ts';

/** The state of one or more plans in a word or two, with the most urgent one first. */
const badges = ['refused', 'blocked', 'drifted', 'ready', 'nothing'] as const;

export interface Badge {
  readonly is: (typeof badges)[number];
  readonly words: string;
}

/** One badge for all plans: `Needs 2 approvals`. */
export function badgeOf(plans: readonly Plan[]): Badge {
  const all = plans.map(stateOf);
  const verdict = badges.find((badge) => all.includes(badge)) ?? 'nothing';
  if (verdict !== 'refused') return { is: verdict, words: badgeWords[verdict] };
  const refusals = plans.flatMap((plan) => plan.refusals);
  if (!refusals.every(isForApproval)) return { is: verdict, words: 'Refused' };
  const count = plans.reduce((sum, plan) => sum + approvalCount(plan), 0);
  return { is: verdict, words: `Needs ${counted(count, 'approval')}` };
}

const badgeWords = {
  blocked: 'Blocked',
  drifted: 'Drifted',
  ready: 'Ready',
  nothing: 'Nothing to do',
} as const;

function stateOf(plan: Plan): Badge['is'] {
  if (plan.refusals.length > 0) return 'refused';
  const shown = shownSteps(plan);
  if (shown.some(({ action }) => action !== 'blocked' && action !== 'drift')) return 'ready';
  if (plan.summary.blocked > 0) return 'blocked';
  return plan.summary.drift > 0 ? 'drifted' : 'nothing';
}

/** The number of approvals to give: one for a group of resources with the same change. */
function approvalCount({ refusals }: Pick<Plan, 'refusals'>): number {
  return new Set(refusals.flatMap(approvedNames)).size;
}

/** Whether approvals lift the refusal. */
export function isForApproval({ gate }: Refusal): boolean {
  return gate === 'exposure' || gate === 'max_deletes';
}
