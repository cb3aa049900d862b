/**
 * The outcome of a request: the resource that serves it, its modules, the phases of its traffic policy, the internal
 * endpoints that it is forwarded to, and the way of the response back. Nothing is sent, and nothing is guessed: where a
 * fact is unknown, both ways are followed, and each is an outcome of its own. A caller that finds the same in all of
 * them needs no more facts.
 */
import { moduleState } from '../derive/module-state.ts';
import { listenerUrl } from '../derive/forms/endpoint-url.ts';
import { kinds } from '../kinds/index.ts';
import type { PhaseName } from '../kinds/policy/phases.ts';
import {
  isUnknownValue,
  type Knowable,
  type RequestFacts,
  type SimulatedOutcome,
  type SimulationEvent,
  type SimulationPlace,
  type Unknown,
} from '../model/traffic/simulation.ts';
import type { TraceRequest } from '../model/traffic/trace.ts';
import type { Spec } from '../model/value.ts';
import { isPublic } from '../routing/upstreams.ts';
import { doesAnswer, type TrafficServer } from '../routing/traffic-server.ts';
import { listenersOf } from '../routing/listener.ts';
import { parseRequest } from '../routing/traffic/request.ts';
import type { SideIndex } from '../routing/traffic/side-index.ts';
import {
  effectOfAction,
  errorStatus,
  upstreamResponse,
  type TrafficEffect,
  type EffectInput,
  type PolicyVars,
} from './effects.ts';
import { expressionReader, fillIn, wholeValue, type CelExpression } from './expressions.ts';
import {
  changesBetween,
  requestOf,
  urlParts,
  withHeader,
  type RequestMessage,
  type ResponseMessage,
} from './messages.ts';
import { guardingModules, responseModules, upstreamModules, type ModuleInput } from './modules.ts';
import { programOf, type Program, type ProgramRule } from './policy-program.ts';
import { defaultClientIp, scopeOf, type Results } from './scope.ts';

/** The outcomes that are possible for a request on one side, one after the other. */
export type Simulator = (facts: RequestFacts) => Iterable<SimulatedOutcome>;

export interface SimulatorOptions {
  readonly side: SideIndex;
  /** The name of an id in `ids`, or the id itself. */
  readonly nameOf: (id: string) => string;
}

/** Assumptions are followed up to this many outcomes, steps of one outcome up to this many. */
const mostOutcomes = 64;
const mostSteps = 10_000;

export function openSimulator({ side, nameOf }: SimulatorOptions): Simulator {
  const expressionOf = expressionReader();
  const programs = new Map<TrafficServer, Program | undefined>();
  const programAt = (server: TrafficServer): Program | undefined => {
    if (!programs.has(server)) programs.set(server, programOf(server.spec));
    return programs.get(server);
  };
  return (facts) =>
    outcomesOf((decide) => new Run({ side, nameOf, expressionOf, programAt, facts, decide }).run());
}

type Decide = (unknown: Unknown, about: string) => boolean;

/** Every combination of assumptions, each made once in a run and kept for the rest of it. */
function* outcomesOf(run: (decide: Decide) => SimulatedOutcome): Generator<SimulatedOutcome> {
  let script: readonly boolean[] = [];
  for (let count = 0; count < mostOutcomes; count++) {
    const made = new Map<string, boolean>();
    const outcome = run((unknown, about) => {
      const key = `${unknown.give ?? ''} ${about}`;
      const assumed = made.get(key) ?? script[made.size] ?? false;
      made.set(key, assumed);
      return assumed;
    });
    yield outcome;
    const assumptions = [...made.values()];
    const last = assumptions.lastIndexOf(false);
    if (last === -1) return;
    script = [...assumptions.slice(0, last), true];
  }
  yield cut;
}

/** Stands for the outcomes beyond the limit. */
const cut: SimulatedOutcome = {
  events: [],
  forwardedTo: [],
  connection: 'open',
  lost: { why: 'limit', of: `more than ${mostOutcomes} outcomes` },
};

