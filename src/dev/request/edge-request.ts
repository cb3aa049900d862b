/**
 * One request on its way through the engine. The engine is asked until nothing that it needs is left to look up: a body
 * is read only if a policy reads it, a key set is fetched only if a token is checked, an upstream is asked only if the
 * request reaches one. What was found once stays so for the request.
 */
import { gotOf } from '../../model/traffic/got.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import type { TraceAnswer } from '../../model/traffic/trace.ts';
import { traceSide } from '../../simulate/request-way.ts';
import type { DevSite } from '../dev-site.ts';
import type { DevChecks } from '../checks/dev-checks.ts';
import { isKnownScheme, isSignedBy } from '../checks/signatures.ts';
import { isTokenSigned } from '../checks/tokens.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';
import type {
  GivenFacts,
  GivenResponse,
  LoginFacts,
  RequestFacts,
} from '../../model/traffic/request-facts.ts';

/** The outcomes of a request agree, or what decides is missing. */
export type EdgeVerdict =
  | { readonly type: 'decided'; readonly outcome: SimulatedOutcome }
  | { readonly type: 'undecided'; readonly outcomes: readonly SimulatedOutcome[] };

/** Facts to look up before the engine is asked again. */
export interface Needs {
  readonly isBodyNeeded: boolean;
  readonly isAnswerNeeded: boolean;
  readonly keySets: readonly string[];
}

export interface EdgeRequest {
  readonly site: DevSite;
  readonly facts: () => RequestFacts;
  /** `request`: what becomes of the request; `response`: of the answer of its upstream. */
  readonly ask: (about: 'request' | 'response') => { readonly verdict: EdgeVerdict; readonly needs: Needs };
  /** Undefined while it has not been read. */
  readonly rawBody: () => Buffer | undefined;
  readonly giveBody: (body: Buffer) => void;
  readonly giveLogin: (login: LoginFacts) => void;
  readonly giveAnswer: (upstream: string, answer: GivenResponse | 'offline') => void;
  /** The facts that were found, as a test gives them. */
  readonly observedFacts: () => GivenFacts;
  /** The way for people, without the values of secrets. */
  readonly trace: () => readonly TraceAnswer[];
  /** Tells the circuit breakers on the way how it ended. */
  readonly settle: (hasFailed: boolean) => void;
}

export function openEdgeRequest(
  site: DevSite,
  checks: DevChecks,
  { facts: first, isUpstreamGiven }: { readonly facts: RequestFacts; readonly isUpstreamGiven: boolean },
): EdgeRequest {
  let facts = first;
  let raw: Buffer | undefined = first.body === undefined ? Buffer.alloc(0) : undefined;
  const asked = new Set<'body'>();
  const keySets = new Set<string>();
  const answers = new Map<string, GivenResponse | 'offline'>();
  const remembered = new Map<string, boolean>();
  const breakers = new Map<string, (hasFailed: boolean) => void>();
  const numbers: number[] = [];
  let found: GivenFacts = {};
  const note = (more: GivenFacts): void => void (found = { ...found, ...more });
  const once = (key: string, find: () => boolean): boolean => {
    const known = remembered.get(key) ?? find();
    remembered.set(key, known);
    return known;
  };
  const observed: NonNullable<RequestFacts['observed']> = {
    // An upstream that runs is taken to answer until it is asked.
    answerOf: (name) =>
      isUpstreamGiven
        ? undefined
        : (answers.get(name) ?? (site.upstreamOf(name) === undefined ? undefined : {})),
    isLimited: ({ at, settings, key }) =>
      once(`${placeKey(at)} ${key}`, () => {
        const isExceeded = checks.limits.isExceeded(placeKey(at), settings, key);
        if (isExceeded) note({ rate_limit: 'exceeded' });
        return isExceeded;
      }),
    isOpen: ({ at, settings }) => {
      const place = placeKey(at);
      return once(place, () => {
        const breaker = checks.breakers.at(place, settings);
        if (breaker.isOpen) note({ circuit_breaker: 'open' });
        else breakers.set(place, breaker.count);
        return breaker.isOpen;
      });
    },
    isSigned: ({ provider, secret }) => {
      if (!isKnownScheme(provider)) return undefined;
      if (raw === undefined) {
        asked.add('body');
        return undefined;
      }
      const isSigned = isSignedBy(provider, secret, { facts, body: raw });
      note({ signature: isSigned ? 'valid' : 'invalid' });
      return isSigned;
    },
    isVerified: ({ text, keySets: urls }) => {
      const missing = urls.filter((url) => !checks.keySets.isRead(url));
      for (const url of missing) if (checks.keySets.isWanted(url)) keySets.add(url);
      if (missing.length > 0) return undefined;
      const isSigned = isTokenSigned(text, urls.map(checks.keySets.of));
      note({ jwt: { valid: isSigned } });
      return isSigned;
    },
    random: (call) => (numbers[call] ??= Math.random()),
  };
  const complete = (): RequestFacts => ({ ...facts, observed });
  return {
    site,
    facts: () => facts,
    ask: (about) => {
      asked.clear();
      keySets.clear();
      const outcomes = [...site.outcomesOf(complete())];
      return {
        verdict: verdictOf(outcomes, about),
        needs: {
          isBodyNeeded:
            raw === undefined &&
            (asked.has('body') || outcomes.some((outcome) => reads(outcome, 'request.body'))),
          isAnswerNeeded: outcomes.some((outcome) => reads(outcome, 'given.upstream.body')),
          keySets: [...keySets],
        },
      };
    },
    rawBody: () => raw,
    giveBody: (body) => {
      raw = body;
      facts = { ...facts, body: body.toString('utf8') };
    },
    giveLogin: (login) => {
      facts = { ...facts, given: { ...facts.given, login } };
    },
    giveAnswer: (upstream, answer) => {
      answers.set(upstream, answer);
      note({ upstream: answer === 'offline' ? answer : { status: answer.status ?? 200 } });
    },
    observedFacts: () => found,
    trace: () => cleaned(traceSide(site, complete()), site.clean) as readonly TraceAnswer[],
    settle: (hasFailed) => {
      for (const count of breakers.values()) count(hasFailed);
      breakers.clear();
    },
  };
}

