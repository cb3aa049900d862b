import type { Plan } from '../model/plan.ts';
import type { PlannedEnvironment } from './plan-one.ts';

/** What `plan --format` takes; `renderPlans` has a branch for each. */
export const planFormats = ['text', 'json'] as const;

export type PlanFormat = (typeof planFormats)[number];

export interface PlanLook {
  readonly color: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  /** The command that applies just this plan. */
  readonly next: (plan: Plan) => string;
}

/** The plans in one format. Each is loaded when it is asked for. */
export async function renderPlans(
  format: PlanFormat,
  planned: readonly PlannedEnvironment[],
  { color, columns, next }: PlanLook,
): Promise<string> {
  const plans = planned.map(({ plan }) => plan);
  switch (format) {
    case 'text': {
      const { planText } = await import('../report/plan-text.ts');
      return plans.map((plan) => planText(plan, { color, columns, next: next(plan) })).join('\n');
    }
    case 'json': {
      const { planJson } = await import('../report/plan-json.ts');
      return planJson(plans);
    }
  }
}
