/** Compares what a request gets with what a test expects, in every outcome that is possible. */
import { normalUrl } from '../derive/forms/endpoint-url.ts';
import { type GotFact, gotOf } from '../model/traffic/got.ts';
import {
  type ExpectedHeader,
  type Mismatch,
  type PlainValue,
  type RequestExpectation,
  type RequestVerdict,
} from '../model/traffic/request-test.ts';
import type { HeaderValues, SimulatedOutcome } from '../model/traffic/simulation.ts';
import { headerValue } from './messages.ts';
import type { Simulator } from './simulate.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { isUnknownValue, type Knowable, type Unknown } from '../model/traffic/unknown.ts';
import type { Contradiction } from '../model/traffic/contradiction.ts';
import type { RequestFacts } from '../model/traffic/request-facts.ts';

/** Runs a test: `ok` or `failed` if all outcomes agree, otherwise `undecided`. */
export function checkExpectation(
  outcomesOf: Simulator,
  facts: RequestFacts,
  expect: RequestExpectation,
): RequestVerdict {
  let before: ExpectationResult | undefined;
  const results = new Map<string, GotFact>();
  const failures = new Map<string, ExpectationResult>();
  // Facts that decide the verdict, and those that decide between outcomes of one verdict.
  const [deciding, telling] = [new Map<string, Unknown>(), new Map<string, Unknown>()];
  const add = (missing: Map<string, Unknown>, unknown: Unknown | undefined): void => {
    if (unknown !== undefined) missing.set(`${unknown.give ?? ''} ${unknown.of}`, unknown);
  };
  const contradictions = new Map<string, Contradiction>();
  let shown: ExpectationResult | undefined;
  for (const outcome of outcomesOf(facts)) {
    const compared = compareOutcome(outcome, expect);
    shown ??= compared;
    results.set(JSON.stringify(compared.got), compared.got);
    for (const contradiction of outcome.contradictions ?? [])
      contradictions.set(JSON.stringify(contradiction), contradiction);
    if (compared.verdict === 'failed') failures.set(faceOf(compared), compared);
    if (compared.verdict === 'undecided') for (const unknown of compared.unknowns) add(deciding, unknown);
    if (before !== undefined && before.verdict !== compared.verdict)
      add(deciding, splitBetween(before.outcome, compared.outcome));
    else if (before !== undefined && faceOf(before) !== faceOf(compared))
      add(telling, splitBetween(before.outcome, compared.outcome));
    before = compared;
  }
  if (shown === undefined) throw new Error('a request has an outcome');
  const isUndecided = deciding.size > 0;
  const cannotBe = contradictions.size > 0;
  return {
    verdict: cannotBe ? 'failed' : isUndecided ? 'undecided' : shown.verdict,
    outcome: shown.outcome,
    results: [...results.values()],
    missing: [...(isUndecided ? deciding : telling).values()],
    contradictions: [...contradictions.values()],
    failures: cannotBe || isUndecided ? [] : [...failures.values()],
  };
}

export interface ExpectationResult {
  readonly verdict: 'ok' | 'failed' | 'undecided';
  readonly outcome: SimulatedOutcome;
  readonly got: GotFact;
  readonly mismatches: readonly Mismatch[];
  readonly unknowns: readonly Unknown[];
}

/** The part of an outcome that the result of a test shows. */
function faceOf({ got, mismatches }: ExpectationResult): string {
  return JSON.stringify([got, mismatches]);
}

/** The assumption in which two outcomes differ first. */
function splitBetween(outcome: SimulatedOutcome, other: SimulatedOutcome): Unknown | undefined {
  const assumptions = other.events.filter((event) => event.code === 'undecided');
  const before = outcome.events.filter((event) => event.code === 'undecided');
  return assumptions.find(({ assumed }, index) => before[index]?.assumed !== assumed)?.unknown;
}

