/** Who serves a request, and what the chain of its modules, its policy and its upstream makes of it. */
import { isSwitchedOff } from '../derive/module-state.ts';
import type { SimulationPlace } from '../model/traffic/simulation.ts';
import type { TraceRequest } from '../model/traffic/trace.ts';
import { doesAnswer, type TrafficServer } from '../routing/traffic-server.ts';
import { bindingsOf, publicBinding } from '../routing/bindings.ts';
import { answerOfUpstream, askUpstream } from './ask-upstream.ts';
import type { RequestMessage, ResponseMessage } from './messages.ts';
import { guardingModules, responseModules } from './modules.ts';
import { runModules } from './run-modules.ts';
import { policyAt, runPhase, type ForwardEffect, type PolicyRun } from './run-phase.ts';
import { errorReply, unservedReply, type RequestReply, type Walk } from './walk.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { isUnknownValue, type Unknown } from '../model/traffic/unknown.ts';
import type { ClientFacts } from '../model/traffic/request-facts.ts';
import { isWebScheme, urlParts } from '../routing/request-url.ts';
import { isTrue, noAnswerOf } from './unknown/effects/questions.ts';

/** The reply to a request from outside. */
export function serveRequest(walk: Walk, traced: TraceRequest, request: RequestMessage): RequestReply {
  const { side, facts, trail } = walk;
  const { edge: givenEdge } = facts.given;
  const all = side.takersOf(traced);
  const takers = all
    .map((taker) => ({ ...taker, servers: taker.servers.filter((server) => isReached(server, facts.from)) }))
    .filter(({ edge, servers }) => edge !== undefined || servers.length > 0);
  const named = takers.filter(({ edge }) => edge !== undefined && isEdge(walk, edge, givenEdge));
  const among =
    named.length > 0 ? named : takers.filter(({ edge }) => givenEdge === undefined || edge === undefined);
  const ofEdge: Unknown = { why: 'not-given', of: `the HTTPS edge of ${traced.url}`, give: 'given.edge' };
  const isByEdge = among.every(({ edge }) => edge !== undefined);
  // Several edges may have a host whose edge the files do not tell; an endpoint may have it as well.
  const taker = oneOf(
    walk,
    {
      all: among,
      nameOf: ({ edge, servers }) =>
        edge === undefined ? (servers[0]?.address ?? '') : side.edges.nameOf(edge),
    },
    isByEdge ? ofEdge : { why: 'undocumented', of: `which of an edge and an endpoint serves ${traced.url}` },
  );
  // An edge whose hosts are not known may have the host or not.
  const isTold =
    taker?.isAssumed !== true || givenEdge !== undefined || walk.decide(ofEdge, 'the edge has the host');
  const server = isTold ? oneServer(walk, taker?.servers ?? [], traced.url) : undefined;
  if (server === undefined) {
    const isChosen = taker !== undefined && isTold;
    if (!isChosen && takers.every(({ isAssumed }) => isAssumed)) trail.find({ isHostUnserved: true });
    return unservedReply(walk, traced.url, bindingsAmong(all));
  }
  const by = withoutUndefined({
    edge: taker?.edge === undefined ? undefined : side.edges.nameOf(taker.edge),
  });
  trail.add({ code: 'selected', address: server.address, ...by });
  return replyAt(walk, { server, chain: [] }, request);
}

function isEdge({ side }: Walk, edge: string, givenEdge: string | undefined): boolean {
  return givenEdge !== undefined && (side.edges.nameOf(edge) === givenEdge || edge === givenEdge);
}

/** Whether a client comes by one of the bindings of an endpoint. */
function isReached({ kind, spec }: TrafficServer, { binding = publicBinding }: ClientFacts): boolean {
  return kind !== 'endpoint' || bindingsOf(spec).includes(binding);
}

/** The bindings of endpoints, each once. */
function bindingsAmong(takers: readonly { readonly servers: readonly TrafficServer[] }[]): readonly string[] {
  const endpoints = takers.flatMap(({ servers }) => servers.filter(({ kind }) => kind === 'endpoint'));
  return [...new Set(endpoints.flatMap(({ spec }) => bindingsOf(spec)))].sort();
}

/** One of several resources with the same URL: which of them gets a request is not documented. */
function oneServer(walk: Walk, servers: readonly TrafficServer[], url: string): TrafficServer | undefined {
  const of = `which of ${servers.length} resources serves ${url}`;
  return oneOf(walk, { all: servers, nameOf: ({ address }) => address }, { why: 'undocumented', of });
}

interface Candidates<One> {
  readonly all: readonly One[];
  readonly nameOf: (candidate: One) => string;
}

function oneOf<One>(walk: Walk, { all, nameOf }: Candidates<One>, unknown: Unknown): One | undefined {
  return (
    all.slice(1).find((candidate) => walk.decide(unknown, `${unknown.of} ${nameOf(candidate)}`)) ?? all[0]
  );
}

/** A resource that gets a request. */
interface Hop {
  readonly server: TrafficServer;
  /** The resources that forwarded the request to it. */
  readonly chain: readonly TrafficServer[];
}

