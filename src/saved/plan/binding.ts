import type { SavedPlan } from './document.ts';

/** Whether a plan that fits the schema says what it is bound to. Without that, it cannot be shown or applied. */
export function isBound(plan: Partial<SavedPlan>): plan is SavedPlan {
  return plan.bound !== undefined;
}

export function unbound(index: number): string {
  return `/plans/${index}: it does not say what it is bound to`;
}
