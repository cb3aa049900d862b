/**
 * The ways of a request that is not given through one resource: what it and its caller must be, and what becomes of it
 * then. Together they cover all requests; each question is asked once in a way, and only where its answer is open.
 */
import { listenerUrl } from '../../derive/forms/listener-url.ts';
import type { HeaderValues, SimulationEvent, SimulationPlace } from '../../model/traffic/simulation.ts';
import { edgesOf } from '../../routing/edges.ts';
import { listenersOf } from '../../routing/listener.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import type { PolicyCall } from '../effects/effect.ts';
import { expressionReader } from '../expressions.ts';
import { RandomNumbers } from '../functions/random.ts';
import { type ResponseMessage, type RequestMessage, headerValue } from '../messages.ts';
import { programOf, type Program } from '../policy-program.ts';
import { replyAt } from '../request-reply.ts';
import { openTrail, type Walk } from '../walk.ts';
import { keyOfAtom, type Atom, type Literal } from './term.ts';
import { isSecond, OpenMap, type OpenHeader } from './open-map.ts';
import { anyHost, sentUrl } from './open-scope.ts';
import { Term, termOf, type Ask } from './term.ts';
import { leavesOf } from './term-relations.ts';
import { branchesOf, emptyConjunction, withLiteral, type Conjunction } from './theory.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';

/** The end of a request. */
export type WayEnd =
  /** An error of the service, or a refusal; there is no answer. */
  | { readonly is: 'kept-out'; readonly by: string }
  /** It reaches an upstream, whose answer may be refused. */
  | { readonly is: 'delivered'; readonly to: string; readonly isAnswered: boolean }
  | { readonly is: 'answered'; readonly by: string; readonly body: Knowable<string> }
  | { readonly is: 'redirected'; readonly by: string; readonly to: string }
  /** An action that the workspace declares ends it, or one that is not known may have. */
  | { readonly is: 'ended'; readonly by: string };

export interface OpenWay {
  readonly when: readonly Literal[];
  readonly conjunction: Conjunction;
  readonly end: WayEnd;
  /** The backend of the resource that gets it. */
  readonly backend?: string | undefined;
  /** Where it was decided. */
  readonly at?: SimulationPlace | undefined;
  readonly events: readonly SimulationEvent[];
  /** The headers that were set or removed on the way to the upstream. */
  readonly headers: ReadonlyMap<string, OpenHeader>;
  /** The URL at the upstream, as text; `made`: as the policy has made it. */
  readonly url: string;
  readonly made?: Knowable<string> | undefined;
  readonly body: string;
  /**
   * The response of the client, by part: `status`, `header <name>`, `body`, `login`. Empty: the connection is closed.
   */
  readonly response: ReadonlyMap<string, string>;
  /** The secrets that the client gets to see, and the URLs of calls with the secrets in them. */
  readonly shown: ReadonlySet<string>;
  readonly calls: readonly PolicyCall[];
}

export interface OpenWays {
  readonly ways: readonly OpenWay[];
  /** They are not all: there are more than the limit, or the policy cannot be read. */
  readonly isCut: boolean;
}

/** Before the name of a target that depends on the request. */
export const anyTarget = 'any ';

const mostWays = 1024;

const mostActions = 1000;

/** Questions of one way: a policy of hundreds of rules is compared by its texts. */
const mostAnswers = 200;

/** Reading is most of the work, and both sides of a change have most expressions. */
const expressionOf = expressionReader();

/** `given`: what holds of all requests that are meant, such as the path of a route. `most`: more ways are cut. */
export function waysOf(
  server: TrafficServer,
  side: SideIndex = openSide({ servers: [], edges: edgesOf([], []) }),
  given: (ask: Ask) => readonly Literal[] = () => [],
  most = mostWays,
): OpenWays {
  const programs = new Map<TrafficServer, Program | undefined>();
  const programAt = (candidate: TrafficServer): Program | undefined => {
    if (!programs.has(candidate)) programs.set(candidate, programOf(candidate.spec, side.ownActions));
    return programs.get(candidate);
  };
  if (isLarge(programAt(server))) return { ways: [], isCut: true };
  const [listener] = listenersOf(server);
  const url = listener === undefined ? 'https://any.example' : listenerUrl(listener).replace('*.', 'any.');
  const isAnyHost = listener === undefined || listener.host.startsWith('*.');
  const ways: OpenWay[] = [];
  let begun: readonly Answer[] = [];
  for (;;) {
    if (ways.length >= most) return { ways, isCut: true };
    const answers = openAnswers(begun, given);
    const { ask } = answers;
    const calls: PolicyCall[] = [];
    const walk: Walk = {
      side,
      nameOf: (id) => id,
      expressionOf,
      programAt,
      facts: { method: '', url, headers: new Map(), from: {}, given: {} },
      trail: openTrail(),
      ask,
      isAnyHost,
      noteCall: (call) => void calls.push(call),
      random: new RandomNumbers(undefined, () => undefined, { ask }),
      decide: (unknown, about) => {
        const term = termOf(unknown);
        if (about.endsWith(failing))
          return ask({ is: 'behaviour', of: 'an expression that fails ends the request' });
        if (unknown.why === 'expression-fails')
          return ask({ is: 'behaviour', of: 'a rule whose expression fails matches' });
        const asked = withoutPlace(about);
        const of = asked === unknown.of ? asked : `${unknown.of} ${asked}`;
        return ask({ is: 'true', of: new Term(ask, of, withoutUndefined({ args: term && [term] })) });
      },
    };
    const sent = openRequest(ask, isAnyHost ? anyHost(ask) : hostOf(url));
    const { response } = replyAt(walk, { server, chain: [] }, sent);
    if (answers.isOver()) return { ways, isCut: true };
    const outcome = walk.trail.outcome();
    const { request } = outcome;
    ways.push({
      ...answers.taken(),
      end: endOf(outcome, response),
      backend: outcome.backend,
      at: outcome.decidedAt,
      events: outcome.events,
      headers: changedHeaders(request?.headers, url),
      url: request === undefined ? '' : knowableText(request.url),
      made: request?.url,
      body: request === undefined ? '' : knowableText(request.body),
      response: partsOf(response, outcome.login),
      shown: secretsIn(response),
      calls,
    });
    const next = answers.next();
    if (next === undefined) return { ways: plainFirst(ways), isCut: false };
    begun = next;
  }
}

