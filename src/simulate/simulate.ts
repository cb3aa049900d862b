/**
 * The outcome of a request: the resource that serves it, its modules, the phases of its traffic policy, the internal
 * endpoints that it is forwarded to, and the way of the response back. Nothing is sent, and nothing is guessed: where a
 * fact is unknown, both ways are followed, and each is an outcome of its own. A caller that finds the same in all of
 * them needs no more facts.
 */
import type { SimulatedOutcome } from '../model/traffic/simulation.ts';
import type { TrafficServer } from '../routing/traffic-server.ts';
import { normalPath } from '../derive/forms/normal-match.ts';
import { parseRequest } from '../routing/traffic/request.ts';
import { expressionReader } from './expressions.ts';
import { requestOf, type RequestMessage, type ResponseMessage } from './messages.ts';
import { programOf, type Program } from './policy-program.ts';
import { replyAt, serveRequest } from './request-reply.ts';
import {
  openWalk,
  unservedReply,
  type Assume,
  type RequestReply,
  type SimulatorOptions,
  type Walk,
} from './walk.ts';
import type { RequestFacts } from '../model/traffic/request-facts.ts';
import { isWebScheme, urlParts } from '../routing/request-url.ts';

/** The outcomes that are possible for a request on one side, one after the other. */
export type Simulator = (facts: RequestFacts) => Iterable<SimulatedOutcome>;

/** Assumptions are followed up to this many outcomes. */
const mostOutcomes = 64;

/** `at`: the resource that gets the requests. Absent: the one that serves their URLs. */
export function openSimulator({ side, nameOf }: SimulatorOptions, at?: TrafficServer): Simulator {
  const expressionOf = expressionReader();
  const programs = new Map<TrafficServer, Program | undefined>();
  const programAt = (server: TrafficServer): Program | undefined => {
    if (!programs.has(server)) programs.set(server, programOf(server.spec, side.ownActions));
    return programs.get(server);
  };
  return (facts) =>
    outcomesOf((assume) => outcomeOf(openWalk({ side, nameOf, expressionOf, programAt, facts, assume }), at));
}

/** Every combination of assumptions, each made once in a walk and kept for the rest of it. */
function* outcomesOf(walkWith: (assume: Assume) => SimulatedOutcome): Generator<SimulatedOutcome> {
  let script: readonly boolean[] = [];
  for (let count = 0; count < mostOutcomes; count++) {
    const made = new Map<string, boolean>();
    const outcome = walkWith((unknown, about) => {
      const key = `${unknown.give ?? ''} ${about}`;
      const assumed = made.get(key) ?? script[made.size] ?? false;
      made.set(key, assumed);
      return assumed;
    });
    yield outcome;
    const assumptions = [...made.values()];
    const last = assumptions.lastIndexOf(false);
    if (last === -1) return;
    script = [...assumptions.slice(0, last), true];
  }
  yield cut;
}

/** Stands for the outcomes beyond the limit. */
const cut: SimulatedOutcome = {
  events: [],
  forwardedTo: [],
  connection: 'open',
  lost: { why: 'limit', of: `more than ${mostOutcomes} outcomes` },
};

function outcomeOf(walk: Walk, at: TrafficServer | undefined): SimulatedOutcome {
  const { facts } = walk;
  const { response } =
    at === undefined ? routedReply(walk) : replyAt(walk, { server: at, chain: [] }, seenRequest(walk));
  // A connection that carries no HTTP has no response.
  const isWeb = isWebScheme(urlParts(facts.url).scheme);
  return {
    connection: response === undefined ? 'refused' : 'open',
    ...walk.trail.outcome(),
    ...(response === undefined || !isWeb
      ? {}
      : {
          status: response.status,
          response: { headers: response.headers, body: bodyOf(facts.method, response) },
        }),
  };
}

function routedReply(walk: Walk): RequestReply {
  const { url, method, headers } = walk.facts;
  const parsed = parseRequest(url, { method, headers });
  return 'problem' in parsed
    ? unservedReply(walk, url)
    : serveRequest(walk, { ...parsed.request, ...routedPath(walk) }, seenRequest(walk));
}

/** The request as a policy sees it. */
function seenRequest(walk: Walk): RequestMessage {
  return { ...requestOf(walk.facts), ...seenUrl(walk) };
}

/** Responses without a body (RFC 9110 6.4.1). */
function bodyOf(method: string, { status, body }: ResponseMessage): ResponseMessage['body'] {
  return method === 'HEAD' || status === 204 || status === 304 ? '' : body;
}

/** The path by which a request with empty or dot segments is routed: as it is sent, or in normal form. */
function routedPath(walk: Walk): { readonly path?: string } {
  const path = unusualPath(walk);
  if (path === undefined || isNormalized(walk, path, 'for routing')) return {};
  return { path };
}

/** The URL that a policy sees of such a request. */
function seenUrl(walk: Walk): { readonly url?: string } {
  const path = unusualPath(walk);
  if (path === undefined || !isNormalized(walk, path, 'for policies')) return {};
  const { url } = walk.facts;
  const start = url.indexOf(path);
  return { url: url.slice(0, start) + normalPath(path) + url.slice(start + path.length) };
}

/** The path, if it has empty or dot segments, of which the service does not say what becomes of them. */
function unusualPath({ facts: { url } }: Walk): string | undefined {
  const { scheme, path } = urlParts(url);
  return isWebScheme(scheme) && /\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path) ? path : undefined;
}

function isNormalized(walk: Walk, path: string, why: string): boolean {
  const of = `whether the path ${path} is normalized ${why}`;
  return walk.decide({ why: 'undocumented', of }, of);
}
