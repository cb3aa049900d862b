import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import type { SideIndex } from '../../routing/traffic/side-index.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { openSimulator, type Simulator } from '../simulate.ts';
import type { RequestFacts } from '../../model/traffic/request-facts.ts';

/** Runs requests at a resource: the outcome, where it is decided without further facts. */
export function decidedOutcomes(
  side: SideIndex,
  server: TrafficServer,
): (request: RequestFacts) => SimulatedOutcome | undefined {
  let simulator: Simulator | undefined;
  return (request) => {
    simulator ??= openSimulator({ side, nameOf: (id) => id }, server);
    let only: SimulatedOutcome | undefined;
    for (const outcome of simulator(request)) {
      if (only !== undefined) return undefined;
      only = outcome;
    }
    return only?.lost === undefined ? only : undefined;
  };
}
