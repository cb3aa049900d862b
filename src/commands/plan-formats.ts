import type { ReportKind } from './reports.ts';

/** What `plan --format` takes; `render-plans.ts` has a branch for each. */
const planFormats = ['text', 'json', 'html'] as const;

export type PlanFormat = (typeof planFormats)[number];

export const planReport: ReportKind<PlanFormat> = {
  formats: planFormats,
  refusal: 'a plan does not go to',
  instead: 'name another file: no format of a plan is YAML',
};
