/** Tests for the ways of a resource that no test takes, each run before it is printed. */
import { type SuggestedTest, testOf } from './suggested-test.ts';
import type { TrafficServer } from '../../../routing/traffic-server.ts';
import type { TestSide } from '../../../simulate/run-tests.ts';
import type { RequestTestResult } from '../../../model/traffic/request-test.ts';
import { openWaysOf, poolOf, trailsThrough } from '../cover.ts';
import { withoutWritten } from '../../../derive/secrets/written-secrets.ts';
import { keyOfStep } from '../../../simulate/unknown/way-trail.ts';
import type { ResourceWay } from '../../../simulate/unknown/resource-ways.ts';
import { openSide } from '../../../routing/traffic/side-index.ts';
import { openSimulator, type Simulator } from '../../../simulate/simulate.ts';
import { requestPlaceOf, requestAt, type RequestPlace } from './request-of-way.ts';
import type { SimulatedOutcome } from '../../../model/traffic/simulation.ts';
import { factOptions } from '../fact-options.ts';
import { decidedFacts, withOption } from './decided-facts.ts';
import { isSameJson } from '../../../text/json/json-access.ts';
import type { RequestFacts } from '../../../model/traffic/request-facts.ts';
import { requestFor } from '../../../simulate/unknown/witness.ts';
import { conditionsOf } from '../../../plan/exposure/shown-request.ts';
import { unknownText } from '../../../report/tests/unknown-words.ts';

export interface Suggestions {
  readonly tests: readonly SuggestedTest[];
  /** For each way that no test is found for, the conditions or the fact that it needs. */
  readonly dropped: readonly string[];
  /** The ways cannot be listed: there is a test for each rule that one could be built for. */
  readonly isCut: boolean;
}

/** Ways of the same places are tried under this many conditions. */
const mostConditions = 12;

export function suggestTests(
  server: TrafficServer,
  side: TestSide,
  results: readonly RequestTestResult[],
): Suggestions {
  const { ways, isCut } = openWaysOf(server, side, results);
  const builder = openBuilder(server, side);
  const tests: SuggestedTest[] = [];
  const dropped: string[] = [];
  const steps = new Set<string>();
  const withoutSecrets = withoutWritten(side.servers);
  for (const way of ways) {
    const stepKeys = way.trail.steps.map(keyOfStep);
    if (isCut && stepKeys.every((step) => steps.has(step))) continue;
    const test = builder.build(way);
    if (test === undefined) {
      dropped.push(withoutSecrets(builder.reason(way)));
      continue;
    }
    for (const step of stepKeys) steps.add(step);
    tests.push(test);
  }
  return { tests, dropped, isCut };
}

interface WayBuilder {
  /** Undefined if none is found. */
  readonly build: (way: ResourceWay) => SuggestedTest | undefined;
  /** Why none is found. */
  readonly reason: (way: ResourceWay) => string;
}

/** Builds tests for ways of a resource. */
function openBuilder(server: TrafficServer, side: TestSide): WayBuilder {
  const index = openSide(side);
  const pool = poolOf(server.address, side.servers);
  // Of endpoints that share a URL, each may give the response.
  const alone = openSide({
    ...side,
    servers: side.servers.filter(({ address }) => address === server.address || !pool.has(address)),
  });
  const outcomesOf = openSimulator({ side: index, nameOf: side.nameOf });
  const withoutSecrets = withoutWritten(side.servers);
  const place = requestPlaceOf(server, index);
  const byAddress = new Map(
    index.servers.map((trafficServer): [string, TrafficServer] => [trafficServer.address, trafficServer]),
  );
  const build = (way: ResourceWay): SuggestedTest | undefined => {
    const met = new Set([server.address, ...way.trail.steps.map(({ at }) => at.address)]);
    const servers = [...met].flatMap((address) => byAddress.get(address) ?? []);
    const isWay = (outcomes: readonly SimulatedOutcome[]): boolean => {
      const trails = trailsThrough(server.address, outcomes, index);
      return trails.length > 0 && trails.every(({ key }) => key === way.trail.key);
    };
    const open = way.open.toSorted((left, right) => left.when.length - right.when.length);
    const requests = open.slice(0, mostConditions).flatMap(({ when }) => {
      const asked = requestAt(place, when);
      return asked === undefined ? [] : [{ when, asked }];
    });
    for (const { when, asked } of requests.toSorted(
      (left, right) => sizeOf(left.asked) - sizeOf(right.asked),
    )) {
      for (const option of factOptions(servers, index.ownActions, when)) {
        const facts = decidedFacts(withOption(asked, option), outcomesOf, isWay);
        const test = facts && testOf(facts, server.address, { side, index: alone, isWay, outcomesOf });
        // A request with a secret that a file holds would spread it.
        if (test !== undefined && isSameJson(withoutSecrets(test), test)) return test;
      }
    }
    return undefined;
  };
  return { build, reason: (way) => reasonOf(way, place, outcomesOf) };
}

/** The parts by which a request is more than `GET` of a URL. */
function sizeOf({ method, headers, body, from }: RequestFacts): number {
  return (method === 'GET' ? 0 : 1) + headers.size + (body === undefined ? 0 : 1) + Object.keys(from).length;
}

/** Why no test takes a way: the fact that no file can know, or else the conditions that no request makes true. */
function reasonOf({ open }: ResourceWay, place: RequestPlace, outcomesOf: Simulator): string {
  const [first] = open.toSorted((left, right) => left.when.length - right.when.length);
  const when = first?.when ?? [];
  const asked = requestAt(place, when);
  const beyond = requestFor(when, { base: place.base })?.beyond ?? [];
  const conditions = conditionsOf(beyond.length === 0 ? when : beyond);
  if (beyond.length > 0 || asked === undefined) return conditions.join(', ');
  for (const { events } of outcomesOf(asked))
    for (const event of events) if (event.code === 'undecided') return unknownText(event.unknown);
  return conditions.length === 0 ? 'another resource serves its URL' : conditions.join(', ');
}
