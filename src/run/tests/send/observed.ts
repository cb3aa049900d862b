/** The response that a client sees, compared with the expectation of a test and with the outcome by the files. */
import { failureWords } from '../../../remote/http/failure-words.ts';
import type { HttpResult } from '../../../remote/http/exchange.ts';
import { gotOf } from '../../../model/traffic/got.ts';
import type { RequestTest } from '../../../model/traffic/request-test.ts';
import { isRedirect, type Disagreement, type SentResponse } from '../../../model/traffic/sent-test.ts';
import type { SimulatedOutcome } from '../../../model/traffic/simulation.ts';
import { gotText, observedText } from '../../../report/tests/request-words.ts';
import { isUnknownValue } from '../../../model/traffic/unknown.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { toldOutcome, withTold, type Responder } from './dev-target.ts';
import { loginBehind } from './login-target.ts';

/** A response as a client sees it, with the outcome that a comparison reads. */
export interface ServiceResponse {
  readonly seen: SentResponse;
  /** Why there is nothing to compare, where `dev` does not decide the request. */
  readonly undecided?: string;
  /** Whether `dev` tells what a client cannot see. */
  readonly isTold?: true;
  /** Undefined if there is no response, for a reason that says nothing of the service. */
  readonly outcome: SimulatedOutcome | undefined;
}

/** Failures of a connection that the service, or the lack of one, decides. */
const refusals: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'EPROTO',
  'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
  'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  'UND_ERR_SOCKET',
]);

/** A response, and who gave it. */
interface ProbedResult {
  readonly result: HttpResult;
  readonly ms: number;
  readonly answering: Responder;
}

/** `expected`: the outcomes by the files, which say whom a login asks. */
export function serviceResponse(
  { result, ms, answering }: ProbedResult,
  { facts: { url, method }, expect }: RequestTest,
  expected: readonly SimulatedOutcome[],
): ServiceResponse {
  if (result.status === undefined) {
    const isRefused = result.proxy === undefined && refusals.has(result.code);
    return {
      seen: { ...(isRefused ? { connection: 'refused' } : {}), error: failureWords(result), ms },
      outcome: isRefused ? { ...nothing, connection: 'refused', refusedBy: 'the service' } : undefined,
    };
  }
  const { status, headers, text } = result;
  const location = headers.get('location')?.[0];
  const target = isRedirect(status) && location !== undefined ? absolute(location, url) : undefined;
  const asked = [
    ...(typeof expect.login === 'string' ? [expect.login] : []),
    ...expected.flatMap(({ login }) => (login === undefined ? [] : [login.by, ...login.providers])),
  ];
  const login = target === undefined ? undefined : loginBehind(target, url, asked);
  // A target may be written in part, which is the same for a client.
  const wanted = expect.location;
  const isSame = wanted !== undefined && target !== undefined && target.href === absolute(wanted, url)?.href;
  const shown = isSame ? [wanted] : headers.get('location');
  const all = new Map(headers);
  if (shown !== undefined) all.set('location', shown);
  const outcome: SimulatedOutcome = {
    ...nothing,
    status,
    ...withoutUndefined({
      login: login === undefined ? undefined : { by: login.by, providers: login.providers },
    }),
    response: { headers: all, body: method === 'HEAD' ? '' : (text ?? '') },
  };
  if (answering === 'service')
    return { seen: { status, ...withoutUndefined({ location, login: login?.host }), ms }, outcome };
  const told = toldOutcome(headers);
  const seen = { status, ms, ...withoutUndefined({ location, login: told?.login && target?.host }) };
  if (told?.undecided !== undefined) return { seen, outcome: undefined, undecided: told.undecided };
  // Without it, `dev` did not take the request as it is; its response says why.
  if (told === undefined) return { seen: { ...seen, error: firstLine(text) }, outcome: undefined };
  return { seen, outcome: withTold(outcome, told), isTold: true };
}

function firstLine(text = ''): string {
  return text.replace(/\n.*$/s, '');
}

const nothing: SimulatedOutcome = {
  events: [],
  servedBy: 'the service',
  forwardedTo: [],
  connection: 'open',
};

function absolute(location: string, url: string): URL | undefined {
  return URL.canParse(location, url) ? new URL(location, url) : undefined;
}

/**
 * Where the files say for certain that a request gets something else. What an upstream responds, and what is not
 * documented, the files do not say.
 */
export function disagreementOf(
  outcomes: readonly SimulatedOutcome[],
  { seen, outcome }: ServiceResponse,
): Disagreement | undefined {
  if (outcome === undefined) return undefined;
  const [first] = outcomes;
  if (first === undefined || outcomes.some((outcome) => agrees(outcome, seen) !== 'no')) return undefined;
  const files = gotOf(first);
  const service = observedText(seen);
  const text = `the files say ${gotText(files)}, the service ${seen.connection === 'refused' ? 'closed the connection' : `answered ${service}`}`;
  return { files, service, text };
}

function agrees(outcome: SimulatedOutcome, seen: SentResponse): 'yes' | 'no' | 'unknown' {
  const got = gotOf(outcome);
  const isClosed = seen.connection === 'refused';
  const isStatus = (status: number | undefined): 'yes' | 'no' =>
    status === undefined || status === seen.status ? 'yes' : 'no';
  switch (got.code) {
    case 'nothing':
      return outcome.isHostUnserved === true && !isClosed ? 'no' : 'unknown';
    case 'unknown':
      return 'unknown';
    case 'closed':
      return isClosed ? 'yes' : 'no';
    case 'login':
      return seen.login === undefined ? 'no' : 'yes';
    case 'refused':
      return isClosed ? 'no' : isStatus(got.status);
    case 'moved': {
      const to = outcome.response?.headers.get('location')?.[0];
      if (isClosed || isStatus(got.status) === 'no') return 'no';
      return isUnknownValue(to) || to === seen.location ? 'yes' : 'no';
    }
    case 'failed':
      return seen.status !== undefined && seen.status < 400 ? 'no' : 'unknown';
    case 'served':
      // An upstream may respond with anything, but it does not ask for a login of the service.
      if (outcome.request !== undefined) return isClosed || seen.login !== undefined ? 'no' : 'unknown';
      return isClosed ? 'no' : isStatus(got.status);
  }
}
