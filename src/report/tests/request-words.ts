/** What requests get, in words. */
import type { Mismatch, PlainValue } from '../../model/traffic/request-test.ts';
import type { SimulatedOutcome, Unknown } from '../../model/traffic/simulation.ts';
import { quoted } from '../../model/problem.ts';

/** `403 from ip_restriction of https-route/admin`, `a login with google`, `200 from backend/shop`. */
export function gotText(outcome: SimulatedOutcome): string {
  const { connection, login, refusedBy, backend, servedBy, forwardedTo, status } = outcome;
  const number = typeof status === 'number' ? String(status) : 'an error';
  const of = servedBy === undefined ? '' : ` of ${servedBy}`;
  if (connection === 'refused') return `a closed connection from ${refusedBy ?? 'a policy'}${of}`;
  if (login !== undefined) return `a login with ${login.providers.join(' or ')}`;
  if (refusedBy !== undefined) return `${number} from ${refusedBy}${of}`;
  const location = outcome.response?.headers.get('location')?.[0];
  if (typeof location === 'string') return `${number} to ${location}`;
  if (backend !== undefined) return `${number} from ${backend}`;
  if (servedBy === undefined) return 'nothing: no resource serves it';
  const last = forwardedTo.at(-1);
  return `${number} from ${outcome.request !== undefined && last !== undefined ? last : servedBy}`;
}

/** `expected status 403, got 200 from backend/shop`. */
export function mismatchText({ key, header, expected, got }: Mismatch, outcome: SimulatedOutcome): string {
  const found = got === undefined || got === null ? 'none' : quoted(String(got));
  switch (key) {
    case 'status':
    case 'connection':
      return `expected ${key} ${String(expected)}, got ${gotText(outcome)}`;
    case 'login':
      return `expected ${loginText(expected)}, got ${gotText(outcome)}`;
    case 'request_headers':
    case 'response_headers':
      return outcome.request === undefined && key === 'request_headers'
        ? `expected the request at an upstream, got ${gotText(outcome)}`
        : `expected ${expected === null ? 'no' : 'the'} ${key === 'request_headers' ? 'request' : 'response'} header ${headerWords(header ?? '', expected)}, got ${found}`;
    case 'location':
    case 'served_by':
    case 'forwarded_to':
    case 'backend':
    case 'body':
    case 'refused_by':
      return `expected \`${key}\` ${quoted(String(expected))}, got ${got === undefined ? gotText(outcome) : found}`;
  }
}

function loginText(expected: PlainValue): string {
  if (expected === false) return 'no login';
  return expected === true ? 'a login' : `a login with ${String(expected)}`;
}

function headerWords(name: string, value: PlainValue): string {
  return value === null ? quoted(name) : quoted(`${name}: ${String(value)}`);
}

/** `` `given.signature` is not given ``. */
export function unknownText({ why, of, give }: Unknown): string {
  switch (why) {
    case 'not-given':
      return `${quoted(give ?? of)} is needed and not given`;
    case 'undocumented':
      return `${quoted(of)} is not documented`;
    case 'expression-fails':
      return `the expression fails: ${of}`;
    case 'unreadable':
      return `${quoted(of)} cannot be read`;
    case 'limit':
      return `the limit is reached: ${of}`;
  }
}

/** What to write, as an imperative; undefined if no fact decides it. */
export function unknownHelp({ why, give }: Unknown): string | undefined {
  if (give !== undefined) return `add \`${give}\` to the test`;
  return why === 'expression-fails'
    ? 'check that a key exists before it is read, such as `"x" in req.headers`'
    : undefined;
}
