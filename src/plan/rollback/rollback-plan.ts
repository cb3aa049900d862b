import type { Step } from '../../model/plan/step.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { kinds } from '../../kinds/index.ts';
import type { Plan, PlanNote } from '../../model/plan/plan.ts';
import type { Address } from '../../model/workspace.ts';
import type { Rollback } from './rollback.ts';

/** The plan of a rollback with reasons that fit: nothing was removed from a file, and no file has a place to show. */
export function inWordsOfRollback(plan: Plan, { run, objects }: Rollback, held: readonly Step[]): Plan {
  const made = new Set<Address>(
    objects.filter(({ action }) => action === 'create').map(({ address }) => address),
  );
  // Outside changes to objects that the run did not touch are irrelevant to a rollback.
  const steps = [
    ...held,
    ...plan.steps
      .filter(({ action }) => action !== 'drift')
      .map((step) => worded(withoutPlaces(step), made.has(step.address), run)),
  ];
  const count = (action: string): number => steps.filter((step) => step.action === action).length;
  const summary = Object.fromEntries(
    Object.keys(plan.summary).map((action) => [action, count(action)]),
  ) as Plan['summary'];
  const notes = plan.notes.map(({ origin: _origin, ...note }): PlanNote => note);
  return { ...plan, steps, notes, summary };
}

function withoutPlaces({ origin: _origin, ...step }: Step): Step {
  return { ...step, changes: step.changes.map(({ origin: _place, ...change }): FieldChange => change) };
}

function worded(step: Step, isMade: boolean, run: string): Step {
  if (!isMade) return step;
  if (step.action === 'delete') return { ...step, reason: { code: 'run-created', run } };
  if (step.action !== 'blocked' || kinds[step.kind].operations.delete !== undefined) return step;
  return {
    ...step,
    reason: { code: 'run-created-stays', run, kind: step.kind },
    remedies: [{ code: 'delete-in-dashboard' }],
  };
}
