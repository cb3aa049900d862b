import type { Drift } from '../../model/drift.ts';

/** The first line: `Drift of production: 2 of 12 objects drifted`. */
export function driftSummary({ environment, objects, untouched, settled }: Drift): string {
  const open = objects - untouched - settled;
  return `Drift of ${environment}: ${open} of ${objects} ${objects === 1 ? 'object' : 'objects'} drifted`;
}

/** What that means, in full sentences. */
export function driftVerdict({ objects, untouched, settled, steps, notes }: Drift): string {
  const open = objects - untouched - settled;
  const also =
    settled === 0
      ? ''
      : ` ${settled} ${settled === 1 ? 'object' : 'objects'} changed outside Edgewright to what the files declare.`;
  if (open > 0) return `Drift is kept until it is pulled or reverted.${also}`;
  const isElsewhere =
    steps.some(({ action }) => action !== 'forget') || notes.some(({ topic }) => topic === 'orphan');
  if (isElsewhere) return `Objects outside the ledger changed.${also}`;
  if (settled > 0) return `No drift.${also}`;
  return objects === 0
    ? 'No drift: the ledger is empty.'
    : 'No drift: every object is as Edgewright last wrote it.';
}
