import { type GotFact, gotOf } from '../../model/traffic/got.ts';
import {
  type ExpectedHeader,
  type Mismatch,
  type RequestFailure,
  type RequestVerdict,
} from '../../model/traffic/request-test.ts';
import { isRedirect, type SentResponse } from '../../model/traffic/sent-test.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import { say, type Words } from '../plan/words/say.ts';
import { quoted } from '../../text/quoted.ts';
import type { ChangedTest, TestedSide } from '../../model/traffic/plan-tests.ts';
import { unknownText } from './unknown-words.ts';

/** `was a login with google, will be 200 from backend/shop: the test fails`; of drift, `is` in place of `will be`. */
export function changedTestText({ before, after }: ChangedTest, verb: 'is' | 'will be' = 'will be'): string {
  const [oldText, newText] = [sideText(before), sideText(after)];
  const result = resultWords[after.result];
  // Where both sides read the same, they differ in what the test expects.
  const why = oldText === newText && after.failure !== undefined ? `, ${after.failure}` : '';
  return `was ${oldText}, ${verb} ${newText}${result === '' ? '' : `: ${result}${why}`}`;
}

function sideText(side: TestedSide): string {
  const { results, missing } = side;
  if (decidedGot(side) !== undefined) return resultsText(results);
  const [first] = missing;
  return `${resultText({ results, missing })}${first === undefined ? '' : ` (${unknownText(first)})`}`;
}

const resultWords: Readonly<Record<TestedSide['result'], string>> = {
  ok: '',
  failed: 'the test fails',
  undecided: 'the test is undecided',
};

/** `403 from ip_restriction of https-route/admin`, `a login with google`, `200 from backend/shop`. */
export function gotText(got: GotFact): string {
  return say(gotWords, got);
}

const gotWords: Words<GotFact> = {
  nothing: () => 'no response (not served)',
  unknown: () => 'an unknown result',
  closed: ({ by, from }) => `a closed connection from ${by} of ${from}`,
  login: ({ providers }) => `a login with ${providers.join(' or ')}`,
  refused: ({ status, by, from }) => `${status ?? 'an error'} from ${by} of ${from}`,
  moved: ({ status, to }) => `${statusText(status)} to ${to}`,
  failed: ({ from }) => `an error from ${from}`,
  served: ({ status, from }) => `${statusText(status)} from ${from}`,
};

/** `200`, `302 to https://…`, `a login with google`, `a closed connection`. */
export function observedText({ status, location, login, connection, error }: SentResponse): string {
  if (connection === 'refused') return 'a closed connection';
  if (status === undefined) return error ?? 'no response';
  if (login !== undefined) return `${status}, a login at ${login}`;
  return location === undefined || !isRedirect(status) ? String(status) : `${status} to ${location}`;
}

/** `403 from ip_restriction of https-route/admin, or a login with google`. */
export function resultsText(results: readonly GotFact[]): string {
  return results.map(gotText).join(', or ');
}

/** `200 from backend/shop`, or what it may be. */
export function resultText({ results, missing }: Pick<RequestVerdict, 'results' | 'missing'>): string {
  if (missing.length === 0) return resultsText(results);
  return `undecided: ${resultsText(results)}`;
}

/** The result of a request, unless facts are missing without which it is not known. */
function decidedGot({ result, results }: Pick<TestedSide, 'result' | 'results'>): GotFact | undefined {
  return result === 'undecided' || results.length > 1 ? undefined : results[0];
}

/** The results of a test, for documents: one result, or all that are possible and the facts that are missing. */
export function gotTree(side: TestedSide): object {
  const { results, missing } = side;
  const got = decidedGot(side);
  if (got !== undefined) return { got: withText(got) };
  return { results: results.map(withText), missing };
}

/** The fact with its text, for documents. */
export function withText(got: GotFact): GotFact & { readonly text: string } {
  return { ...got, text: gotText(got) };
}

function statusText(status: number | undefined): string {
  return status === undefined ? 'a response' : String(status);
}

/**
 * `expected status 403, got 200 from backend/shop`: the first difference, of each failure that is possible, and then
 * the others.
 */
export function failureTexts(failures: readonly RequestFailure[]): readonly string[] {
  const count = Math.max(...failures.map(({ mismatches }) => mismatches.length));
  return Array.from({ length: count }, (_, index) => {
    const got = new Map<string, Set<string>>();
    for (const { mismatches, outcome } of failures) {
      const mismatch = mismatches[index];
      if (mismatch === undefined) continue;
      const words = mismatchWords(mismatch, outcome);
      got.set(words.expected, (got.get(words.expected) ?? new Set()).add(words.got));
    }
    return [...got]
      .map(([expected, all]) => `expected ${expected}, got ${[...all].join(', or ')}`)
      .join('; or ');
  });
}

function mismatchWords(
  { key, header, expected, got }: Mismatch,
  outcome: SimulatedOutcome,
): { readonly expected: string; readonly got: string } {
  const all = gotText(gotOf(outcome));
  const found = got === undefined || got === null ? 'none' : quoted(listed(got));
  switch (key) {
    case 'status':
    case 'connection':
      return { expected: `${key} ${listed(expected)}`, got: all };
    case 'login':
      return { expected: loginText(expected), got: all };
    case 'request_headers':
    case 'response_headers': {
      if (outcome.request === undefined && key === 'request_headers')
        return { expected: 'the request at an upstream', got: all };
      const message = key === 'request_headers' ? 'request' : 'response';
      const words = `${message} header ${headerWords(header ?? '', expected)}`;
      return { expected: `${expected === null ? 'no' : 'the'} ${words}`, got: found };
    }
    case 'location':
    case 'served_by':
    case 'forwarded_to':
    case 'backend':
    case 'body':
    case 'refused_by':
      return { expected: `\`${key}\` ${quoted(listed(expected))}`, got: got === undefined ? all : found };
  }
}

/** Several values of a header as one text, with commas. */
function listed(value: ExpectedHeader): string {
  return typeof value === 'object' && value !== null ? value.join(', ') : String(value);
}

function loginText(expected: ExpectedHeader): string {
  if (expected === false) return 'no login';
  return expected === true ? 'a login' : `a login with ${listed(expected)}`;
}

function headerWords(name: string, value: ExpectedHeader): string {
  return value === null ? quoted(name) : quoted(`${name}: ${listed(value)}`);
}