/** A copy with all texts cleaned. */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item, clean));
  if (value instanceof Map)
    return new Map([...(value as Map<unknown, unknown>)].map(([key, item]) => [key, cleaned(item, clean)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item, clean)]));
}

function placeKey({
  address,
  path,
  inside = [],
}: {
  address: string;
  path: unknown;
  inside?: unknown;
}): string {
  return JSON.stringify([address, path, inside]);
}

/** Where facts are missing that change nothing of what is asked about, they are not needed. */
function verdictOf(outcomes: readonly SimulatedOutcome[], about: 'request' | 'response'): EdgeVerdict {
  const [first, ...more] = outcomes;
  if (first === undefined) throw new Error('a request has an outcome');
  const keyOf = about === 'request' ? requestKey : responseKey;
  const isSame = more.length === 0 || more.every((outcome) => keyOf(outcome) === keyOf(first));
  if (outcomes.some(({ lost }) => lost !== undefined) || !isSame) return { type: 'undecided', outcomes };
  // The way on which most is done, such as compression where it is not documented whether it is.
  const outcome = outcomes.reduce((best, next) => (doneOn(next) > doneOn(best) ? next : best));
  return { type: 'decided', outcome };
}

function doneOn({ events }: SimulatedOutcome): number {
  return events.filter(({ code }) => code === 'changed').length;
}

function requestKey(outcome: SimulatedOutcome): string {
  const { request } = outcome;
  const upstream = reachedBy(outcome);
  return JSON.stringify(
    upstream === undefined || request === undefined
      ? seenOf(outcome)
      : [upstream, request.url, [...request.headers], request.body],
  );
}

/** The encoding is chosen here: whether a response is compressed is not documented. */
const encodingHeaders: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'vary']);

function responseKey(outcome: SimulatedOutcome): string {
  const headers = [...(outcome.response?.headers ?? [])].filter(([name]) => !encodingHeaders.has(name));
  return JSON.stringify([seenOf(outcome), headers]);
}

/** The part that a client sees: of endpoints that share an address, not which of them answers. */
function seenOf(outcome: SimulatedOutcome): unknown {
  const got = gotOf(outcome);
  const { from, ...seen } = 'from' in got ? got : { ...got, from: undefined };
  return [seen, from === outcome.servedBy ? outcome.response?.body : from];
}

/** The upstream that gets the request; undefined if none does. */
export function reachedBy({ events }: SimulatedOutcome): string | undefined {
  const reached = events.findLast((event) => event.code === 'reached');
  return reached?.code === 'reached' ? reached.upstream : undefined;
}

/** Whether an outcome depends on a body that has not been read. */
function reads({ events, request, response, status }: SimulatedOutcome, give: string): boolean {
  const isIt = (value: unknown): boolean => isUnknownValue(value) && value.unknown.give === give;
  const inHeaders = (headers: ReadonlyMap<string, readonly unknown[]> | undefined): boolean =>
    headers !== undefined && [...headers.values()].some((values) => values.some(isIt));
  const of = give === 'request.body' ? 'request' : 'response';
  return (
    isIt(status) ||
    isIt(request?.url) ||
    inHeaders(request?.headers) ||
    inHeaders(response?.headers) ||
    (of === 'request' && isIt(response?.body)) ||
    events.some(
      (event) =>
        (event.code === 'undecided' && event.unknown.give === give) ||
        (event.code === 'changed' &&
          event.changes.some((change) => change.code === 'body' && change.of === of)),
    )
  );
}
