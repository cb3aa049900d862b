import type { JsonObject, Json } from '../../../model/value.ts';
import { type TestSide, runRequestTests } from '../../../simulate/run-tests.ts';
import type { SideIndex } from '../../../routing/traffic/side-index.ts';
import type { SimulatedOutcome } from '../../../model/traffic/simulation.ts';
import type { Simulator } from '../../../simulate/simulate.ts';
import type { RequestFacts } from '../../../model/traffic/request-facts.ts';
import { gotOf, type GotFact } from '../../../model/traffic/got.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { readYaml } from '../../../derive/yaml/read-yaml.ts';
import { readTests } from '../../../workspace/settings/request-tests.ts';
import { traceSide } from '../../../simulate/request-way.ts';
import { expectationOf } from '../expectation-of.ts';
import { UserError } from '../../../model/errors.ts';
import { urlParts, isWebScheme } from '../../../routing/request-url.ts';
import { anyBase } from './request-of-way.ts';

export interface SuggestedTest extends JsonObject {
  readonly name: string;
}

interface Judge {
  readonly side: TestSide;
  /** Without the other endpoints of its URL. */
  readonly index: SideIndex;
  readonly isWay: (outcomes: readonly SimulatedOutcome[]) => boolean;
  readonly outcomesOf: Simulator;
}

/** The facts as a test with what the request gets; undefined unless the test, as it is read from a file, is green. */
export function testOf(facts: RequestFacts, address: string, judge: Judge): SuggestedTest | undefined {
  const { side, index, isWay, outcomesOf } = judge;
  const whole = expectedOf(facts, side, index);
  if (whole === undefined) return undefined;
  // Which endpoint of several with one URL serves it is not known.
  const { served_by: _servedBy, ...rest } = whole;
  const expect = index.servers.length === side.servers.length ? whole : rest;
  const [first] = [...outcomesOf(facts)];
  if (first === undefined) return undefined;
  const test = { name: nameFor(facts, gotOf(first), address), ...documentOf(facts), expect };
  const source = { path: 'suggested', text: JSON.stringify({ tests: [test] }) };
  const reading = { source, diagnostics: [] as Diagnostic[] };
  const [read] = readYaml(source).documents.flatMap((document) => readTests(reading, document));
  if (read === undefined || reading.diagnostics.length > 0 || !isWay([...outcomesOf(read.facts)]))
    return undefined;
  const named = { ...read, environments: [{ name: side.environment, place: read.place }] };
  const [run] = runRequestTests([named], side);
  return run?.result.verdict === 'ok' ? test : undefined;
}

function expectedOf(facts: RequestFacts, side: TestSide, index: SideIndex): JsonObject | undefined {
  const [answer, ...more] = traceSide({ side: index, nameOf: side.nameOf, originOf: () => undefined }, facts);
  if (answer === undefined || more.length > 0) return undefined;
  try {
    return expectationOf(answer.way, facts.url);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The keys of a test that say these facts. */
function documentOf({ method, url, headers, body, from, given }: RequestFacts): JsonObject {
  const sent = [...headers].map(([name, values]): [string, Json] => [
    name,
    values.length === 1 ? (values[0] ?? '') : [...values],
  ]);
  const isPlain = method === 'GET' && sent.length === 0 && body === undefined;
  const request: Json = isPlain
    ? url
    : {
        ...(method === 'GET' ? {} : { method }),
        url,
        ...(sent.length === 0 ? {} : { headers: Object.fromEntries(sent) }),
        ...(typeof body === 'string' ? { body } : {}),
      };
  return {
    request,
    ...(Object.keys(from).length === 0 ? {} : { from: { ...from } }),
    ...(Object.keys(given).length === 0 ? {} : { given: JSON.parse(JSON.stringify(given)) as Json }),
  };
}

/** `POST /admin from 203.0.113.7 is refused by deny`. */
function nameFor({ method, url, headers, from, given }: RequestFacts, got: GotFact, address: string): string {
  const { scheme, path } = urlParts(url.replace(/^https-edge\/[^/?]*/, anyBase));
  const { login } = given;
  return [
    isWebScheme(scheme) ? `${method} ${path === '' ? '/' : path}` : `a connection to ${address}`,
    ...(from.ip === undefined ? [] : [`from ${from.ip}`]),
    ...(from.country === undefined ? [] : [`in ${from.country}`]),
    ...(headers.size === 0 ? [] : [`with ${[...headers.keys()].join(', ')}`]),
    ...(login === undefined || login === 'none' ? [] : [`as ${login.email ?? login.provider ?? 'a user'}`]),
    gotWordsOf(got),
  ].join(' ');
}

function gotWordsOf(got: GotFact): string {
  switch (got.code) {
    case 'closed':
      return `is closed by ${got.by}`;
    case 'login':
      return `asks for a login with ${got.providers.join(' or ')}`;
    case 'refused':
      return `is refused by ${got.by}`;
    case 'moved':
      return `is redirected to ${got.to}`;
    case 'served':
      return `gets ${got.status ?? 'a response'} from ${got.from}`;
    case 'failed':
    case 'nothing':
    case 'unknown':
      return 'fails';
  }
}
