import type { Step } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import { restsOnUndone } from '../during-apply/rests-on-undone.ts';
import { blockedStep, type ObstacleFinder, type StepsAmong } from './obstacle.ts';
import { ownedElsewhere } from './owned-elsewhere.ts';
import { stillNamed } from './still-named.ts';
import { takenIdentity } from './taken-identity.ts';
import { unknownCreate } from './unknown-creates.ts';
import { unsettledWrite } from './unsettled-writes.ts';

/**
 * Everything that can prevent a step that was decided, in order of precedence: of several obstacles of a step, the
 * first is reported. What no request can do at all, such as the removal of a route, is decided as blocked in `steps/`.
 */
const finders: readonly ObstacleFinder[] = [
  ownedElsewhere,
  unknownCreate,
  unsettledWrite,
  takenIdentity,
  stillNamed,
  restsOnUndone,
];

/**
 * The steps, with a blocked one for each that has an obstacle. A blocked step frees no identity and protects no URL, so
 * all obstacles are looked for again after each round, until there are no more.
 */
export function blockSteps(among: StepsAmong): readonly Step[] {
  const blocked = new Set<Step>();
  let { steps } = among;
  for (;;) {
    const next = blockFirst({ ...among, steps }, blocked);
    if (next === undefined) return steps;
    steps = next;
  }
}

/** Blocks the steps with an obstacle of the first finder that finds any; undefined if none does. */
function blockFirst(among: StepsAmong, blocked: Set<Step>): readonly Step[] | undefined {
  for (const finder of finders) {
    const find = finder(among);
    if (find === undefined) continue;
    const found = new Map<Address, Step>();
    const next = among.steps.flatMap((step) => {
      const obstacle = blocked.has(step) ? undefined : find(step);
      if (obstacle === undefined) return [step];
      // Of an update and the drift that it keeps, one is enough.
      if (found.has(step.address)) return [];
      const instead = blockedStep(among.planning, step, obstacle);
      found.set(step.address, instead);
      return [instead];
    });
    for (const step of found.values()) blocked.add(step);
    if (found.size > 0) return next;
  }
  return undefined;
}