interface RunInput extends SimulatorOptions {
  readonly expressionOf: (text: string) => CelExpression;
  readonly programAt: (server: TrafficServer) => Program | undefined;
  readonly facts: RequestFacts;
  readonly decide: Decide;
}

/** The response of a resource. `isRefusal`: no response phase runs at it; undefined: the connection is closed. */
interface Reply {
  readonly response: ResponseMessage | undefined;
  readonly isRefusal?: boolean;
  /** Whether the response phase runs on it is not documented. */
  readonly isUnclear?: boolean;
}

/** One outcome while it is found. */
class Run {
  readonly #input: RunInput;
  readonly #events: SimulationEvent[] = [];
  readonly #forwardedTo: string[] = [];
  #found: Pick<
    SimulatedOutcome,
    'servedBy' | 'lost' | 'backend' | 'login' | 'refusedBy' | 'request' | 'decidedAt'
  > = {};

  constructor(input: RunInput) {
    this.#input = input;
  }

  run(): SimulatedOutcome {
    const { facts } = this.#input;
    const parsed = parseRequest(facts.url, { method: facts.method, headers: facts.headers });
    const request = requestOf(facts);
    const { response } =
      'problem' in parsed ? this.#nothing(facts.url) : this.#serveFirst(parsed.request, request);
    // A connection that carries no HTTP has no response.
    const isWeb = isWebScheme(urlParts(facts.url).scheme);
    return {
      events: this.#events,
      forwardedTo: this.#forwardedTo,
      connection: response === undefined ? 'refused' : 'open',
      ...this.#found,
      ...(response === undefined || !isWeb
        ? {}
        : { status: response.status, response: { headers: response.headers, body: response.body } }),
    };
  }

