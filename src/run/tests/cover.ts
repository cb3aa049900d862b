/** The ways of requests through the resources of an environment, and those that tests take. */
import { isSwitchedOff, moduleState } from '../../derive/module-state.ts';
import { locateInResource } from '../../lint/locate/in-resource.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { CoveredPart, CoveredResource, WayCount } from '../../model/traffic/test-cover.ts';
import type { RequestTestResult } from '../../model/traffic/request-test.ts';
import type { SimulatedOutcome, SimulationPlace } from '../../model/traffic/simulation.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { guardingModules } from '../../simulate/modules.ts';
import { programOf } from '../../simulate/policy-program.ts';
import { waysThrough, type ResourceWay, type ResourceWays } from '../../simulate/unknown/resource-ways.ts';
import type { TestSide } from '../../simulate/run-tests.ts';
import { openSimulator } from '../../simulate/simulate.ts';
import { keyOfStep, trailThrough, type WayTrail } from '../../simulate/unknown/way-trail.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The resources with a traffic policy or with modules that may refuse a request. */
export function coverOf(
  side: TestSide,
  desired: readonly CompiledResource[],
  results: readonly RequestTestResult[],
): readonly CoveredResource[] {
  const index = openSide(side);
  const taken = takenIn(side, index, results);
  const resources = new Map(desired.map((resource) => [resource.address, resource]));
  return side.servers.flatMap((server) => {
    const resource = resources.get(server.address);
    const parts = partsOf(server, index);
    if (resource === undefined || parts.length === 0) return [];
    const trails = taken(server.address);
    const listed = waysThrough(server, index);
    const covered = parts.flatMap((part) => coveredPart(part, resource, listed, trails));
    if (covered.length === 0) return [];
    const ways = listed.isCut ? undefined : countOf(listed.ways, trails);
    return [
      {
        address: server.address,
        environment: side.environment,
        place: locateInResource(resource, { path: [] }).place,
        ...withoutUndefined({ ways }),
        parts: covered,
      },
    ];
  });
}

/** The ways that no test takes. */
export function openWaysOf(
  server: TrafficServer,
  side: TestSide,
  results: readonly RequestTestResult[],
): ResourceWays {
  const index = openSide(side);
  const keys = new Set(takenIn(side, index, results)(server.address).certain.map(({ key }) => key));
  const { ways, isCut } = waysThrough(server, index);
  return { ways: ways.filter(({ trail }) => !keys.has(trail.key)), isCut };
}

interface TakenTrails {
  /** The ways of tests whose facts decide them. */
  readonly certain: readonly WayTrail[];
  /** The steps that tests take however facts that are missing are. */
  readonly steps: ReadonlySet<string>;
}

/** The ways of tests through a resource. A test with facts that cannot be takes none. */
function takenIn(
  { nameOf }: TestSide,
  side: SideIndex,
  results: readonly RequestTestResult[],
): (address: string) => TakenTrails {
  const outcomesOf = openSimulator({ side, nameOf });
  const all = results
    .filter(({ result }) => result.contradictions.length === 0)
    .map(({ test }) => [...outcomesOf(test.facts)]);
  return (address) => {
    const certain: WayTrail[] = [];
    const steps = new Set<string>();
    for (const outcomes of all) {
      const [first, ...more] = trailsThrough(address, outcomes, side);
      if (first === undefined) continue;
      if (more.every(({ key }) => key === first.key)) certain.push(first);
      for (const step of first.steps)
        if (more.every((trail) => trail.steps.some((trailStep) => keyOfStep(trailStep) === keyOfStep(step))))
          steps.add(keyOfStep(step));
    }
    return { certain, steps };
  };
}

/** The endpoints that share the URL of one. */
export function poolOf(address: string, servers: readonly TrafficServer[]): ReadonlySet<string> {
  const url = servers.find((server) => server.address === address)?.spec['url'];
  const pool = url === undefined ? [] : servers.filter(({ spec }) => spec['url'] === url);
  return new Set(pool.map((server) => server.address));
}

/**
 * The ways of a request through a resource; none if it may miss it. Of endpoints that share a URL, the service chooses
 * one: a request to it is one to each.
 */
export function trailsThrough(
  address: string,
  outcomes: readonly SimulatedOutcome[],
  { servers }: Pick<SideIndex, 'servers'>,
): readonly WayTrail[] {
  const pool = poolOf(address, servers);
  const isShared = ({ events }: SimulatedOutcome): boolean =>
    events.some(
      (event) =>
        (event.code === 'selected' && pool.has(event.address)) ||
        (event.code === 'forwarded' && event.to !== undefined && pool.has(event.to)),
    );
  const trails = outcomes.map((outcome) => trailThrough(address, outcome.events));
  if (outcomes.some((outcome, index) => trails[index] === undefined && !isShared(outcome))) return [];
  return trails.filter((trail) => trail !== undefined);
}

interface Part extends Pick<CoveredPart, 'is' | 'name'> {
  readonly at: SimulationPlace;
}

function partsOf({ address, kind, spec }: TrafficServer, { ownActions }: SideIndex): readonly Part[] {
  const modules = Object.keys(guardingModules)
    .filter((name) => moduleState(spec, name) !== 'off')
    .map((name): Part => ({ is: 'module', name, at: { address, path: [name] } }));
  if (kind !== 'endpoint' && isSwitchedOff(spec['traffic_policy'])) return modules;
  const path = kind === 'endpoint' ? ['traffic_policy'] : ['traffic_policy', 'value'];
  const program = programOf(spec, ownActions) ?? {};
  const rules = [program.on_tcp_connect, program.on_http_request, program.on_http_response].flatMap(
    (some = []) => some,
  );
  return [
    ...modules,
    ...rules.map(({ name, inside }): Part => ({ is: 'rule', name, at: { address, path, inside } })),
  ];
}

/** Nothing for a module that ends no request. */
function coveredPart(
  { is: type, name, at }: Part,
  resource: CompiledResource,
  { ways, isCut }: ResourceWays,
  taken: TakenTrails,
): readonly CoveredPart[] {
  const step = keyOfStep({ does: type === 'rule' ? 'matches' : 'ends', at });
  const through = ways.filter(({ trail }) => trail.steps.some((trailStep) => keyOfStep(trailStep) === step));
  const isTaken = taken.steps.has(step);
  if (type === 'module' && !isCut && !isTaken && through.length === 0) return [];
  const { path, inside } = at;
  const { place } = locateInResource(resource, { path, ...withoutUndefined({ inside }) });
  return [{ is: type, name, place, isTaken, ...(isCut ? {} : { ways: countOf(through, taken) }) }];
}

function countOf(ways: readonly ResourceWay[], { certain }: TakenTrails): WayCount {
  const keys = new Set(certain.map(({ key }) => key));
  return { count: ways.length, taken: ways.filter(({ trail }) => keys.has(trail.key)).length };
}