/** A request that sends a header or a parameter twice is told where no other one shows the same. */
function plainFirst(ways: readonly OpenWay[]): readonly OpenWay[] {
  const isRepeated = ({ when }: OpenWay): boolean =>
    when.some(({ atom, holds }) => holds && atom.is === 'present' && isSecond(atom.of));
  return [...ways.filter((way) => !isRepeated(way)), ...ways.filter(isRepeated)];
}

/** Whether a policy cannot be read, or has too many actions to run it again and again. */
function isLarge(program: Program | undefined): boolean {
  if (program === undefined) return true;
  const rules = Object.values(program).flat();
  return rules.reduce((count, { actions }) => count + actions.length, 0) > mostActions;
}

/** The end of the question whether an expression that fails ends the request. */
const failing = 'fails the request';

/** Questions name the place of what asks, which differs on two sides. */
function withoutPlace(about: string): string {
  return about.replace(/^\S+ \S+ /, '');
}

/** An answer, with what is known after it. `other`: what is known after the other one, if that is possible as well. */
interface Answer {
  readonly literal: Literal;
  readonly known: Conjunction;
  readonly other?: Conjunction | undefined;
}

interface Answers {
  readonly ask: Ask;
  /** More is asked than is answered. */
  readonly isOver: () => boolean;
  readonly taken: () => Pick<OpenWay, 'when' | 'conjunction'>;
  /** Where the next way begins; undefined after the last. */
  readonly next: () => readonly Answer[] | undefined;
}

/**
 * The answers of a way before, then false wherever both are possible; what the answers before decide is not a choice.
 */
function openAnswers(before: readonly Answer[], given: (ask: Ask) => readonly Literal[]): Answers {
  const byKey = new Map<string, boolean>();
  const answers: Answer[] = [];
  let isOver = false;
  const last = (): Conjunction => answers.at(-1)?.known ?? emptyConjunction;
  const note = (answer: Answer): boolean => {
    answers.push(answer);
    byKey.set(answer.literal.key, answer.literal.holds);
    return answer.literal.holds;
  };
  const answerTo = (atom: Atom, key: string): Answer => {
    const { yes, no } = branchesOf(last(), atom);
    const holds = no === undefined;
    return {
      literal: { atom, key, holds },
      known: (holds ? yes : no) ?? last(),
      other: holds ? undefined : yes,
    };
  };
  const ask = (atom: Atom): boolean => {
    const key = keyOfAtom(atom);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    // An answer that does not count: the way is cut.
    isOver = isOver || answers.length >= mostAnswers;
    return isOver ? false : note(before[answers.length] ?? answerTo(atom, key));
  };
  const distinct = new Map(given(ask).map((literal) => [literal.key, literal]));
  for (const literal of distinct.values())
    note(before[answers.length] ?? { literal, known: withLiteral(last(), literal) ?? last() });
  return {
    ask,
    isOver: () => isOver,
    taken: () => ({ when: answers.map(({ literal }) => literal), conjunction: last() }),
    next: () => {
      const at = answers.findLastIndex(({ other }) => other !== undefined);
      const turned = answers[at];
      if (turned?.other === undefined) return undefined;
      const literal = { ...turned.literal, holds: true };
      return [...answers.slice(0, at), { literal, known: turned.other }];
    },
  };
}