  #serveFirst(traced: TraceRequest, request: RequestMessage): Reply {
    const { side } = this.#input;
    const { edge: told } = this.#input.facts.given;
    const takers = side.takersOf(traced).filter(({ edge }) => {
      return told === undefined || edge === undefined || side.edges.nameOf(edge) === told || edge === told;
    });
    // Several edges may have a host whose edge the files do not tell.
    const taker = this.#oneOf(takers, ({ edge = '' }) => side.edges.nameOf(edge), {
      why: 'not-given',
      of: `the HTTPS edge of ${traced.url}`,
      give: 'given.edge',
    });
    const server = this.#oneServer(taker?.servers ?? [], traced.url);
    if (server === undefined) return this.#nothing(traced.url);
    const named = taker?.edge === undefined ? {} : { edge: side.edges.nameOf(taker.edge) };
    this.#events.push({ code: 'selected', address: server.address, ...named });
    return this.#serve(server, request, []);
  }

  /** One of several resources with the same URL: which of them gets a request is not documented. */
  #oneServer(servers: readonly TrafficServer[], url: string): TrafficServer | undefined {
    const of = `which of ${servers.length} resources serves ${url}`;
    return this.#oneOf(servers, ({ address }) => address, { why: 'undocumented', of });
  }

  #oneOf<One>(all: readonly One[], nameOf: (one: One) => string, unknown: Unknown): One | undefined {
    return all.slice(1).find((one) => this.#decide(unknown, `${unknown.of} ${nameOf(one)}`)) ?? all[0];
  }

  #nothing(url: string): Reply {
    this.#events.push({ code: 'nothing-serves', url });
    return this.#errorReply('a URL that is not served');
  }

  #error(of: string): Reply {
    this.#events.push({ code: 'failed', of });
    return this.#errorReply(of);
  }

  /** A response that the service makes itself, with a status that is not documented. */
  #errorReply(of: string): Reply {
    return {
      response: { status: errorStatus(this.#input.facts, of), headers: new Map(), body: '' },
      isRefusal: true,
    };
  }

  /** The reply of a resource. `chain` has those that forwarded the request to it. */
  #serve(server: TrafficServer, received: RequestMessage, chain: readonly TrafficServer[]): Reply {
    this.#found = { ...this.#found, servedBy: server.address };
    if (!doesAnswer(server)) return this.#error('a route without a backend');
    const guarded = this.#runModules(guardingModules, server, { request: received });
    if ('response' in guarded) return guarded;
    const policy: PolicyState = { vars: new Map(), results: new Map() };
    const answered = this.#runPolicy(server, policy, { request: guarded.request, chain });
    const replied = 'response' in answered ? answered : this.#askUpstream(server, answered.request);
    if (replied.isRefusal === true || replied.response === undefined) return replied;
    if (replied.isUnclear === true && !this.#runsResponsePhase(server)) return { response: replied.response };
    return this.#respond(server, policy, { request: guarded.request, response: replied.response });
  }

  /** Whether rules of the response phase run on a refusal or a redirect. */
  #runsResponsePhase(server: TrafficServer): boolean {
    const program = this.#policyAt(server);
    if (program !== 'unknown' && (program.on_http_response ?? []).length === 0) return true;
    const of = 'the response phase after a refusal or a redirect';
    const at: SimulationPlace = { address: server.address, path: ['traffic_policy'] };
    return this.#decide({ why: 'undocumented', of }, `${server.address} ${of}`, at);
  }

  #respond(
    server: TrafficServer,
    policy: PolicyState,
    { request, response }: { readonly request: RequestMessage; readonly response: ResponseMessage },
  ): Reply {
    const phased = this.#runPhase('on_http_response', server, policy, { request, response, chain: [] });
    const reply = 'reply' in phased ? phased.reply : { response: phased.response ?? response };
    if (reply.response === undefined || reply.isRefusal === true) return reply;
    const changed = this.#runModules(responseModules, server, { request, response: reply.response });
    return 'response' in changed ? changed : { response: changed.changed ?? reply.response };
  }

  #runModules(
    table: typeof guardingModules,
    { kind, spec, address }: TrafficServer,
    moment: { readonly request: RequestMessage; readonly response?: ResponseMessage },
  ): Reply | { readonly request: RequestMessage; readonly changed?: ResponseMessage | undefined } {
    let { request, response } = moment;
    for (const [name, effectOf] of Object.entries(table)) {
      const module = spec[name];
      if (kinds[kind].fields[name]?.type !== 'module' || module === undefined) continue;
      const at: SimulationPlace = { address, path: [name] };
      const state = moduleState(spec, name);
      const isOn =
        state === 'on' ||
        (state === 'unknown' &&
          this.#decide({ why: 'undocumented', of: `${name}.enabled` }, `${address} ${name}`, at));
      if (!isOn) {
        if (state === 'off') this.#events.push({ code: 'off', by: name, at });
        continue;
      }
      const input: ModuleInput = {
        facts: this.#input.facts,
        nameOf: this.#input.nameOf,
        phase: response === undefined ? 'on_http_request' : 'on_http_response',
        request,
        response,
        fill: (text) => text,
        value: (text) => text,
        decide: (unknown, about) => this.#decide(unknown, `${address} ${about}`, at),
      };
      const effect = effectOf(module as Spec, input);
      if (effect.does === 'changed') {
        const changes = changesBetween({ request, response }, effect);
        this.#events.push(
          changes.length === 0
            ? { code: 'passed', by: name, at }
            : { code: 'changed', by: name, changes, at },
        );
        request = effect.request ?? request;
        response = effect.response ?? response;
        continue;
      }
      const ended = this.#end(effect, name, at);
      if (ended !== undefined) return ended;
      this.#events.push({ code: 'passed', by: name, at });
    }
    return { request, changed: response };
  }

  /** The reply of an effect that ends the request; undefined for others. */
  #end(effect: TrafficEffect, by: string, at: SimulationPlace): Reply | undefined {
    switch (effect.does) {
      case 'passed':
      case 'changed':
      case 'forwarded':
        return undefined;
      case 'asked': {
        const { providers } = effect;
        this.#events.push({ code: 'asked', by, providers, at });
        this.#found = { ...this.#found, login: { by, providers }, decidedAt: at };
        const location = { unknown: { why: 'undocumented', of: 'the URL of a login' } } as const;
        return {
          response: { status: 302, headers: new Map([['location', [location]]]), body: '' },
          isUnclear: true,
        };
      }
      case 'refused': {
        this.#events.push({ code: 'ended', by, status: effect.status, at });
        this.#found = { ...this.#found, refusedBy: by, decidedAt: at };
        const headers = new Map(
          Object.entries(effect.headers ?? {}).map(([name, value]) => [name, [value]] as const),
        );
        const response = { status: effect.status, headers, body: '' };
        return { response, ...(effect.isFinal === true ? { isRefusal: true } : { isUnclear: true }) };
      }
      case 'closed':
        this.#events.push({ code: 'ended', by, at });
        this.#found = { ...this.#found, refusedBy: by, decidedAt: at };
        return { response: undefined };
      case 'responded':
        this.#events.push({ code: 'ended', by, status: effect.response.status, at });
        this.#found = { ...this.#found, decidedAt: at };
        return { response: effect.response, ...(effect.isUnclear === true ? { isUnclear: true } : {}) };
    }
  }

  #decide(unknown: Unknown, about: string, at?: SimulationPlace): boolean {
    const assumed = this.#input.decide(unknown, about);
    this.#events.push({ code: 'undecided', unknown, assumed, ...(at === undefined ? {} : { at }) });
    return assumed;
  }

  /** The phases before the upstream. */
  #runPolicy(
    server: TrafficServer,
    policy: PolicyState,
    { request, chain }: { readonly request: RequestMessage; readonly chain: readonly TrafficServer[] },
  ): Reply | { readonly request: RequestMessage } {
    const { scheme } = urlParts(this.#input.facts.url);
    const isWeb = isWebScheme(scheme);
    if (server.kind !== 'endpoint' && moduleState(server.spec, 'traffic_policy') === 'off') {
      const at: SimulationPlace = { address: server.address, path: ['traffic_policy'] };
      this.#events.push({ code: 'off', by: 'traffic_policy', at });
    }
    let current = request;
    for (const phase of ['on_tcp_connect', 'on_http_request'] as const) {
      // A forwarded request opens no connection of its client.
      const runs =
        phase === 'on_tcp_connect' ? !isWeb || chain.length === 0 : isWeb && server.kind !== 'tls-edge';
      if (!runs) continue;
      policy.vars.clear();
      const phased = this.#runPhase(phase, server, policy, { request: current, chain });
      if ('reply' in phased) return phased.reply;
      current = phased.request;
    }
    return { request: current };
  }

  #runPhase(
    phase: PhaseName,
    server: TrafficServer,
    policy: PolicyState,
    moment: {
      readonly request: RequestMessage;
      readonly response?: ResponseMessage;
      readonly chain: readonly TrafficServer[];
    },
  ):
    | { readonly reply: Reply }
    | { readonly request: RequestMessage; readonly response: ResponseMessage | undefined } {
    const { address } = server;
    const program = this.#policyAt(server);
    let { request, response } = moment;
    if (program === 'unknown') {
      const at: SimulationPlace = { address, path: ['traffic_policy'] };
      const unknown: Unknown = { why: 'unreadable', of: `traffic_policy of ${address}` };
      if (this.#decide(unknown, `${address} ${phase}`, at)) return { reply: this.#error(unknown.of) };
      return { request, response };
    }
    const path = server.kind === 'endpoint' ? ['traffic_policy'] : ['traffic_policy', 'value'];
    if (phase === 'on_http_response') policy.vars.clear();
    for (const rule of program[phase] ?? []) {
      const inRule: SimulationPlace = { address, path, inside: rule.inside };
      if (!this.#isMatched(rule, inRule, this.#inputAt(server, policy, { phase, request, response }, inRule)))
        continue;
      for (const action of rule.actions) {
        const at: SimulationPlace = { ...inRule, inside: action.inside };
        if (this.#events.length > mostSteps) return { reply: this.#error('a policy with too many steps') };
        const effect = effectOfAction(
          action,
          this.#inputAt(server, policy, { phase, request, response }, at),
        );
        const results = 'results' in effect ? effect.results : undefined;
        const key = action.action?.results?.name;
        if (key !== undefined && results !== undefined) policy.results.set(key, results);
        if (effect.does === 'forwarded') {
          const forwarded = this.#forward(effect, { request, at, chain: [...moment.chain, server] });
          if (forwarded !== undefined) return { reply: forwarded };
          continue;
        }
        if (effect.does === 'changed') {
          const changes = changesBetween({ request, response }, effect);
          this.#events.push({ code: 'changed', by: action.type, changes, at });
          request = effect.request ?? request;
          response = effect.response ?? response;
          for (const [name, value] of effect.vars ?? []) policy.vars.set(name, value);
          continue;
        }
        if (phase === 'on_tcp_connect' && effect.does === 'refused') {
          this.#end({ does: 'closed' }, action.type, at);
          return { reply: { response: undefined } };
        }
        const ended = this.#end(effect, action.type, at);
        if (ended !== undefined) return { reply: ended };
        this.#events.push({ code: 'passed', by: action.type, at });
      }
    }
    return { request, response };
  }

  #policyAt(server: TrafficServer): Program | 'unknown' {
    const state = server.kind === 'endpoint' ? 'on' : moduleState(server.spec, 'traffic_policy');
    if (state === 'off') return {};
    return state === 'unknown' ? 'unknown' : (this.#input.programAt(server) ?? 'unknown');
  }

  #isMatched(
    { name, expressions, strange }: ProgramRule,
    at: SimulationPlace,
    input: EffectInput & Evaluator,
  ): boolean {
    const { address } = at;
    let unknown: Unknown | undefined;
    let undecided = '';
    for (const expression of expressions) {
      const value = input.evaluate(expression);
      if (value === true) continue;
      if (value === false) {
        this.#events.push({ code: 'not-matched', rule: name, because: expression, at });
        return false;
      }
      unknown ??= isUnknownValue(value)
        ? value.unknown
        : { why: 'expression-fails', of: `${expression} is not a boolean` };
      undecided ||= expression;
    }
    if (strange !== undefined) unknown ??= { why: 'undocumented', of: `${strange} of a rule` };
    if (
      unknown !== undefined &&
      !this.#decide(unknown, `${address} ${at.inside?.join('.')} ${undecided}`, at)
    ) {
      this.#events.push({ code: 'not-matched', rule: name, because: undecided, at });
      return false;
    }
    this.#events.push({ code: 'matched', rule: name, at });
    return true;
  }

  #inputAt(
    server: TrafficServer,
    policy: PolicyState,
    moment: {
      readonly phase: PhaseName;
      readonly request: RequestMessage;
      readonly response: ResponseMessage | undefined;
    },
    at: SimulationPlace,
  ): EffectInput & Evaluator {
    const { facts, expressionOf } = this.#input;
    const scopeWith = (more?: PolicyVars) =>
      scopeOf({
        facts,
        endpointUrl: endpointUrl(server, facts.url),
        request: moment.request,
        response: moment.response,
        vars: new Map([...policy.vars, ...(more ?? [])]),
        results: policy.results,
      });
    return {
      facts,
      ...moment,
      evaluate: (text) => expressionOf(text).evaluate(scopeWith()),
      fill: (text) => fillIn(text, scopeWith(), expressionOf),
      value: (text, more) => wholeValue(text, scopeWith(more), expressionOf),
      decide: (unknown, about) => this.#decide(unknown, `${at.address} ${at.inside?.join('.')} ${about}`, at),
    };
  }

  /** The reply of the target; undefined if it does not answer and the policy goes on. */
  #forward(
    { url, continues }: Extract<TrafficEffect, { does: 'forwarded' }>,
    {
      request,
      at,
      chain,
    }: {
      readonly request: RequestMessage;
      readonly at: SimulationPlace;
      readonly chain: readonly TrafficServer[];
    },
  ): Reply | undefined {
    const { side, facts } = this.#input;
    if (isUnknownValue(url)) {
      this.#events.push({ code: 'lost', unknown: url.unknown, at });
      this.#found = { ...this.#found, lost: url.unknown, decidedAt: at };
      return this.#error('a target that is not known');
    }
    const target = side.forwardTargetOf(url);
    const named = target?.url ?? url;
    if (facts.given.upstream === 'offline' && continues) return undefined;
    this.#forwardedTo.push(named);
    this.#found = { ...this.#found, decidedAt: at };
    const server = this.#oneServer(target?.endpoints ?? [], named);
    if (server === undefined) {
      this.#events.push({ code: 'forwarded', url: named, at });
      return this.#answerOfUpstream(request, named);
    }
    this.#events.push({ code: 'forwarded', url: named, to: server.address, at });
    if (chain.includes(server)) {
      this.#events.push({ code: 'loop', to: server.address, at });
      return this.#error('a request that is forwarded in a circle');
    }
    const reply = this.#serve(server, request, chain);
    return reply.response === undefined ? reply : { response: reply.response };
  }

  /** The response of the backend, or of the upstream of an endpoint. */
  #askUpstream(server: TrafficServer, request: RequestMessage): Reply {
    const sent = this.#runModules(upstreamModules, server, { request });
    if ('response' in sent) return sent;
    const backend = this.#backendOf(server);
    if (server.kind === 'endpoint' && isCloud(server) && !this.#hasUpstream(server))
      return this.#error('a cloud endpoint whose policy does not answer');
    if (backend === undefined && server.kind !== 'endpoint') return this.#error('a route without a backend');
    if (backend !== undefined)
      this.#found = { ...this.#found, backend, decidedAt: { address: server.address, path: ['backend'] } };
    return this.#answerOfUpstream(sent.request, backend ?? server.address);
  }

  /** An agent may serve the URL of an internal endpoint, too: the test tells. */
  #hasUpstream({ spec }: TrafficServer): boolean {
    return this.#input.facts.given.upstream !== undefined && !isPublic(spec);
  }

  #backendOf({ spec }: TrafficServer): string | undefined {
    if (moduleState(spec, 'backend') !== 'on') return undefined;
    const id = (spec['backend'] as Spec)['backend_id'];
    return typeof id === 'string' ? this.#input.nameOf(id) : undefined;
  }

  #answerOfUpstream(request: RequestMessage, upstream: string): Reply {
    const { facts } = this.#input;
    const { scheme, authority } = urlParts(facts.url);
    let sent = withHeader(request, 'x-forwarded-for', facts.from.ip ?? defaultClientIp, 'append');
    sent = withHeader(sent, 'x-forwarded-proto', scheme, 'append');
    if (!sent.headers.has('x-forwarded-host')) sent = withHeader(sent, 'x-forwarded-host', authority, 'set');
    const { url, headers, body } = sent;
    this.#found = { ...this.#found, request: { url, headers, body } };
    if (facts.given.upstream === 'offline') {
      this.#events.push({ code: 'reached', upstream, status: 'offline' });
      return this.#error('an upstream that is offline');
    }
    const response = upstreamResponse(facts.given.upstream);
    this.#events.push({
      code: 'reached',
      upstream,
      ...(isWebScheme(scheme) ? { status: response.status } : {}),
    });
    return { response };
  }
}

function isWebScheme(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

interface Evaluator {
  readonly evaluate: (text: string) => Knowable<unknown>;
}

/** Variables and results that a policy has set in one run of it. */
interface PolicyState {
  readonly vars: Map<string, Knowable<unknown>>;
  readonly results: Map<string, Results>;
}

/** A cloud endpoint has no upstream: what its policy does not answer, nothing does. */
function isCloud({ spec }: TrafficServer): boolean {
  return spec['type'] === undefined || spec['type'] === 'cloud';
}

/** The URL of the endpoint, or the host of the request at an edge. */
function endpointUrl(server: TrafficServer, url: string): string {
  const [listener] = listenersOf(server);
  const { scheme, authority } = urlParts(url);
  return listener === undefined || listener.host.startsWith('*.')
    ? `${scheme}://${authority}`
    : listenerUrl(listener);
}
