import { plan } from '../../src/plan/plan.ts';
import type { PlanInput } from '../../src/plan/input.ts';
import type { ConsentDocument } from '../../src/model/workspace.ts';
import { baseInput, type PlanCase } from './plan-case.ts';

/** The input of a case. A consent to `change: HASH` names the change as the plan without any consent prints it. */
export function inputOf(one: PlanCase): PlanInput {
  const input = baseInput(one);
  if (!input.consents.some(({ change }) => change === 'HASH')) return input;
  const before = plan({ ...input, consents: [] });
  const consents = input.consents.map((consent): ConsentDocument => {
    if (consent.change !== 'HASH') return consent;
    const step = before.steps.find(({ address, hash }) => address === consent.address && hash !== '');
    const printed = before.notes
      .map(({ text }) => /change: "([0-9a-f]{6})"/.exec(text)?.[1])
      .find((hash) => hash !== undefined);
    return { ...consent, change: step?.hash ?? printed ?? 'none' };
  });
  return { ...input, consents };
}
