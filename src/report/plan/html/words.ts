import type { StepAction } from '../../../model/plan/step.ts';

/** Before the word of an action, so that colour alone tells nothing. */
export const actionMarks: Readonly<Record<StepAction, string>> = {
  blocked: '×',
  drift: '=',
  delete: '−',
  retire: '↓',
  update: '~',
  create: '+',
  adopt: '>',
  forget: '○',
  keep: '→',
};
