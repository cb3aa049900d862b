/** A request to a host of the edge: read, asked of the engine until it is decided, and made ready for its upstream. */
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { devHeaders } from '../../model/dev-contract.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';
import { urlParts } from '../../routing/request-url.ts';
import { mayChooseFacts } from '../control/guard.ts';
import type { DevServing } from '../dev-serving.ts';
import type { DevSite } from '../dev-site.ts';
import { openEdgeRequest, type EdgeRequest, type EdgeVerdict } from '../request/edge-request.ts';
import { localTarget, type LocalTarget } from '../request/local-target.ts';
import {
  cookieOf,
  factsOfRequest,
  hasBody,
  sessionCookie,
  sentPath,
  type ChosenFacts,
} from '../request/facts-of-request.ts';
import type { LocalNames } from './local-names.ts';
import { upstreamHeaders } from './message-headers.ts';
import type { ProxyRequest } from './local-proxy.ts';
import { readBody } from './read-body.ts';
import { openLine, type AccessLine } from './access-line.ts';

export type ServedTarget = Extract<LocalTarget, { readonly type: 'served' }>;

/** A request with all that its answer needs. */
export interface ServedRequest {
  readonly dev: DevServing;
  readonly site: DevSite;
  readonly target: ServedTarget;
  readonly names: LocalNames;
  readonly edgeRequest: EdgeRequest;
  readonly line: AccessLine;
  readonly hasBody: boolean;
  readonly path: string;
  /** The cookie of the choices of this browser. */
  readonly session: string | undefined;
  /** How the client accepts responses to be encoded. */
  readonly accepted: string;
  /** The client gives the response of the upstream, so that none is asked. */
  readonly isUpstreamGiven: boolean;
  /** The client chooses facts, and is told the outcome. */
  readonly mayChoose: boolean;
}

/** Why a request has no outcome. */
export interface UnservedRequest {
  readonly status: 400;
  readonly title: string;
  readonly text: string;
}

/** A request to the edge as the engine takes it; or why it is none. */
export function openRequest(dev: DevServing, request: IncomingMessage): ServedRequest | UnservedRequest {
  const site = dev.site();
  const isEncrypted = 'encrypted' in request.socket && (request.socket as TLSSocket).encrypted;
  const port = dev.port();
  const target = localTarget(site, hostOf(request), { port, isEncrypted });
  if (target.type !== 'served')
    return { status: 400, title: 'no host', text: 'The header `host` names no host that an edge can have.' };
  const session = cookieOf(request, sessionCookie);
  const named = chosenFacts(dev, request);
  if ('problem' in named) return { status: 400, title: 'facts not read', text: named.problem };
  const chosen = withFacts(dev.memory.sessions.of(session).facts, named);
  if (!/^[!-~\u00a0-\u{10ffff}]*$/u.test(request.url ?? ''))
    return { status: 400, title: 'no URL', text: 'The URL has characters that a URL cannot have.' };
  const facts = factsOfRequest(site, request, { target, chosen, now: dev.now() });
  const isUpstreamGiven = chosen.given.upstream !== undefined;
  const edgeRequest = openEdgeRequest(site, dev.memory, { facts, isUpstreamGiven });
  return {
    dev,
    site,
    target,
    edgeRequest,
    names: { isByLocalName: target.isByLocalName, isEncrypted, port },
    line: openLine(dev, { edgeRequest, chosen }),
    hasBody: hasBody(request),
    path: sentPath(request),
    session,
    isUpstreamGiven,
    mayChoose: request.headers[devHeaders.given] !== undefined,
    accepted: [request.headers['accept-encoding'] ?? ''].flat().join(', '),
  };
}

/** The host that a request names: in its target as a proxy sends it, or in its header. */
export function hostOf({ url = '/', headers }: IncomingMessage): string {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host ?? '';
}

