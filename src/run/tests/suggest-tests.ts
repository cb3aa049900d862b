/** Tests for the ways of a resource that no test takes, each run before it is printed. */
import { listenerUrl } from '../../derive/forms/listener-url.ts';
import { withoutWritten } from '../../derive/secrets/written-secrets.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { UserError } from '../../model/errors.ts';
import { gotOf, type GotFact } from '../../model/traffic/got.ts';
import type { RequestTestResult } from '../../model/traffic/request-test.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { unknownText } from '../../report/tests/unknown-words.ts';
import { conditionsOf } from '../../plan/exposure/shown-request.ts';
import { listenersOf } from '../../routing/listener.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import { selectorOf } from '../../routing/selector.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { bindingsOf, publicBinding } from '../../routing/bindings.ts';
import { isInRange } from '../../text/ip-ranges.ts';
import { traceSide } from '../../simulate/request-way.ts';
import type { ResourceWay } from '../../simulate/unknown/resource-ways.ts';
import { runRequestTests, type TestSide } from '../../simulate/run-tests.ts';
import { defaultClientIp } from '../../simulate/scope.ts';
import { openSimulator, type Simulator } from '../../simulate/simulate.ts';
import { isWebScheme, urlParts } from '../../routing/request-url.ts';
import { requestFor } from '../../simulate/unknown/witness.ts';
import type { Literal } from '../../simulate/unknown/term.ts';
import { keyOfStep } from '../../simulate/unknown/way-trail.ts';
import { isJsonMap, isSameJson } from '../../text/json/json-access.ts';
import { readTests } from '../../workspace/settings/request-tests.ts';
import { openWaysOf, poolOf, trailsThrough } from './cover.ts';
import { expectationOf } from './expectation-of.ts';
import { factOptions, type FactOption } from './fact-options.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Unknown } from '../../model/traffic/unknown.ts';
import type { GivenFacts, RequestFacts } from '../../model/traffic/request-facts.ts';

export interface SuggestedTest extends JsonObject {
  readonly name: string;
}

export interface Suggestions {
  readonly tests: readonly SuggestedTest[];
  /** For each way that no test is found for, the conditions or the fact that it needs. */
  readonly dropped: readonly string[];
  /** The ways cannot be listed: there is a test for each rule that one could be built for. */
  readonly isCut: boolean;
}

/** Ways of the same places are tried under this many conditions. */
const mostConditions = 12;

export function suggestTests(
  server: TrafficServer,
  side: TestSide,
  results: readonly RequestTestResult[],
): Suggestions {
  const { ways, isCut } = openWaysOf(server, side, results);
  const builder = openBuilder(server, side);
  const tests: SuggestedTest[] = [];
  const dropped: string[] = [];
  const steps = new Set<string>();
  const withoutSecrets = withoutWritten(side.servers);
  for (const way of ways) {
    const stepKeys = way.trail.steps.map(keyOfStep);
    if (isCut && stepKeys.every((step) => steps.has(step))) continue;
    const test = builder.build(way);
    if (test === undefined) {
      dropped.push(withoutSecrets(builder.reason(way)));
      continue;
    }
    for (const step of stepKeys) steps.add(step);
    tests.push(test);
  }
  return { tests, dropped, isCut };
}

interface WayBuilder {
  /** Undefined if none is found. */
  readonly build: (way: ResourceWay) => SuggestedTest | undefined;
  /** Why none is found. */
  readonly reason: (way: ResourceWay) => string;
}

