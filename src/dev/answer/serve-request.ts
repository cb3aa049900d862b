/** A request to a host of the edge: asked of the engine, then answered, or passed on to its upstream. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { isUnknownValue, type SimulatedOutcome } from '../../model/traffic/simulation.ts';
import { urlParts } from '../../simulate/messages.ts';
import type { DevServing } from '../dev-serving.ts';
import type { DevSite } from '../dev-site.ts';
import { openExchange, reachedBy, type Exchange, type Verdict } from '../request/exchange.ts';
import { localTarget, type LocalTarget } from '../request/local-target.ts';
import {
  cookieOf,
  devHeaders,
  factsOfRequest,
  hasBody,
  loginCookie,
  pathOf,
  type ChosenFacts,
} from '../request/request-facts.ts';
import { mayChooseFacts } from '../control/guard.ts';
import { answerLogin, redeemLogin } from './answer-login.ts';
import { clientHeaders, receivedHeaders, upstreamHeaders } from './message-headers.ts';
import { encoderFor } from './compress-body.ts';
import { localValues, type LocalNames } from './local-names.ts';
import {
  answerPlain,
  missingUpstreamPage,
  outcomePage,
  undecidedPage,
  type PlainAnswer,
} from './plain-answer.ts';
import { decidedText, openLine, type RequestLine } from './request-line.ts';
import { readBody } from './read-body.ts';

export type ServedTarget = Extract<LocalTarget, { readonly type: 'served' }>;

/** A request with all that its answer needs. */
export interface ServedRequest {
  readonly dev: DevServing;
  readonly site: DevSite;
  readonly target: ServedTarget;
  readonly names: LocalNames;
  readonly exchange: Exchange;
  readonly line: RequestLine;
  readonly hasBody: boolean;
  readonly path: string;
  /** How the client accepts responses to be encoded. */
  readonly accepted: string;
}

export async function serveRequest(
  dev: DevServing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const opened = openRequest(dev, request);
  if ('status' in opened) {
    answerPlain(request, response, opened);
    return;
  }
  if (redeemLogin(opened, response)) return;
  const { exchange, line } = opened;
  response.on('close', () => line.end(response.statusCode, response.writableFinished));
  const verdict = await askedUntilDecided(opened, request);
  if ('problem' in verdict) {
    line.decide(verdict.problem);
    answerPlain(request, response, { status: 413, title: 'not decided', text: verdict.problem });
    return;
  }
  if (verdict.type === 'undecided') {
    line.decide('undecided');
    answerPlain(request, response, undecidedPage(opened));
    return;
  }
  const { outcome } = verdict;
  if (outcome.login !== undefined) {
    line.decide(decidedText(outcome));
    answerLogin(opened, response, outcome.login);
    return;
  }
  const name = reachedBy(outcome);
  const upstream = name === undefined ? undefined : opened.site.upstreamOf(name);
  if (name === undefined || (upstream === undefined && exchange.facts().given.upstream !== undefined)) {
    answerOutcome(opened, { request, response }, outcome);
    return;
  }
  if (upstream === undefined) {
    line.decide(`${name}, which has no --upstream`);
    answerPlain(request, response, missingUpstreamPage(opened, name, outcome));
    return;
  }
  await passOn(opened, { request, response }, { outcome, name });
}