/** The facts that the client gives by headers. Pages of other origins may not. */
function chosenFacts(
  { readFacts, mayComeFromElsewhere }: DevServing,
  request: IncomingMessage,
): ChosenFacts | { readonly problem: string } {
  const [ip, given] = [devHeaders.ip, devHeaders.given].map((name) => request.headers[name]);
  const chosen: ChosenFacts = { from: {}, given: {} };
  if (ip === undefined && given === undefined) return chosen;
  if (!mayChooseFacts(request, mayComeFromElsewhere))
    return { problem: 'Only this machine, and no page of another origin, may choose facts.' };
  const read = typeof given === 'string' ? readFacts(given) : chosen;
  if ('problem' in read) return { problem: `The header \`${devHeaders.given}\`: ${read.problem}` };
  const address = typeof ip === 'string' ? readFacts(JSON.stringify({ from: { ip } })) : chosen;
  if ('problem' in address) return { problem: `The header \`${devHeaders.ip}\`: ${address.problem}` };
  return { from: { ...read.from, ...address.from }, given: read.given };
}

/** A fact of a header counts instead of one that a page has kept. */
function withFacts(kept: ChosenFacts, named: ChosenFacts): ChosenFacts {
  return { from: { ...kept.from, ...named.from }, given: { ...kept.given, ...named.given } };
}

const mostRounds = 8;

/** Asks the engine, and looks up what it needs, until the request is decided or needs what cannot be looked up. */
export async function askedUntilDecided(
  { dev, edgeRequest, session }: ServedRequest,
  request: IncomingMessage,
): Promise<EdgeVerdict | { readonly problem: string }> {
  let hasLogin = edgeRequest.facts().given.login !== undefined;
  for (let round = 0; round < mostRounds; round++) {
    const { verdict, needs } = edgeRequest.ask('request');
    if (needs.keySets.length > 0) {
      for (const url of needs.keySets) dev.memory.keySets.give(url, await dev.fetchKeySet(url));
      continue;
    }
    if (needs.isBodyNeeded) {
      const body = await readBody(request);
      if (body === undefined)
        return { problem: 'A policy reads the body, and it is larger than 1 MiB. It was not decided.' };
      edgeRequest.giveBody(body);
      continue;
    }
    const asked = verdict.type === 'decided' ? verdict.outcome.login : undefined;
    const login =
      asked === undefined || hasLogin
        ? undefined
        : dev.memory.sessions
            .of(session)
            .logins.find(
              ({ provider }) => provider === undefined || [...asked.providers, asked.by].includes(provider),
            );
    if (login === undefined) return verdict;
    hasLogin = true;
    edgeRequest.giveLogin(login);
  }
  return edgeRequest.ask('request').verdict;
}

/** Notes the headers that an upstream does not get here, because their values are not known. */
export function noteUnsent({ line }: ServedRequest, { request }: SimulatedOutcome): void {
  const names = [...(request?.headers ?? [])].flatMap(([name, values]) =>
    values.some(isUnknownValue) ? [name] : [],
  );
  if (names.length > 0) line.note(`not sent, as not known: ${names.join(', ')}`);
}

/** The request of an outcome as its upstream gets it. */
export function upstreamRequest(
  { edgeRequest, hasBody: isWithBody, path }: ServedRequest,
  { request: sent }: SimulatedOutcome,
  target: URL,
): ProxyRequest {
  if (sent === undefined) throw new Error('an upstream gets a request');
  const { url, body } = edgeRequest.facts();
  const { path: newPath, query } = isUnknownValue(sent.url) ? urlParts(url) : urlParts(sent.url);
  const headers = upstreamHeaders(sent.headers);
  const isSame = sent.url === url;
  const raw = edgeRequest.rawBody();
  const changed = typeof sent.body === 'string' && sent.body !== (body ?? '') ? sent.body : undefined;
  const newBody = changed !== undefined ? Buffer.from(changed) : isWithBody ? raw : undefined;
  if (newBody !== undefined) headers['content-length'] = newBody.length;
  else if (isWithBody && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
  return {
    target,
    path: isSame ? path : query === '' ? newPath : `${newPath}?${query}`,
    headers,
    body: newBody,
  };
}
