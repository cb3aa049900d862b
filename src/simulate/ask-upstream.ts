/** The request as an upstream gets it, and its response. */
import { moduleState } from '../derive/module-state.ts';
import type { Spec } from '../model/value.ts';
import { isPublic } from '../routing/bindings.ts';
import type { TrafficServer } from '../routing/traffic-server.ts';
import { upstreamResponse } from './effects/call-effects.ts';
import { type RequestMessage, withHeader } from './messages.ts';
import { OpenMap } from './unknown/open-map.ts';
import { Term, type Ask } from './unknown/term.ts';
import { upstreamModules } from './modules.ts';
import { runModules } from './run-modules.ts';
import { clientIp } from './scope.ts';
import { errorReply, type RequestReply, type Walk } from './walk.ts';
import { isWebScheme, urlParts } from '../routing/request-url.ts';

/** The response of the backend, or of the upstream of an endpoint. */
export function askUpstream(walk: Walk, server: TrafficServer, request: RequestMessage): RequestReply {
  const sent = runModules(walk, upstreamModules, server, { request });
  if ('response' in sent) return sent;
  const backend = backendOf(walk, server);
  if (walk.ask !== undefined) {
    if (backend !== undefined) walk.trail.find({ backend });
    return openAnswer(walk, walk.ask, sent.request, backend ?? server.address);
  }
  if (server.kind === 'endpoint' && isCloud(server) && !hasUpstream(walk, server))
    return errorReply(walk, 'a cloud endpoint whose policy does not answer');
  if (backend === undefined && server.kind !== 'endpoint')
    return errorReply(walk, 'a route without a backend');
  if (backend !== undefined)
    walk.trail.find({ backend, decidedAt: { address: server.address, path: ['backend'] } });
  return answerOfUpstream(walk, sent.request, backend ?? server.address);
}

/** A cloud endpoint has no upstream: what its policy does not answer, nothing does. */
function isCloud({ spec }: TrafficServer): boolean {
  return spec['type'] === undefined || spec['type'] === 'cloud';
}

/** An agent may serve the URL of an internal endpoint, too: the test tells. */
function hasUpstream({ facts: { given, observed } }: Walk, { spec, address }: TrafficServer): boolean {
  return (observed?.answerOf(address) ?? given.upstream) !== undefined && !isPublic(spec);
}

function backendOf({ nameOf }: Walk, { spec }: TrafficServer): string | undefined {
  if (moduleState(spec, 'backend') !== 'on') return undefined;
  const id = (spec['backend'] as Spec)['backend_id'];
  return typeof id === 'string' ? nameOf(id) : undefined;
}

export function answerOfUpstream(walk: Walk, request: RequestMessage, upstream: string): RequestReply {
  const { facts, trail } = walk;
  const { scheme, authority } = urlParts(facts.url);
  if (walk.ask !== undefined) return openAnswer(walk, walk.ask, request, upstream);
  let sent = withHeader(request, 'x-forwarded-for', clientIp(facts.from), 'append');
  sent = withHeader(sent, 'x-forwarded-proto', scheme, 'append');
  if (!sent.headers.has('x-forwarded-host')) sent = withHeader(sent, 'x-forwarded-host', authority, 'set');
  const { url, headers, body } = sent;
  trail.find({ request: { url, headers, body } });
  const answer = facts.observed?.answerOf(upstream) ?? facts.given.upstream;
  if (answer === 'offline') {
    trail.add({ code: 'reached', upstream, status: 'offline' });
    return errorReply(walk, 'an upstream that is offline');
  }
  const response = upstreamResponse(answer);
  trail.add({ code: 'reached', upstream, ...(isWebScheme(scheme) ? { status: response.status } : {}) });
  return { response };
}

/** Of an upstream that answers a request that is not given, nothing is known. */
function openAnswer({ trail }: Walk, ask: Ask, request: RequestMessage, upstream: string): RequestReply {
  const { url, headers, body } = request;
  trail.find({ request: { url, headers, body } });
  const status = new Term(ask, 'res.status_code', { type: 'int' });
  trail.add({ code: 'reached', upstream, status });
  return {
    response: {
      status,
      headers: new OpenMap(ask, 'response header'),
      body: new Term(ask, 'res.body', { type: 'string' }),
    },
  };
}