/** The headers that the policy has set or removed; the host that the client asks for is that of the resource. */
function changedHeaders(headers: HeaderValues | undefined, url: string): ReadonlyMap<string, OpenHeader> {
  if (!(headers instanceof OpenMap)) return new Map();
  const [host] = headers.touched.get('host')?.added ?? [];
  const isOwn = isUnknownValue(host) ? knowableText(host) === 'req.host' : host === hostOf(url);
  return new Map([...headers.touched].filter(([name]) => name !== 'host' || !isOwn));
}

function hostOf(url: string): string {
  return new URL(url.replace(/^\w+:/, 'http:')).host;
}

function openRequest(ask: Ask, host: Knowable<string>): RequestMessage {
  return {
    method: '',
    url: sentUrl(ask),
    headers: new OpenMap(ask, 'header').with('host', [host], 'set'),
    body: new Term(ask, 'req.body', { type: 'string' }),
  };
}

function endOf(
  { events, lost, login, refusedBy, request, servedBy, forwardedTo }: ReturnType<Walk['trail']['outcome']>,
  response: ResponseMessage | undefined,
): WayEnd {
  const ended = events.findLast(
    (event) => event.code === 'ended' || event.code === 'failed' || event.code === 'asked',
  );
  const isRefused = refusedBy !== undefined || login !== undefined;
  if (lost !== undefined && ended?.code === 'ended') return { is: 'ended', by: lost.of };
  if (lost !== undefined && request === undefined)
    return { is: 'delivered', to: anyTarget + lost.of, isAnswered: true };
  if (request !== undefined) {
    const to = forwardedTo.at(-1) ?? servedBy ?? '';
    // An answer in the response phase takes the place of that of the upstream.
    const reached = events.findLastIndex((event) => event.code === 'reached');
    const isReplaced = events.slice(reached).some((event) => event.code === 'ended');
    return { is: 'delivered', to, isAnswered: !isRefused && !isReplaced };
  }
  if (login !== undefined) return { is: 'kept-out', by: login.by };
  if (refusedBy !== undefined) return { is: 'kept-out', by: refusedBy };
  if (ended?.code === 'ended' && typeof ended.status === 'number' && ended.status < 400)
    return ended.status >= 300
      ? { is: 'redirected', by: ended.by, to: locationOf(response) }
      : { is: 'answered', by: ended.by, body: response?.body ?? '' };
  return { is: 'kept-out', by: ended?.code === 'ended' ? ended.by : 'the service' };
}

/** The target of a redirect, as text. */
function locationOf(response: ResponseMessage | undefined): string {
  const location = response === undefined ? undefined : headerValue(response.headers, 'location');
  return location === undefined ? '' : knowableText(location);
}

/** A response as texts that differ where it does; of an upstream's, the headers that were set or removed. */
function partsOf(
  response: ResponseMessage | undefined,
  login: ReturnType<Walk['trail']['outcome']>['login'],
): OpenWay['response'] {
  if (response === undefined) return new Map();
  const { status, headers, body } = response;
  return new Map([
    ['status', typeof status === 'number' ? String(status) : knowableText(status)],
    ...headersIn(headers).map(([name, header]) => [`header ${name}`, distinctHeader(header)] as const),
    ['body', distinctText(body)],
    ...(login === undefined ? [] : [['login', login.providers.join(' ')] as const]),
  ]);
}

function headersIn(headers: HeaderValues): readonly (readonly [string, OpenHeader])[] {
  if (headers instanceof OpenMap) return [...headers.touched];
  return [...headers].map(([name, added]) => [name, { isOpen: false, added }]);
}

/** The secrets in a response, by their names. */
function secretsIn(response: ResponseMessage | undefined): ReadonlySet<string> {
  if (response === undefined) return new Set();
  const values = headersIn(response.headers).flatMap(([, { added }]) => added);
  return new Set([...values, response.body].flatMap(secretsShown));
}

/**
 * A response of the world to a request with a secret shows none; the request itself does, and a text that is replaced
 * by it.
 */
function secretsShown(value: Knowable<string>): readonly string[] {
  if (!isUnknownValue(value)) return [];
  const term = termOf(value.unknown);
  if (term === undefined) return secretTerms(value.unknown.of);
  const shown = leavesOf(term).filter(
    ({ name, args }) => args !== undefined || /^(?:secret|request of|replaced) /.test(name),
  );
  return shown.flatMap(({ key }) => secretTerms(key));
}

/** The secrets in the text of a term. */
export function secretTerms(text: string): readonly string[] {
  return [...text.matchAll(/\bsecret ([\w/.-]+)/g)].map(([, name = '']) => name);
}

/** A header as a text that differs where it does. */
export function distinctHeader({ isOpen, added }: OpenHeader): string {
  return [...(isOpen ? ['sent'] : []), ...added.map(distinctText)].join(', ');
}

/** A text that tells a constant from a term. */
export function distinctText(value: Knowable<string>): string {
  return isUnknownValue(value) ? knowableText(value) : JSON.stringify(value);
}

function knowableText(value: Knowable<string>): string {
  return isUnknownValue(value) ? (termOf(value.unknown)?.key ?? value.unknown.of) : value;
}
