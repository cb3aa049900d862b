import { contestsOf } from '../../routing/contests/contests-of.ts';
import type { Planning } from '../input.ts';
import { lostWithSecrets } from './lost-between.ts';
import { missingRoutes } from './missing-routes.ts';
import { lossesOfContests, type ContestLosses, type WeakerHandover } from './moments.ts';
import type { Moves } from './turns.ts';
import { worldOf, type MoveSide } from './worlds.ts';

/**
 * The losses of the moves in each world that may be the real one: the one that the API shows and, if there may be routes
 * that it does not show, the one in which they serve.
 */
export function lossesOf(planning: Planning, moves: Moves, side: MoveSide): ContestLosses {
  const world = worldOf(planning, moves, side);
  const lost = lostWithSecrets(moves);
  const shown = lossesOfContests(contestsOf(world), lost);
  const routes = missingRoutes(planning);
  if (routes.length === 0) return shown;
  const other = lossesOfContests(
    contestsOf({ ...world, still: [...world.still, ...routes.map(({ holder }) => holder)] }),
    lost,
  );
  const reasons = new Map(routes.map(({ holder, why }) => [holder.address, why]));
  const possible = (found: readonly WeakerHandover[]): readonly WeakerHandover[] =>
    found.flatMap((handover) => {
      const address = [...handover.from, handover.to].find((one) => reasons.has(one.address))?.address;
      const why = address === undefined ? undefined : reasons.get(address);
      return address === undefined || why === undefined ? [] : [{ ...handover, ifThere: { address, why } }];
    });
  return {
    ...shown,
    handovers: [...shown.handovers, ...possible(other.handovers)],
    unread: [...shown.unread, ...possible(other.unread)],
    demands: [
      ...shown.demands,
      ...other.demands.flatMap((demand) =>
        possible([demand.handover]).map((handover) => ({ ...demand, handover })),
      ),
    ],
  };
}