/** The reply of a resource. */
export function replyAt(walk: Walk, { server, chain }: Hop, received: RequestMessage): RequestReply {
  walk.trail.find({ servedBy: server.address });
  // Of a request that is not given, it is asked who may pass, not what answers.
  if (walk.ask === undefined && !doesAnswer(server)) return errorReply(walk, 'a route without a backend');
  const guarded = runModules(walk, guardingModules, server, { request: received });
  if ('response' in guarded) return guarded;
  const run: PolicyRun = {
    server,
    state: { vars: new Map(), results: new Map() },
    isForwarded: chain.length > 0,
    forward: (effect, request, at) => forward(walk, effect, { request, at, chain: [...chain, server] }),
  };
  const answered = runRequestPhases(walk, run, guarded.request);
  const replied = 'response' in answered ? answered : askUpstream(walk, server, answered.request);
  if (replied.isRefusal === true || replied.response === undefined) return replied;
  if (replied.isUnclear === true && !runsResponsePhase(walk, server)) return { response: replied.response };
  return respond(walk, run, { request: guarded.request, response: replied.response });
}

/** The phases before the upstream. */
function runRequestPhases(
  walk: Walk,
  run: PolicyRun,
  request: RequestMessage,
): RequestReply | { readonly request: RequestMessage } {
  const { server, isForwarded } = run;
  const isWeb = isWebScheme(urlParts(walk.facts.url).scheme);
  if (server.kind !== 'endpoint' && isSwitchedOff(server.spec['traffic_policy'])) {
    const at: SimulationPlace = { address: server.address, path: ['traffic_policy'] };
    walk.trail.add({ code: 'off', by: 'traffic_policy', at });
  }
  let current = request;
  for (const phase of ['on_tcp_connect', 'on_http_request'] as const) {
    const runs = phase === 'on_tcp_connect' ? !isWeb || !isForwarded : isWeb && server.kind !== 'tls-edge';
    if (!runs) continue;
    const phased = runPhase(walk, run, { phase, request: current });
    if ('reply' in phased) return phased.reply;
    current = phased.request;
  }
  return { request: current };
}

/** Whether rules of the response phase run on a refusal or a redirect. */
function runsResponsePhase(walk: Walk, server: TrafficServer): boolean {
  const program = policyAt(walk, server);
  if (program !== 'unknown' && (program.on_http_response ?? []).length === 0) return true;
  const of = 'the response phase after a refusal or a redirect';
  const at: SimulationPlace = { address: server.address, path: ['traffic_policy'] };
  return walk.decide({ why: 'undocumented', of }, `${server.address} ${of}`, at);
}

/** The way back of a response. */
function respond(
  walk: Walk,
  run: PolicyRun,
  { request, response }: { readonly request: RequestMessage; readonly response: ResponseMessage },
): RequestReply {
  const phased = runPhase(walk, run, { phase: 'on_http_response', request, response });
  const reply = 'reply' in phased ? phased.reply : { response: phased.response ?? response };
  if (reply.response === undefined || reply.isRefusal === true) return reply;
  const changed = runModules(walk, responseModules, run.server, { request, response: reply.response });
  return 'response' in changed ? changed : { response: changed.changed ?? reply.response };
}

function isOffline(walk: Walk, url: string): boolean {
  const { observed, given } = walk.facts;
  if (walk.ask !== undefined) return isTrue(walk, noAnswerOf(url));
  return (observed?.answerOf(url) ?? given.upstream) === 'offline';
}

/** A request at the action that forwards it. */
interface ForwardedRequest extends Pick<Hop, 'chain'> {
  readonly request: RequestMessage;
  readonly at: SimulationPlace;
}

/** The reply of the target; undefined if it does not answer and the policy goes on. */
function forward(
  walk: Walk,
  { url, continues }: ForwardEffect,
  { request, at, chain }: ForwardedRequest,
): RequestReply | undefined {
  const { side, trail } = walk;
  if (isUnknownValue(url)) {
    trail.add({ code: 'lost', unknown: url.unknown, at });
    trail.find({ lost: url.unknown, decidedAt: at });
    return errorReply(walk, 'a target that is not known');
  }
  const target = side.forwardTargetOf(url);
  const named = target?.url ?? url;
  if (continues && isOffline(walk, named)) return undefined;
  trail.forwardedTo(named);
  trail.find({ decidedAt: at });
  const server = oneServer(walk, target?.endpoints ?? [], named);
  if (server === undefined) {
    trail.add({ code: 'forwarded', url: named, at });
    return answerOfUpstream(walk, request, named);
  }
  trail.add({ code: 'forwarded', url: named, to: server.address, at });
  if (chain.includes(server)) {
    trail.add({ code: 'loop', to: server.address, at });
    return errorReply(walk, 'a request that is forwarded in a circle');
  }
  const reply = replyAt(walk, { server, chain }, request);
  return reply.response === undefined ? reply : { response: reply.response };
}
