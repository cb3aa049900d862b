import type { Contest, World } from './contests.ts';
import { hostContests } from './host-contests.ts';
import { routeContests, routesOf } from './route-contests.ts';

/** All spaces of URLs that the changes of a world affect, with the rivals for each. */
export function* contestsOf(world: World): Iterable<Contest> {
  const routes = routesOf(world);
  yield* routeContests(routes, world);
  yield* hostContests(routes, world);
}
