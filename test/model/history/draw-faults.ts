import type { Fault, FaultRule } from '../service/switches.ts';
import type { Random } from './random.ts';

/** Faults for one or two requests of a run, mostly writes. */
export function drawFaults(random: Random): readonly FaultRule[] {
  return Array.from({ length: 1 + random.below(2) }, () => ({
    method: random.pick(['POST', 'POST', 'PATCH', 'PATCH', 'PATCH', 'DELETE', 'GET']),
    nth: 1 + random.below(3),
    fault: drawFault(random),
  }));
}

/** The answer to a create is lost after it was carried out: most runs create few objects, so mostly of the first. */
export function losesCreate(random: Random): readonly FaultRule[] {
  const fault = random.pick<Fault>([{ does: 'lose-after' }, { does: 'answer', status: 503, done: true }]);
  return [{ method: 'POST', nth: random.pick([1, 1, 2]), fault }];
}

function drawFault(random: Random): Fault {
  const faults: readonly Fault[] = [
    { does: 'lose-before' },
    { does: 'lose-after' },
    { does: 'lose-after' },
    { does: 'late', requests: 1 + random.below(6) },
    { does: 'answer', status: 429, done: false },
    { does: 'answer', status: 429, retryAfter: String(1 + random.below(20)), done: false },
    { does: 'answer', status: 503, done: random.chance(0.5) },
    { does: 'answer', status: 500, done: random.chance(0.5) },
    { does: 'answer', status: 400, done: false },
  ];
  return random.pick(faults);
}
