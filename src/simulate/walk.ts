/** The walk of one request through the resources of a side: what it asks, and what it has found so far. */
import type { SimulatedOutcome, SimulationEvent, SimulationPlace } from '../model/traffic/simulation.ts';
import type { SideIndex } from '../routing/traffic/side-index.ts';
import type { TrafficServer } from '../routing/traffic-server.ts';
import { errorStatus, type PolicyCall } from './effects/effect.ts';
import type { CelExpression } from './expressions.ts';
import { RandomNumbers } from './functions/random.ts';
import type { ResponseMessage } from './messages.ts';
import type { Program } from './policy-program.ts';
import type { Ask } from './unknown/term.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import type { Unknown } from '../model/traffic/unknown.ts';
import type { Contradiction } from '../model/traffic/contradiction.ts';
import type { RequestFacts } from '../model/traffic/request-facts.ts';

export interface SimulatorOptions {
  readonly side: SideIndex;
  /** The name of an id in `ids`, or the id itself. */
  readonly nameOf: (id: string) => string;
}

/** Assumes that an unknown fact holds or does not; `about` tells the questions about one fact apart. */
export type Assume = (unknown: Unknown, about: string) => boolean;

export interface Walk extends SimulatorOptions {
  readonly expressionOf: (text: string) => CelExpression;
  /** Undefined: the policy of the resource cannot be read. */
  readonly programAt: (server: TrafficServer) => Program | undefined;
  readonly facts: RequestFacts;
  /** The request is not given: answers what is asked about it. Absent: `facts` say all that is known. */
  readonly ask?: Ask | undefined;
  /** It is not given for which host of the resource the client asks. */
  readonly isAnyHost?: boolean | undefined;
  readonly noteCall?: ((call: PolicyCall) => void) | undefined;
  /** Those of the test: each call takes one. */
  readonly random: RandomNumbers;
  /** Like `Assume`, and kept in the trail. */
  readonly decide: (unknown: Unknown, about: string, at?: SimulationPlace) => boolean;
  readonly trail: Trail;
}

/** The findings of a walk; the last resource that says something of a result is the one that counts. */
export interface Trail {
  readonly add: (event: SimulationEvent) => void;
  readonly count: () => number;
  readonly forwardedTo: (url: string) => void;
  readonly contradict: (contradiction: Contradiction) => void;
  readonly find: (found: WalkFacts) => void;
  readonly outcome: () => WalkFacts & Pick<SimulatedOutcome, 'events' | 'forwardedTo' | 'contradictions'>;
}

type WalkFacts = Partial<
  Pick<
    SimulatedOutcome,
    'servedBy' | 'isHostUnserved' | 'lost' | 'backend' | 'login' | 'refusedBy' | 'request' | 'decidedAt'
  >
>;

export function openWalk({
  assume,
  ...input
}: Omit<Walk, 'decide' | 'random' | 'trail'> & { readonly assume: Assume }): Walk {
  const trail = openTrail();
  return {
    ...input,
    random: new RandomNumbers(input.facts.given.random, trail.contradict, {
      observed: input.facts.observed?.random,
    }),
    trail,
    decide: (unknown, about, at) => {
      const assumed = assume(unknown, about);
      trail.add({ code: 'undecided', unknown, assumed, ...withoutUndefined({ at }) });
      return assumed;
    },
  };
}

export function openTrail(): Trail {
  const events: SimulationEvent[] = [];
  const forwardedTo: string[] = [];
  const contradictions: Contradiction[] = [];
  let found: WalkFacts = {};
  return {
    add: (event) => void events.push(event),
    count: () => events.length,
    forwardedTo: (url) => void forwardedTo.push(url),
    contradict: (contradiction) => void contradictions.push(contradiction),
    find: (more) => void (found = { ...found, ...more }),
    outcome: () => ({
      events,
      forwardedTo,
      ...(contradictions.length === 0 ? {} : { contradictions }),
      ...found,
    }),
  };
}

/** The response of a resource. `isRefusal`: no response phase runs at it; undefined: the connection is closed. */
export interface RequestReply {
  readonly response: ResponseMessage | undefined;
  readonly isRefusal?: boolean;
  /** Whether the response phase runs on it is not documented. */
  readonly isUnclear?: boolean;
}

/** An error of the service: a response that it makes itself, with a status that is not documented. */
export function errorReply({ facts, trail }: Walk, of: string): RequestReply {
  trail.add({ code: 'failed', of });
  return serviceReply(facts, of);
}

export function unservedReply(
  { facts, trail }: Walk,
  url: string,
  bindings: readonly string[] = [],
): RequestReply {
  trail.add({ code: 'nothing-serves', url, ...(bindings.length === 0 ? {} : { bindings }) });
  return serviceReply(facts, 'a URL that is not served');
}

function serviceReply(facts: RequestFacts, of: string): RequestReply {
  return { response: { status: errorStatus(facts, of), headers: new Map(), body: '' }, isRefusal: true };
}