/** Builds tests for ways of a resource. */
function openBuilder(server: TrafficServer, side: TestSide): WayBuilder {
  const index = openSide(side);
  const pool = poolOf(server.address, side.servers);
  // Of endpoints that share a URL, each may give the response.
  const alone = openSide({
    ...side,
    servers: side.servers.filter(({ address }) => address === server.address || !pool.has(address)),
  });
  const outcomesOf = openSimulator({ side: index, nameOf: side.nameOf });
  const withoutSecrets = withoutWritten(side.servers);
  const place = placeOf(server, index);
  const byAddress = new Map(
    index.servers.map((trafficServer): [string, TrafficServer] => [trafficServer.address, trafficServer]),
  );
  const build = (way: ResourceWay): SuggestedTest | undefined => {
    const met = new Set([server.address, ...way.trail.steps.map(({ at }) => at.address)]);
    const servers = [...met].flatMap((address) => byAddress.get(address) ?? []);
    const isWay = (outcomes: readonly SimulatedOutcome[]): boolean => {
      const trails = trailsThrough(server.address, outcomes, index);
      return trails.length > 0 && trails.every(({ key }) => key === way.trail.key);
    };
    const open = way.open.toSorted((left, right) => left.when.length - right.when.length);
    const requests = open.slice(0, mostConditions).flatMap(({ when }) => {
      const asked = requestAt(place, when);
      return asked === undefined ? [] : [{ when, asked }];
    });
    for (const { when, asked } of requests.toSorted(
      (left, right) => sizeOf(left.asked) - sizeOf(right.asked),
    )) {
      for (const option of factOptions(servers, index.ownActions, when)) {
        const facts = decidedFacts(withOption(asked, option), outcomesOf, isWay);
        const test = facts && testOf(facts, server.address, { side, index: alone, isWay, outcomesOf });
        // A request with a secret that a file holds would spread it.
        if (test !== undefined && isSameJson(withoutSecrets(test), test)) return test;
      }
    }
    return undefined;
  };
  return { build, reason: (way) => reasonOf(way, place, outcomesOf) };
}

/** The parts by which a request is more than `GET` of a URL. */
function sizeOf({ method, headers, body, from }: RequestFacts): number {
  return (method === 'GET' ? 0 : 1) + headers.size + (body === undefined ? 0 : 1) + Object.keys(from).length;
}

/** The URL without a path, and the facts that every request of a resource has. */
interface RequestPlace {
  /** Undefined in tests: the edge, of which the files do not tell a host. */
  readonly edge?: string;
  readonly base: string;
  readonly binding?: string;
}

const anyBase = 'https://any.example';

function placeOf(server: TrafficServer, { edges }: SideIndex): RequestPlace {
  const selector = server.kind === 'https-route' ? selectorOf(server.spec) : undefined;
  if (selector !== undefined)
    return selector.host === ''
      ? { edge: edges.nameOf(selector.edge), base: anyBase }
      : { base: `https://${selector.host}` };
  const [listener] = listenersOf(server);
  const base = listener === undefined ? anyBase : listenerUrl(listener).replace('*.', 'any.');
  const [binding = publicBinding] = server.kind === 'endpoint' ? bindingsOf(server.spec) : [];
  return { base: base.replace(/\/$/, ''), ...(binding === publicBinding ? {} : { binding }) };
}

/** A request that meets the conditions, as far as a request can. */
function requestAt(
  { edge, base, binding }: RequestPlace,
  when: readonly Literal[],
): RequestFacts | undefined {
  const host = hostIn(when);
  const baseUrl = host === undefined ? base : `https://${host}`;
  const found = requestFor(when, { base: baseUrl })?.request;
  if (found === undefined) return undefined;
  const rest = found.url.slice(baseUrl.length);
  const isWeb = isWebScheme(urlParts(baseUrl).scheme);
  const url = edge !== undefined && host === undefined ? `${edge}${rest}` : baseUrl + (isWeb ? rest : '');
  const { ip, ...others } = found.from;
  const client = ip === undefined || ip === defaultClientIp ? others : { ip, ...others };
  const from = binding === undefined ? client : { ...client, binding };
  const given = edge !== undefined && host !== undefined ? { ...found.given, edge } : found.given;
  return { ...found, url, from, given: withCertificateOf(given) };
}

const ofCertificate = 'conn.tls.client.';

/** Variables of a certificate are read from the certificate that a test gives. */
function withCertificateOf({ variables = {}, ...given }: GivenFacts): GivenFacts {
  const [inside, others] = [true, false].map((isOfCertificate) =>
    Object.entries(variables).filter(([name]) => name.startsWith(ofCertificate) === isOfCertificate),
  );
  const client_certificate = (inside ?? []).reduce<JsonObject>(
    (made, [name, value]) => withMember(made, name.slice(ofCertificate.length).split('.'), value),
    {},
  );
  return {
    ...given,
    ...((others ?? []).length === 0 ? {} : { variables: Object.fromEntries(others ?? []) }),
    ...((inside ?? []).length === 0 ? {} : { client_certificate }),
  };
}

function withMember(owner: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  const before = owner[name];
  const inner = isJsonMap(before) ? before : {};
  return { ...owner, [name]: rest.length === 0 ? value : withMember(inner, rest, value) };
}

