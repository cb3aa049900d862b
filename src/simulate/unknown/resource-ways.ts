/** The ways of requests through a resource, each once, by its trail. */
import { patternCovers } from '../../routing/text-pattern.ts';
import { selectorOf } from '../../routing/selector.ts';
import type { SideIndex } from '../../routing/traffic/side-index.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { pathLiteral, pathLiterals } from './path-conditions.ts';
import type { Ask, Literal } from './term.ts';
import { areCompatible } from './theory.ts';
import { waysOf, type OpenWay } from './ways.ts';
import { trailOf, type WayTrail } from './way-trail.ts';

export interface ResourceWay {
  readonly trail: WayTrail;
  /** The conditions under which a request takes it; any of them is enough. */
  readonly open: readonly OpenWay[];
}

export interface ResourceWays {
  readonly ways: readonly ResourceWay[];
  /** They are not all. */
  readonly isCut: boolean;
}

export function waysThrough(server: TrafficServer, side: SideIndex): ResourceWays {
  const { ways, isCut } = waysOf(server, side, (ask) => ownPaths(server, side, ask));
  const byKey = groupBy(
    ways.map((open) => ({ open, trail: trailOf(open.events) })),
    ({ trail }) => trail.key,
  );
  const listed = [...byKey.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ trail: first.trail, open: group.map(({ open }) => open) }];
  });
  return { ways: listed, isCut };
}

/** The paths that a route takes, without those that longer matches of its edge take. */
function ownPaths(server: TrafficServer, side: SideIndex, ask: Ask): readonly Literal[] {
  const ownSelector = server.kind === 'https-route' ? selectorOf(server.spec) : undefined;
  if (ownSelector === undefined) return [];
  const others = side.servers.flatMap((other) => {
    const selector = other.kind === 'https-route' ? selectorOf(other.spec) : undefined;
    if (selector === undefined || selector.edge !== ownSelector.edge || selector.rank <= ownSelector.rank)
      return [];
    const isInside =
      (selector.host === '' || selector.host === ownSelector.host) &&
      selector.pattern.text !== ownSelector.pattern.text &&
      patternCovers(ownSelector.pattern, selector.pattern);
    return isInside ? [{ ...pathLiteral(selector.pattern, ask), holds: false }] : [];
  });
  const literals = [...pathLiterals(server, ask), ...others];
  return areCompatible(literals) ? literals : pathLiterals(server, ask);
}
