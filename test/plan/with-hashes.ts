import { plan } from '../../src/plan/plan.ts';
import type { PlanInput } from '../../src/plan/input.ts';
import type { Approval } from '../../src/model/workspace/workspace-document.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { baseInput, planCases, type PlanCase } from './plan-case.ts';

/** The plan of each case, in their order; made once for all tests of a process. */
export function plansOfCases(): readonly Plan[] {
  return (all ??= planCases().map(([, one]) => plan(inputOf(one))));
}

let all: readonly Plan[] | undefined;

/** The input of a case. `change: HASH` in an approval is replaced by the change id of the plan without approvals. */
export function inputOf(one: PlanCase): PlanInput {
  const input = baseInput(one);
  if (!input.approvals.some(({ change }) => change === 'HASH')) return input;
  const before = plan({ ...input, approvals: [] });
  const approvals = input.approvals.map((approval): Approval => {
    if (approval.change !== 'HASH') return approval;
    const step = before.steps.find(({ address, hash }) => address === approval.address && hash !== '');
    const printed = before.notes.map(({ values }) => values?.[0]?.change).find((hash) => hash !== undefined);
    const asked = approval.allow === 'exposure' ? step?.exposure?.change : undefined;
    return { ...approval, change: asked ?? step?.hash ?? printed ?? 'none' };
  });
  return { ...input, approvals };
}