/** The host that conditions ask for, where a resource has many. */
function hostIn(when: readonly Literal[]): string | undefined {
  for (const { atom, holds } of when) {
    if (!holds || atom.is !== 'in' || atom.of.name !== 'req.host') continue;
    const [host] = atom.values;
    if (typeof host === 'string' && /^[\w.-]+$/.test(host)) return host;
  }
  return undefined;
}

function withOption(facts: RequestFacts, { headers = {}, given }: FactOption): RequestFacts {
  const shown = Object.entries(headers).map(([name, value]) => [name, [value]] as const);
  const { client_certificate } = facts.given;
  return {
    ...facts,
    headers: new Map([...facts.headers, ...shown]),
    given: { ...facts.given, ...given, ...withoutUndefined({ client_certificate }) },
  };
}

/** Each fact decides one more question of the engine. */
const mostFacts = 8;

/** The facts with those that the engine still asks for, so that the request takes the way; undefined if it does not. */
function decidedFacts(
  facts: RequestFacts,
  outcomesOf: Simulator,
  isWay: (outcomes: readonly SimulatedOutcome[]) => boolean,
): RequestFacts | undefined {
  let known = facts;
  for (let count = 0; count < mostFacts; count++) {
    const outcomes = [...outcomesOf(known)];
    const wanted = outcomes.find((outcome) => isWay([outcome]));
    if (wanted === undefined || outcomes.some(({ contradictions = [] }) => contradictions.length > 0))
      return undefined;
    if (isWay(outcomes)) return known;
    const more = wanted.events.flatMap((event) =>
      event.code === 'undecided' ? (factFor(event.unknown, event.assumed, known) ?? []) : [],
    );
    const [next] = more.filter((fact) => !isGiven(fact, known));
    if (next === undefined) return undefined;
    known = withOption(known, { given: next });
  }
  return undefined;
}

function isGiven(fact: GivenFacts, { given }: RequestFacts): boolean {
  return JSON.stringify({ ...given, ...fact }) === JSON.stringify(given);
}

/** The fact that says what was assumed. */
function factFor(
  { give = '', of }: Unknown,
  assumed: boolean,
  { from, given }: RequestFacts,
): GivenFacts | undefined {
  const [, fact = '', name = ''] = /^given\.(\w+)\.?(.*)$/s.exec(give) ?? [];
  switch (fact) {
    case 'signature':
    case 'basic_auth':
      return { [fact]: assumed ? 'valid' : 'invalid' };
    case 'ip_restriction':
      return { ip_restriction: assumed ? 'allowed' : 'refused' };
    case 'ip_policies': {
      const ip = from.ip ?? defaultClientIp;
      const others = ['192.0.2.0/24', '198.51.100.0/24'].filter((network) => !isInRange(ip, network));
      const networks = assumed ? [`${ip}/${ip.includes(':') ? 128 : 32}`] : others.slice(0, 1);
      return { ip_policies: { ...given.ip_policies, [of]: networks } };
    }
    case 'secrets':
      return { secrets: { ...given.secrets, [name]: 'stand-in' } };
    case 'variables':
      return name === 'conn.tls.version'
        ? { variables: { ...given.variables, [name]: assumed ? '1.3' : '1.0' } }
        : undefined;
    default:
      return undefined;
  }
}

interface Judge {
  readonly side: TestSide;
  /** Without the other endpoints of its URL. */
  readonly index: SideIndex;
  readonly isWay: (outcomes: readonly SimulatedOutcome[]) => boolean;
  readonly outcomesOf: Simulator;
}

/** The facts as a test with what the request gets; undefined unless the test, as it is read from a file, is green. */
function testOf(facts: RequestFacts, address: string, judge: Judge): SuggestedTest | undefined {
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

/** Why no test takes a way: the fact that no file can know, or else the conditions that no request makes true. */
function reasonOf({ open }: ResourceWay, place: RequestPlace, outcomesOf: Simulator): string {
  const [first] = open.toSorted((left, right) => left.when.length - right.when.length);
  const when = first?.when ?? [];
  const asked = requestAt(place, when);
  const beyond = requestFor(when, { base: place.base })?.beyond ?? [];
  const conditions = conditionsOf(beyond.length === 0 ? when : beyond);
  if (beyond.length > 0 || asked === undefined) return conditions.join(', ');
  for (const { events } of outcomesOf(asked))
    for (const event of events) if (event.code === 'undecided') return unknownText(event.unknown);
  return conditions.length === 0 ? 'another resource serves its URL' : conditions.join(', ');
}
