import type { Contest, World } from './contests.ts';
import { hostContests } from './host-contests.ts';
import { routeContests, routesOf } from './route-contests.ts';

/** Every space of URLs that the changes of a world touch, with all that could serve it. */
export function* contestsOf(world: World): Iterable<Contest> {
  const routes = routesOf(world);
  yield* routeContests(routes, world);
  yield* hostContests(routes, world);
}
