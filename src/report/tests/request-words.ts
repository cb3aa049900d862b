/** Outcomes of requests, in words. */
import type { Mismatch, PlainValue } from '../../model/traffic/request-test.ts';
import { gotOf, type SimulatedOutcome, type Unknown } from '../../model/traffic/simulation.ts';
import type { GotFact } from '../../model/traffic/got.ts';
import { quoted } from '../../model/problem.ts';

/** `403 from ip_restriction of https-route/admin`, `a login with google`, `200 from backend/shop`. */
export function gotText(got: GotFact): string {
  switch (got.code) {
    case 'nothing':
      return 'no response (not served)';
    case 'unknown':
      return 'an unknown result';
    case 'closed':
      return `a closed connection from ${got.by} of ${got.from}`;
    case 'login':
      return `a login with ${got.providers.join(' or ')}`;
    case 'refused':
      return `${got.status ?? 'an error'} from ${got.by} of ${got.from}`;
    case 'moved':
      return `${statusText(got.status)} to ${got.to}`;
    case 'failed':
      return `an error from ${got.from}`;
    case 'served':
      return `${statusText(got.status)} from ${got.from}`;
  }
}

/** The fact with its text, for documents. */
export function withText(got: GotFact): GotFact & { readonly text: string } {
  return { ...got, text: gotText(got) };
}

function statusText(status: number | undefined): string {
  return status === undefined ? 'a response' : String(status);
}

/** `expected status 403, got 200 from backend/shop`. */
export function mismatchText({ key, header, expected, got }: Mismatch, outcome: SimulatedOutcome): string {
  const all = gotText(gotOf(outcome));
  const found = got === undefined || got === null ? 'none' : quoted(String(got));
  switch (key) {
    case 'status':
    case 'connection':
      return `expected ${key} ${String(expected)}, got ${all}`;
    case 'login':
      return `expected ${loginText(expected)}, got ${all}`;
    case 'request_headers':
    case 'response_headers':
      return outcome.request === undefined && key === 'request_headers'
        ? `expected the request at an upstream, got ${all}`
        : `expected ${expected === null ? 'no' : 'the'} ${key === 'request_headers' ? 'request' : 'response'} header ${headerWords(header ?? '', expected)}, got ${found}`;
    case 'location':
    case 'served_by':
    case 'forwarded_to':
    case 'backend':
    case 'body':
    case 'refused_by':
      return `expected \`${key}\` ${quoted(String(expected))}, got ${got === undefined ? all : found}`;
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

/** The text to write, as an imperative; undefined if no fact decides it. */
export function unknownHelp({ why, give }: Unknown): string | undefined {
  if (give !== undefined) return `add \`${give}\` to the test`;
  return why === 'expression-fails'
    ? 'check that a key exists before it is read, such as `"x" in req.headers`'
    : undefined;
}
