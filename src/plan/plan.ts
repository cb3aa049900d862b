/**
 * What separates live from desired, as a value. Three things are compared: what YAML says (`desired`), what the API
 * answers (`live`), and what the ledger remembers of our last write: what we sent (`applied`) and what was answered
 * right after (`observed`). By them our change is told from somebody else's and from a server's default (DESIGN 5).
 *
 * Passes: pair each address with its live object; decide one or two steps for each pair; put the steps in order; let
 * the gates look at them. Everything is pure: the same input gives the same plan, byte for byte.
 */
import type { Plan, Step, StepAction } from '../model/plan.ts';
import { matchesOnly } from '../derive/only.ts';
import { decide } from './decide.ts';
import { holdersOf } from './collision.ts';
import { openPlanning, type PlanInput } from './input.ts';
import { notesOf } from './notes.ts';
import { inOrder } from './order.ts';
import { pairUp } from './pair.ts';
import { refusalsOf } from './refusals.ts';

export function plan(input: PlanInput): Plan {
  const { environment, ledger, only = [] } = input;
  const pairs = pairUp(input);
  const planning = openPlanning(input, () => holdersOf(input, pairs));
  const all = pairs.flatMap((pair) => decide(planning, pair)).sort(inOrder);
  const labels = new Map(input.desired.map((resource) => [resource.address, resource.labels]));
  const steps = all.filter(({ address }) =>
    matchesOnly({ address, labels: labels.get(address) ?? {} }, only),
  );
  return {
    format: 1,
    environment: environment.name,
    lineage: ledger.lineage,
    serial: ledger.serial,
    steps,
    notes: notesOf(planning, { all, steps }),
    // The gates see the whole plan: a filter narrows what is done, never what is checked.
    refusals: refusalsOf(input, all),
    summary: countSteps(steps),
  };
}

function countSteps(steps: readonly Step[]): Readonly<Record<StepAction, number>> {
  const counts = {
    create: 0,
    update: 0,
    delete: 0,
    adopt: 0,
    retire: 0,
    forget: 0,
    hold: 0,
    keep: 0,
    blocked: 0,
  };
  for (const { action } of steps) counts[action]++;
  return counts;
}