/** Compares one outcome, simulated or observed, with what is expected. */
export function compareOutcome(outcome: SimulatedOutcome, expect: RequestExpectation): ExpectationResult {
  const { status, response, request, login, lost } = outcome;
  const mismatches: Mismatch[] = [];
  const unknowns: Unknown[] = [];
  const check = (
    key: Mismatch['key'],
    expected: ExpectedHeader,
    got: Knowable<ExpectedHeader> | undefined,
    header?: string,
  ): void => {
    if (lost !== undefined) unknowns.push(lost);
    else if (isUnknownValue(got) && !isOtherThanError(key, expected, got.unknown)) unknowns.push(got.unknown);
    else if (isUnknownValue(got)) mismatches.push({ key, expected, got: undefined });
    else if (!isSame(expected, got)) mismatches.push({ key, ...withoutUndefined({ header }), expected, got });
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
  // A host that nothing serves gives no connection that could be used.
  const isOpen = outcome.connection === 'open' && outcome.isHostUnserved !== true;
  if (expect.connection !== undefined) check('connection', expect.connection, isOpen ? 'open' : 'refused');
  if (expect.body !== undefined) check('body', expect.body, response?.body);
  for (const [name, value] of Object.entries(expect.response_headers ?? {}))
    check('response_headers', value, headerAs(value, response?.headers, name, outcome), name);
  for (const [name, value] of Object.entries(expect.request_headers ?? {})) {
    if (request === undefined && lost === undefined)
      mismatches.push({ key: 'request_headers', header: name, expected: value, got: undefined });
    else check('request_headers', value, headerAs(value, request?.headers, name), name);
  }
  const verdict = mismatches.length > 0 ? 'failed' : unknowns.length > 0 ? 'undecided' : 'ok';
  return { verdict, outcome, got: gotOf(outcome), mismatches, unknowns };
}

/** An error of which the status is not documented is an error. */
function isOtherThanError(key: Mismatch['key'], expected: ExpectedHeader, { isError }: Unknown): boolean {
  return key === 'status' && isError === true && typeof expected === 'number' && expected < 400;
}

function headerIn(headers: HeaderValues | undefined, name: string): Knowable<string> | undefined {
  return headers === undefined ? undefined : headerValue(headers, name);
}

/** A header as it is expected: one text, or all of its values. */
function headerAs(
  expected: ExpectedHeader,
  headers: HeaderValues | undefined,
  name: string,
  outcome?: SimulatedOutcome,
): Knowable<ExpectedHeader> | undefined {
  const text = headerIn(headers, name) ?? errorCodeIn(outcome, name);
  const key = name.toLowerCase();
  const values = headers?.get(key) ?? [];
  // Cookies that are set are one header each (RFC 9110 5.3), so that one text is not two of them.
  const isList = Array.isArray(expected) || (key === 'set-cookie' && values.length > 1);
  if (!isList || text === undefined || isUnknownValue(text)) return text;
  return values.filter((value) => typeof value === 'string');
}

/** A refusal and an error of the service carry a code in a header of its own; which, is not documented. */
function errorCodeIn(outcome: SimulatedOutcome | undefined, name: string): Knowable<string> | undefined {
  const isOfService = outcome?.refusedBy !== undefined || isUnknownValue(outcome?.status);
  if (!isOfService || !/-error-code$/i.test(name)) return undefined;
  return { unknown: { why: 'undocumented', of: `the code of an error in ${name}` } };
}

/** YAML reads `max-age: 60` as a number, and headers are text. */
function isSame(expected: ExpectedHeader, got: ExpectedHeader | undefined): boolean {
  if (expected === null) return got === undefined;
  if (typeof expected === 'object') return JSON.stringify(expected.map(String)) === JSON.stringify(got);
  if (typeof got === 'string' && typeof expected !== 'string') return String(expected) === got;
  return expected === got;
}

/** A login is named by its provider, or by the module or action that asks for it. */
function loginAs(
  expected: string | boolean,
  login: SimulatedOutcome['login'],
): Knowable<PlainValue> | undefined {
  if (typeof expected === 'boolean') return login !== undefined;
  if (login === undefined) return undefined;
  const { by, providers } = login;
  const wanted = expected.toLowerCase();
  if (by.toLowerCase() === wanted) return expected;
  const isOne = providers.some((name) => name.toLowerCase() === wanted);
  if (isOne && providers.length > 1)
    return { unknown: { why: 'undocumented', of: `which of ${providers.join(', ')} is asked` } };
  return isOne ? expected : providers.join(' or ');
}
