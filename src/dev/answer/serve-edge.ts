/** A request to a host of the edge: asked of the engine, then answered, or passed on to its upstream. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { devHeaders } from '../../model/dev-contract.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import type { DevServing } from '../dev-serving.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';
import type { Contradiction } from '../../model/traffic/contradiction.ts';
import { contradictionText, unknownText } from '../../report/tests/unknown-words.ts';
import { reachedBy } from '../request/edge-request.ts';
import { answerLogin, factsUrl, redeemChoice } from './ask-person.ts';
import { encoderFor } from './compress-body.ts';
import { localValues } from './local-names.ts';
import { clientHeaders, receivedHeaders } from './message-headers.ts';
import {
  acceptsPage,
  answerPlain,
  missingFacts,
  missingUpstreamPage,
  outcomePage,
  undecidedPage,
} from './plain-answer.ts';
import { readBody } from './read-body.ts';
import { tellOutcome, tellUndecided } from './tell-outcome.ts';
import { decidedText } from './access-line.ts';
import {
  askedUntilDecided,
  noteUnsent,
  openRequest,
  upstreamRequest,
  type ServedRequest,
} from './served-request.ts';

export async function serveEdge(
  dev: DevServing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const opened = openRequest(dev, request);
  if ('status' in opened) {
    answerPlain(request, response, opened);
    return;
  }
  if (redeemChoice(opened, request, response)) return;
  const { edgeRequest, line } = opened;
  response.on('close', () => line.end(response.statusCode, response.writableFinished));
  const verdict = await askedUntilDecided(opened, request);
  if ('problem' in verdict) {
    line.decide(verdict.problem);
    answerPlain(request, response, { status: 413, title: 'not decided', text: verdict.problem });
    return;
  }
  if (verdict.type === 'undecided') {
    answerUndecided(opened, { request, response });
    return;
  }
  const { outcome } = verdict;
  const [contradiction] = outcome.contradictions ?? [];
  if (contradiction !== undefined) {
    answerContradiction(opened, { request, response }, contradiction);
    return;
  }
  if (outcome.login !== undefined) {
    line.decide(decidedText(outcome));
    tellOutcome(opened, response, { outcome, body: 'unknown' });
    answerLogin(opened, response, outcome.login);
    return;
  }
  const name = reachedBy(outcome);
  const upstream = name === undefined ? undefined : opened.site.upstreamOf(name);
  const isGiven =
    opened.isUpstreamGiven || (upstream === undefined && edgeRequest.facts().given.upstream !== undefined);
  if (name === undefined || isGiven) {
    answerOutcome(opened, { request, response }, outcome);
    return;
  }
  if (upstream === undefined) {
    line.decide(`${name}, which has no --upstream`);
    tellUndecided(opened, response, `\`dev\` has no --upstream for ${name}`);
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

async function passOn(
  served: ServedRequest,
  messages: Messages,
  { outcome, name }: { readonly outcome: SimulatedOutcome; readonly name: string },
): Promise<void> {
  const { dev, site, edgeRequest } = served;
  const { request, response } = messages;
  const upstream = site.upstreamOf(name);
  if (upstream === undefined) throw new Error('the upstream is known');
  const sent = upstreamRequest(served, outcome, upstream.url);
  noteUnsent(served, outcome);
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
    for (const offline of [name, ...outcome.forwardedTo]) edgeRequest.giveAnswer(offline, 'offline');
    edgeRequest.settle(true);
    const { verdict } = edgeRequest.ask('request');
    const next = verdict.type === 'decided' ? reachedBy(verdict.outcome) : undefined;
    const mayRepeat = !served.hasBody || edgeRequest.rawBody() !== undefined;
    if (verdict.type === 'undecided') answerUndecided(served, messages);
    else if (next !== undefined && next !== name && mayRepeat && site.upstreamOf(next) !== undefined)
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
  const { edgeRequest, line } = served;
  const { request, response } = messages;
  const status = answer.statusCode ?? 502;
  const hasNoBody = request.method === 'HEAD' || status === 204 || status === 304;
  const headers = receivedHeaders(answer);
  edgeRequest.giveAnswer(name, { status, headers, body: hasNoBody ? '' : unreadAnswer });
  edgeRequest.settle(status >= 500);
  let asked = edgeRequest.ask('response');
  let body: Buffer | undefined;
  if (asked.needs.isAnswerNeeded && !hasNoBody) {
    body = await readBody(answer);
    if (body === undefined) {
      line.decide('undecided');
      answer.destroy();
      const text =
        'A policy reads the body of the response, and it is larger than 1 MiB. It was not decided.';
      answerPlain(request, response, { status: 502, title: 'not decided', text });
      return;
    }
    edgeRequest.giveAnswer(name, { status, headers, body: body.toString('utf8') });
    asked = edgeRequest.ask('response');
  }
  if (asked.verdict.type === 'undecided') {
    answer.resume();
    answerUndecided(served, messages);
    return;
  }
  const { outcome } = asked.verdict;
  line.decide(decidedText(outcome));
  if (outcome.connection === 'refused') {
    response.destroy();
    return;
  }
  const text = outcome.response?.body;
  const isNew = typeof text === 'string' && !hasNoBody && text !== body?.toString('utf8');
  const encoded = writeHead(served, response, {
    outcome,
    isEncoded: headers['content-encoding'] !== undefined,
  });
  tellOutcome(served, response, { outcome, body: 'sent' });
  if (isNew || body !== undefined) {
    if (isNew) answer.resume();
    endWith(response, isNew ? Buffer.from(text) : (body ?? Buffer.alloc(0)), encoded);
    return;
  }
  answer.prependOnceListener('end', () => {
    if (Object.keys(answer.trailers).length > 0 && response.getHeader('content-length') === undefined)
      response.addTrailers(answer.trailers);
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
  if (left.length > 0) response.setHeader(devHeaders.notKnown, left.join(', '));
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

function answerUndecided(served: ServedRequest, { request, response }: Messages): void {
  served.line.decide('undecided');
  const missing = missingFacts(served);
  tellUndecided(served, response, missing.map(unknownText).join('; '));
  const href = acceptsPage(request) ? factsUrl(served, missing) : undefined;
  answerPlain(request, response, {
    ...undecidedPage(served),
    ...(href === undefined ? {} : { link: { href, text: 'Give facts and try again' } }),
  });
}

/** A fact that was given and cannot be, such as a right signature without its header. */
function answerContradiction(
  served: ServedRequest,
  { request, response }: Messages,
  contradiction: Contradiction,
): void {
  const { message, help } = contradictionText(contradiction);
  const { give } = contradiction;
  served.line.decide(message);
  tellUndecided(served, response, message);
  const href = acceptsPage(request) ? factsUrl(served, [{ why: 'not-given', of: give, give }]) : undefined;
  answerPlain(request, response, {
    status: 400,
    title: 'impossible fact',
    text: `${message}.`,
    parts: [{ name: 'To correct it', lines: [help] }],
    ...(href === undefined ? {} : { link: { href, text: 'Change the facts and try again' } }),
  });
}

/** A response that the edge makes itself. */
function answerOutcome(
  served: ServedRequest,
  { request, response }: Messages,
  outcome: SimulatedOutcome,
): void {
  served.line.decide(decidedText(outcome));
  if (outcome.connection === 'refused') {
    response.destroy();
    return;
  }
  const { response: answer } = outcome;
  const body = typeof answer?.body === 'string' ? answer.body : '';
  const isSilent = body === '' && (typeof outcome.status !== 'number' || outcome.status >= 400);
  const isUnread = isUnknownValue(answer?.body);
  if (isSilent) {
    tellOutcome(served, response, { outcome, body: isUnread ? 'unknown' : 'empty' });
    const page = outcomePage(served, outcome);
    const { known } = clientHeaders(answer?.headers ?? new Map());
    answerPlain(request, response, {
      ...page,
      headers: Object.fromEntries(known) as Record<string, string[]>,
    });
    return;
  }
  const encoder = writeHead(served, response, { outcome, isEncoded: false });
  tellOutcome(served, response, { outcome, body: isUnread ? 'unknown' : 'sent' });
  if (request.method === 'HEAD' || outcome.status === 204 || outcome.status === 304) response.end();
  else endWith(response, Buffer.from(body), encoder);
}
