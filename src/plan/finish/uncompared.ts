import type { Step } from '../../model/plan/step.ts';
import type { PlanNote, UncomparedSecret } from '../../model/plan/plan.ts';
import type { Planning } from '../input.ts';

/** One note for all secrets not compared in the filtered steps: a thousand routes may share one secret. */
export function uncomparedNote(
  { uncompared, environment }: Planning,
  steps: readonly Step[],
): readonly PlanNote[] {
  if (uncompared.length === 0) return [];
  const chosen = new Set(steps.map(({ address }) => address));
  const values = uncompared.filter(({ address }) => chosen.has(address)).sort(byPlace);
  const [first] = values;
  if (first === undefined) return [];
  // A single secret has its address on the note, several have theirs in `values`.
  const about = values.length === 1 ? { address: first.address } : {};
  return [
    { topic: 'secret', ...about, fact: { code: 'not-compared', environment: environment.name }, values },
  ];
}

function byPlace(a: UncomparedSecret, b: UncomparedSecret): number {
  const [one, other] = [`${a.address} ${a.path}`, `${b.address} ${b.path}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
