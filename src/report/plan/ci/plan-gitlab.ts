import type { Plan } from '../../../model/plan/plan.ts';
import { jsonLine } from '../../text/json.ts';

/** GitLab takes no larger number. */
const most = 999_999;

/**
 * The report that GitLab shows in a merge request (`artifacts:reports:terraform`): the changes of all plans that apply
 * would send. Disabling a route is an update.
 */
export function planGitlab(plans: readonly Plan[]): string {
  const sum = (count: (summary: Plan['summary']) => number): number =>
    Math.min(
      most,
      plans.reduce((total, { summary }) => total + count(summary), 0),
    );
  return jsonLine({
    create: sum((summary) => summary.create),
    update: sum((summary) => summary.update + summary.retire),
    delete: sum((summary) => summary.delete),
  });
}
