import type { StepAction } from '../../model/plan/step.ts';

/** Marks before the action words, so that no meaning depends on color alone. */
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
