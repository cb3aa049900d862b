import type { StepAction, Step } from '../../model/plan/step.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Address } from '../../model/workspace/address.ts';

/** The order in which steps are applied and shown: ledger changes, creates, updates, deletes, then those not done. */
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

/** Sorts by action, and steps without exposure first; but a step comes after all steps that it depends on. */
export function stepsInOrder(steps: readonly Step[]): readonly Step[] {
  const sorted = [...steps].sort(compare);
  if (sorted.every(({ restsOn }) => restsOn === undefined)) return sorted;
  const changes = new Map<Address, Step>();
  for (const step of sorted) if (step.requests.length > 0) changes.set(step.address, step);
  const placed = new Set<Step>();
  const seen = new Set<Step>();
  const open = sorted.toReversed();
  for (let step = open.at(-1); step !== undefined; step = open.at(-1)) {
    const rests = seen.has(step) ? [] : (step.restsOn ?? []).flatMap((address) => changes.get(address) ?? []);
    seen.add(step);
    const before = rests.filter((dependency) => !seen.has(dependency)).sort(compare);
    if (before.length > 0) open.push(...before.reverse());
    else {
      open.pop();
      placed.add(step);
    }
  }
  return [...placed];
}

function compare(a: Step, b: Step): number {
  return (
    actions.indexOf(a.action) - actions.indexOf(b.action) ||
    Number(a.exposure !== undefined) - Number(b.exposure !== undefined) ||
    kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
    (a.address < b.address ? -1 : a.address > b.address ? 1 : 0)
  );
}
