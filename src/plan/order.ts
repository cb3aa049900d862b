import type { KindName } from '../kinds/kind.ts';
import type { Step, StepAction } from '../model/plan.ts';

/** The order in which steps are applied and shown: what is only recorded, creates, updates, deletes, then what is not done. */
const actions: readonly StepAction[] = [
  'adopt',
  'forget',
  'create',
  'update',
  'retire',
  'delete',
  'drift',
  'blocked',
  'keep',
];
const kindOrder: readonly KindName[] = ['endpoint', 'tls-edge', 'https-route'];

export function inOrder(a: Step, b: Step): number {
  return (
    actions.indexOf(a.action) - actions.indexOf(b.action) ||
    // Tightening before loosening (APPLY.md, section 5).
    Number(a.exposure !== undefined) - Number(b.exposure !== undefined) ||
    kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
    (a.address < b.address ? -1 : a.address > b.address ? 1 : 0)
  );
}
