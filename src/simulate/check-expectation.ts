/** Compares what a request gets with what a test expects, in every outcome that is possible. */
import { normalUrl } from '../derive/forms/endpoint-url.ts';
import type {
  Mismatch,
  PlainValue,
  RequestExpectation,
  RequestVerdict,
} from '../model/traffic/request-test.ts';
import {
  isUnknownValue,
  type HeaderValues,
  type Knowable,
  type RequestFacts,
  type SimulatedOutcome,
  type Unknown,
} from '../model/traffic/simulation.ts';
import { headerValue } from './messages.ts';
import type { Simulator } from './simulate.ts';

/** Runs a test: `ok` or `failed` if all outcomes agree, otherwise `undecided`. */
export function checkExpectation(
  simulator: Simulator,
  facts: RequestFacts,
  expect: RequestExpectation,
): RequestVerdict {
  let before: ExpectationResult | undefined;
  let shown: ExpectationResult | undefined;
  const missing = new Map<string, Unknown>();
  const add = (unknown: Unknown): void => {
    missing.set(`${unknown.give ?? ''} ${unknown.of}`, unknown);
  };
  for (const outcome of simulator.outcomes(facts)) {
    const compared = compare(outcome, expect);
    shown ??= compared;
    if (compared.verdict === 'undecided') for (const unknown of compared.unknowns) add(unknown);
    if (before !== undefined && before.verdict !== compared.verdict) {
      const split = splitBetween(before.outcome, compared.outcome);
      if (split !== undefined) add(split);
    }
    before = compared;
  }
  if (shown === undefined) throw new Error('a request has an outcome');
  const { outcome } = shown;
  if (missing.size > 0) return { verdict: 'undecided', outcome, missing: [...missing.values()] };
  return shown.verdict === 'failed'
    ? { verdict: 'failed', outcome, mismatches: shown.mismatches }
    : { verdict: 'ok', outcome };
}

interface ExpectationResult {
  readonly verdict: 'ok' | 'failed' | 'undecided';
  readonly outcome: SimulatedOutcome;
  readonly mismatches: readonly Mismatch[];
  readonly unknowns: readonly Unknown[];
}

/** The assumption in which two outcomes differ first. */
function splitBetween(one: SimulatedOutcome, other: SimulatedOutcome): Unknown | undefined {
  const assumptions = other.events.filter((event) => event.code === 'undecided');
  const before = one.events.filter((event) => event.code === 'undecided');
  return assumptions.find(({ assumed }, index) => before[index]?.assumed !== assumed)?.unknown;
}

function compare(outcome: SimulatedOutcome, expect: RequestExpectation): ExpectationResult {
  const { status, response, request, login, lost } = outcome;
  const mismatches: Mismatch[] = [];
  const unknowns: Unknown[] = [];
  const check = (
    key: Mismatch['key'],
    expected: PlainValue,
    got: Knowable<PlainValue> | undefined,
    header?: string,
  ): void => {
    if (lost !== undefined) unknowns.push(lost);
    else if (isUnknownValue(got) && !isOtherThanError(key, expected, got.unknown)) unknowns.push(got.unknown);
    else if (isUnknownValue(got)) mismatches.push({ key, expected, got: undefined });
    else if (!isSame(expected, got))
      mismatches.push({ key, ...(header === undefined ? {} : { header }), expected, got });
  };

  if (expect.status !== undefined) check('status', expect.status, status);
  if (expect.location !== undefined)
    check('location', expect.location, headerIn(response?.headers, 'location'));
  if (expect.login !== undefined) check('login', expect.login, loginAs(expect.login, login));
  if (expect.served_by !== undefined) check('served_by', expect.served_by, outcome.servedBy);
  if (expect.forwarded_to !== undefined) {
    const wanted = normalUrl(expect.forwarded_to);
    const isThere = outcome.forwardedTo.map(normalUrl).includes(wanted);
    if (!isThere || lost === undefined)
      check('forwarded_to', expect.forwarded_to, isThere ? expect.forwarded_to : outcome.forwardedTo.at(-1));
  }
  if (expect.backend !== undefined) {
    const isIt = outcome.backend === `backend/${expect.backend}`;
    check('backend', expect.backend, isIt ? expect.backend : outcome.backend);
  }
  if (expect.refused_by !== undefined) check('refused_by', expect.refused_by, outcome.refusedBy);
  if (expect.connection !== undefined) check('connection', expect.connection, outcome.connection);
  if (expect.body !== undefined) check('body', expect.body, response?.body);
  for (const [name, value] of Object.entries(expect.response_headers ?? {}))
    check('response_headers', value, headerIn(response?.headers, name), name);
  for (const [name, value] of Object.entries(expect.request_headers ?? {})) {
    if (request === undefined && lost === undefined)
      mismatches.push({ key: 'request_headers', header: name, expected: value, got: undefined });
    else check('request_headers', value, headerIn(request?.headers, name), name);
  }
  const verdict = mismatches.length > 0 ? 'failed' : unknowns.length > 0 ? 'undecided' : 'ok';
  return { verdict, outcome, mismatches, unknowns };
}

/** An error of which the status is not documented is an error. */
function isOtherThanError(key: Mismatch['key'], expected: PlainValue, { isError }: Unknown): boolean {
  return key === 'status' && isError === true && typeof expected === 'number' && expected < 400;
}

function headerIn(headers: HeaderValues | undefined, name: string): Knowable<string> | undefined {
  return headers === undefined ? undefined : headerValue(headers, name);
}

/** YAML reads `max-age: 60` as a number, and headers are text. */
function isSame(expected: PlainValue, got: PlainValue | undefined): boolean {
  if (expected === null) return got === undefined;
  if (typeof got === 'string' && typeof expected !== 'string') return String(expected) === got;
  return expected === got;
}

/** A login is named by its provider, or by the module or action that asks for it. */
function loginAs(expected: string | boolean, login: SimulatedOutcome['login']): PlainValue | undefined {
  if (typeof expected === 'boolean') return login !== undefined;
  if (login === undefined) return undefined;
  const { by, providers } = login;
  return [by, ...providers].some((name) => name.toLowerCase() === expected.toLowerCase())
    ? expected
    : providers.join(' or ');
}
