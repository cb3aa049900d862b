import type { Desired } from '../../model/desired.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import type { Step, StepAction } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import { changesSomething, type SavedPlan } from '../../plan/saved/plan-document.ts';
import { otherwiseWritten, type Stale, staleSteps, validSteps } from '../../plan/saved/stale-steps.ts';
import { boundPlan } from '../plan/bound-plan.ts';
import { savedForm } from '../session/saved-plans.ts';

/** The part of a saved plan that is still valid on its own, and its stale steps. */
export interface ValidPart {
  readonly plan: Plan;
  readonly stale: readonly Stale[];
  /** Resources that are not in the plan and whose declaration has changed since. */
  readonly rewritten: readonly Address[];
}

/** `makeNow` makes a new plan, only for the given addresses if there are any. */
export async function validPart(
  saved: SavedPlan,
  { desired, api }: { readonly desired: readonly Desired[]; readonly api: string },
  makeNow: (only: readonly string[]) => Promise<Plan>,
): Promise<ValidPart> {
  const stale = new Map<Address, Stale>();
  let rewritten: readonly Address[] | undefined;
  let only = saved.bound.only;
  for (;;) {
    const plan = await makeNow(only);
    const now = savedForm(boundPlan({ plan, desired, api, flags: { only } }));
    rewritten ??= otherwiseWritten(saved, now).map(({ address }) => address);
    const found = staleSteps(saved, now).filter(({ address }) => !stale.has(address));
    for (const staleStep of found) stale.set(staleStep.address, staleStep);
    const valid = validSteps(saved, now);
    const isDone = (_step: Step, index: number): boolean => isValid(now.steps[index], valid, stale);
    // If the new plan has further changes for an object, no saved step for that object is done.
    const undone = new Set(
      plan.steps
        .filter((step, index) => changesSomething(step) && !isDone(step, index))
        .map(({ address }) => address),
    );
    const isLeft = ({ address }: Step): boolean => undone.has(address);
    const steps = plan.steps.filter(
      (step, index) => isDone(step, index) && !(changesSomething(step) && isLeft(step)),
    );
    const isAlone = undone.size === 0;
    const chosen = [...new Set(steps.filter((step) => !isLeft(step)).map(({ address }) => address))];
    if (isAlone || chosen.length === 0) {
      const notes = plan.notes.map((note) => notByFlag(note, saved.bound.only));
      const result = { ...plan, steps, notes, summary: countOf(plan.summary, steps) };
      const isStale = (address: Address): boolean => stale.has(address);
      return {
        plan: result,
        stale: [...stale.values()],
        rewritten: rewritten.filter((address) => !isStale(address)),
      };
    }
    only = chosen;
  }
}

/** The user gave no `--only`: the plan was narrowed to its valid steps, so the note must not speak of a filter. */
function notByFlag(note: PlanNote, only: readonly string[]): PlanNote {
  const { fact } = note;
  return fact.code !== 'filtered' || only.length > 0
    ? note
    : { ...note, fact: { ...fact, code: 'not-applied' } };
}

function isValid(
  step: SavedPlan['steps'][number] | undefined,
  valid: ReadonlySet<SavedPlan['steps'][number]>,
  stale: ReadonlyMap<Address, Stale>,
): boolean {
  return step !== undefined && valid.has(step) && !stale.has(step.address);
}

function countOf(summary: Plan['summary'], steps: readonly Step[]): Plan['summary'] {
  const count = (action: string): number => steps.filter((step) => step.action === action).length;
  return Object.fromEntries(Object.keys(summary).map((action) => [action, count(action)])) as Record<
    StepAction,
    number
  >;
}