/** Both sides of a connection. */
interface Messages {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A request to the edge as the engine takes it; or why it is none. */
export function openRequest(dev: DevServing, request: IncomingMessage): ServedRequest | PlainAnswer {
  const site = dev.site();
  const isEncrypted = 'encrypted' in request.socket && (request.socket as TLSSocket).encrypted;
  const port = dev.port();
  const target = localTarget(site, hostOf(request), { port, isEncrypted });
  if (target.type !== 'served')
    return { status: 400, title: 'no host', text: 'The header `host` names no host that an edge can have.' };
  const chosen = chosenFacts(dev, request);
  if ('problem' in chosen) return { status: 400, title: 'facts not read', text: chosen.problem };
  if (!/^[!-~\u00a0-\u{10ffff}]*$/u.test(request.url ?? ''))
    return { status: 400, title: 'no URL', text: 'The URL has characters that a URL cannot have.' };
  const facts = factsOfRequest(site, request, { target, chosen, now: dev.now() });
  const exchange = openExchange(site, dev.memory, facts);
  return {
    dev,
    site,
    target,
    exchange,
    names: { isByLocalName: target.isByLocalName, isEncrypted, port },
    line: openLine(dev, { exchange, chosen }),
    hasBody: hasBody(request),
    path: pathOf(request),
    accepted: String(request.headers['accept-encoding'] ?? ''),
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

const mostRounds = 8;

/** Asks the engine, and looks up what it needs, until the request is decided or needs what cannot be looked up. */
export async function askedUntilDecided(
  { dev, exchange }: ServedRequest,
  request: IncomingMessage,
): Promise<Verdict | { readonly problem: string }> {
  const session = cookieOf(request, loginCookie);
  let hasLogin = exchange.facts().given.login !== undefined;
  for (let round = 0; round < mostRounds; round++) {
    const { verdict, needs } = exchange.ask('request');
    if (needs.keySets.length > 0) {
      for (const url of needs.keySets) dev.memory.keySets.give(url, await dev.fetchKeySet(url));
      continue;
    }
    if (needs.isBodyNeeded) {
      const body = await readBody(request);
      if (body === undefined)
        return { problem: 'A policy reads the body, and it is larger than 1 MiB. It was not decided.' };
      exchange.giveBody(body);
      continue;
    }
    const asked = verdict.type === 'decided' ? verdict.outcome.login : undefined;
    const login =
      asked === undefined || hasLogin
        ? undefined
        : dev.memory.logins
            .of(session)
            .find(({ provider }) => provider === undefined || [...asked.providers, asked.by].includes(provider));
    if (login === undefined) return verdict;
    hasLogin = true;
    exchange.giveLogin(login);
  }
  return exchange.ask('request').verdict;
}

/** The request of an outcome as its upstream gets it. */
export function upstreamRequest(
  { exchange, hasBody: isWithBody, path }: ServedRequest,
  { request: sent }: SimulatedOutcome,
  target: URL,
) {
  if (sent === undefined) throw new Error('an upstream gets a request');
  const { url, body } = exchange.facts();
  const { path: newPath, query } = isUnknownValue(sent.url) ? urlParts(url) : urlParts(sent.url);
  const headers = upstreamHeaders(sent.headers);
  const isSame = sent.url === url;
  const raw = exchange.rawBody();
  const isNewBody = typeof sent.body === 'string' && sent.body !== (body ?? '');
  const newBody = isNewBody ? Buffer.from(sent.body as string) : isWithBody ? raw : undefined;
  if (newBody !== undefined) headers['content-length'] = newBody.length;
  else if (isWithBody && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
  return {
    target,
    path: isSame ? path : query === '' ? newPath : `${newPath}?${query}`,
    headers,
    body: newBody,
  };
}

async function passOn(
  served: ServedRequest,
  messages: Messages,
  { outcome, name }: { readonly outcome: SimulatedOutcome; readonly name: string },
): Promise<void> {
  const { dev, site, exchange, line } = served;
  const { request, response } = messages;
  const upstream = site.upstreamOf(name);
  if (upstream === undefined) throw new Error('the upstream is known');
  const sent = upstreamRequest(served, outcome, upstream.url);
  try {
    await dev.proxy.send(request, response, {
      ...sent,
      answered: (answer) => {
        answerFromUpstream(served, messages, { answer, name }).catch(() => response.destroy());
      },
    });
  } catch {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    // The engine says what becomes of a request whose upstream does not answer: a policy may go on.
    for (const offline of [name, ...outcome.forwardedTo]) exchange.giveAnswer(offline, 'offline');
    exchange.settle(true);
    const { verdict } = exchange.ask('request');
    const next = verdict.type === 'decided' ? reachedBy(verdict.outcome) : undefined;
    const mayRepeat = !served.hasBody || exchange.rawBody() !== undefined;
    if (verdict.type === 'undecided') {
      line.decide('undecided');
      answerPlain(request, response, undecidedPage(served));
    } else if (next !== undefined && next !== name && mayRepeat && site.upstreamOf(next) !== undefined)
      await passOn(served, messages, { outcome: verdict.outcome, name: next });
    else answerOutcome(served, messages, verdict.outcome);
  }
}

/** The way back of a response of an upstream. */
async function answerFromUpstream(
  served: ServedRequest,
  messages: Messages,
  { answer, name }: { readonly answer: IncomingMessage; readonly name: string },
): Promise<void> {
  const { exchange, line } = served;
  const { request, response } = messages;
  const status = answer.statusCode ?? 502;
  const hasNoBody = request.method === 'HEAD' || status === 204 || status === 304;
  const headers = receivedHeaders(answer);
  exchange.giveAnswer(name, { status, headers, body: hasNoBody ? '' : unreadAnswer });
  exchange.settle(status >= 500);
  let asked = exchange.ask('response');
  let body: Buffer | undefined;
  if (asked.needs.isAnswerNeeded && !hasNoBody) {
    body = await readBody(answer);
    if (body === undefined) {
      line.decide('undecided');
      answer.destroy();
      const text = 'A policy reads the body of the response, and it is larger than 1 MiB. It was not decided.';
      answerPlain(request, response, { status: 502, title: 'not decided', text });
      return;
    }
    exchange.giveAnswer(name, { status, headers, body: body.toString('utf8') });
    asked = exchange.ask('response');
  }
  if (asked.verdict.type === 'undecided') {
    line.decide('undecided');
    answer.resume();
    answerPlain(request, response, undecidedPage(served));
    return;
  }
  const { outcome } = asked.verdict;
  line.decide(decidedText(outcome));
  const text = outcome.response?.body;
  const isNew = typeof text === 'string' && !hasNoBody && text !== body?.toString('utf8');
  const encoded = writeHead(served, response, { outcome, isEncoded: headers['content-encoding'] !== undefined });
  if (isNew || body !== undefined) {
    if (isNew) answer.resume();
    endWith(response, isNew ? Buffer.from(text) : (body ?? Buffer.alloc(0)), encoded);
    return;
  }
  answer.prependOnceListener('end', () => {
    if (Object.keys(answer.trailers).length > 0 && response.getHeader('content-length') === undefined)
      response.addTrailers(answer.trailers as Record<string, string>);
  });
  if (encoded === undefined) answer.pipe(response);
  else answer.pipe(encoded).pipe(response);
}

/** Stands for a body of an upstream that has not been read. */
const unreadAnswer = {
  unknown: { why: 'not-given', of: 'res.body', give: 'given.upstream.body' },
} as const;

/** Writes the status and the headers of an outcome; the stream that encodes its body, if one does. */
function writeHead(
  { site, names, accepted }: ServedRequest,
  response: ServerResponse,
  { outcome, isEncoded }: { readonly outcome: SimulatedOutcome; readonly isEncoded: boolean },
) {
  const { status, response: answer } = outcome;
  const headers = answer?.headers ?? new Map<string, readonly string[]>();
  const { known, unknown } = clientHeaders(headers);
  response.statusCode = typeof status === 'number' ? status : 500;
  const encoding = isEncoded ? undefined : encoderFor(headers.get('content-encoding')?.[0], accepted);
  for (const [name, values] of known) {
    if (name === 'content-encoding' && !isEncoded) continue;
    const local = localValues(site, name, { values, names });
    response.setHeader(name, local.length === 1 ? (local[0] ?? '') : [...local]);
  }
  if (encoding !== undefined) {
    response.setHeader('content-encoding', encoding.name);
    response.setHeader('vary', 'Accept-Encoding');
    response.removeHeader('content-length');
  }
  const left = unknown.filter((name) => name !== 'content-encoding' && name !== 'vary');
  if (left.length > 0) response.setHeader('edgewright-not-known', left.join(', '));
  return encoding?.stream;
}

function endWith(response: ServerResponse, body: Buffer, encoder: NodeJS.ReadWriteStream | undefined): void {
  if (encoder === undefined) {
    response.setHeader('content-length', body.length);
    response.end(body);
    return;
  }
  encoder.pipe(response);
  encoder.end(body);
}

/** A response that the edge makes itself. */
function answerOutcome(served: ServedRequest, { request, response }: Messages, outcome: SimulatedOutcome): void {
  served.line.decide(decidedText(outcome));
  if (outcome.connection === 'refused') {
    response.destroy();
    return;
  }
  const { response: answer } = outcome;
  const body = typeof answer?.body === 'string' ? answer.body : '';
  const isSilent = body === '' && (typeof outcome.status !== 'number' || outcome.status >= 400);
  if (isSilent) {
    const page = outcomePage(served, outcome);
    const { known } = clientHeaders(answer?.headers ?? new Map());
    answerPlain(request, response, { ...page, headers: Object.fromEntries(known) as Record<string, string[]> });
    return;
  }
  const encoder = writeHead(served, response, { outcome, isEncoded: false });
  if (request.method === 'HEAD' || outcome.status === 204 || outcome.status === 304) response.end();
  else endWith(response, Buffer.from(body), encoder);
}

