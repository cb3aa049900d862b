/** One phase of the traffic policy of a resource: its rules, their conditions, their actions. */
import { moduleState } from '../derive/module-state.ts';
import { listenerUrl } from '../derive/forms/listener-url.ts';
import type { PhaseName } from '../kinds/policy/phases.ts';
import type { SimulationPlace } from '../model/traffic/simulation.ts';
import { listenersOf } from '../routing/listener.ts';
import type { TrafficServer } from '../routing/traffic-server.ts';
import { effectOfAction } from './effects/action-effects.ts';
import { errorOf, unknownMembers } from './effects/call-effects.ts';
import type { EffectInput, PolicyVars, TrafficEffect } from './effects/effect.ts';
import { endOfRequest } from './end-of-request.ts';
import { fillIn, wholeValue } from './expressions.ts';
import { changesBetween, type RequestMessage, type ResponseMessage } from './messages.ts';
import type { Program, ProgramAction, ProgramRule } from './policy-program.ts';
import type { Results } from './moment.ts';
import { Term } from './unknown/term.ts';
import { isTrueTerm } from './unknown/term-operations.ts';
import { scopeOf } from './scope.ts';
import { errorReply, type RequestReply, type Walk } from './walk.ts';
import { isUnknownValue, type Knowable, type Unknown } from '../model/traffic/unknown.ts';
import { urlParts } from '../routing/request-url.ts';

/** Variables and results that a policy has set in one run of it. */
export interface PolicyState {
  readonly vars: Map<string, Knowable<unknown>>;
  readonly results: Map<string, Results>;
}

export interface PhaseMoment {
  readonly phase: PhaseName;
  readonly request: RequestMessage;
  readonly response?: ResponseMessage | undefined;
}

/** A resource whose policy runs. */
export interface PolicyRun {
  readonly server: TrafficServer;
  readonly state: PolicyState;
  /** A forwarded request opens no connection of its client. */
  readonly isForwarded: boolean;
  /** The reply of the target of a forward; undefined if it does not answer and the policy goes on. */
  readonly forward: (
    effect: ForwardEffect,
    request: RequestMessage,
    at: SimulationPlace,
  ) => RequestReply | undefined;
}

export type ForwardEffect = Extract<TrafficEffect, { does: 'forwarded' }>;

/** A policy with more steps than this fails. */
const mostSteps = 10_000;

export function runPhase(
  walk: Walk,
  run: PolicyRun,
  { phase, ...messages }: PhaseMoment,
):
  | { readonly reply: RequestReply }
  | { readonly request: RequestMessage; readonly response: ResponseMessage | undefined } {
  const { server, state, forward } = run;
  const { address } = server;
  const { trail } = walk;
  const program = policyAt(walk, server);
  let { request, response } = messages;
  if (program === 'unknown') {
    const at: SimulationPlace = { address, path: ['traffic_policy'] };
    const unknown: Unknown = { why: 'unreadable', of: `traffic_policy of ${address}` };
    if (walk.decide(unknown, `${address} ${phase}`, at)) return { reply: errorReply(walk, unknown.of) };
    return { request, response };
  }
  const path = server.kind === 'endpoint' ? ['traffic_policy'] : ['traffic_policy', 'value'];
  state.vars.clear();
  for (const rule of program[phase] ?? []) {
    const inRule: SimulationPlace = { address, path, inside: rule.inside };
    const { evaluate } = inputAt(walk, run, { phase, request, response, at: inRule });
    const matched = isMatched(walk, rule, { at: inRule, evaluate });
    if (matched === 'fails') return { reply: errorReply(walk, 'an expression that fails') };
    if (!matched) continue;
    for (const action of rule.actions) {
      const at: SimulationPlace = { ...inRule, inside: action.inside };
      if (trail.count() > mostSteps) return { reply: errorReply(walk, 'a policy with too many steps') };
      if (!runs(walk, action, at)) continue;
      const effect = effectOfAction(action, inputAt(walk, run, { phase, request, response, at }));
      const forwarded = effect.does === 'forwarded' ? forward(effect, request, at) : undefined;
      if (forwarded !== undefined) return { reply: forwarded };
      const key = action.action?.results?.name;
      if (key !== undefined) state.results.set(key, resultsOf(action, effect));
      if (effect.does === 'forwarded') continue;
      if (effect.does === 'changed') {
        const changes = walk.ask === undefined ? changesBetween({ request, response }, effect) : [];
        trail.add({ code: 'changed', by: action.type, changes, at });
        request = effect.request ?? request;
        response = effect.response ?? response;
        for (const [name, value] of effect.vars ?? []) state.vars.set(name, value);
        continue;
      }
      if (phase === 'on_tcp_connect' && effect.does === 'refused') {
        endOfRequest(walk, { does: 'closed' }, { by: action.type, at });
        return { reply: { response: undefined } };
      }
      const ended = endOfRequest(walk, effect, { by: action.type, at });
      if (ended !== undefined) return { reply: ended };
      trail.add({ code: 'passed', by: action.type, at });
    }
  }
  return { request, response };
}

/** Whether an action runs: a key that is not documented may keep it from it. */
function runs(walk: Walk, { type, strange }: ProgramAction, at: SimulationPlace): boolean {
  if (strange === undefined) return true;
  const unknown: Unknown = { why: 'undocumented', of: `\`${strange}\` of ${type}` };
  return walk.decide(unknown, `${at.address} ${at.inside?.join('.')} ${unknown.of}`, at);
}

/**
 * The results of an action: of those that it documents and this engine does not find, it is not known what they are.
 */
function resultsOf({ action, type }: ProgramAction, effect: TrafficEffect): Results {
  const found =
    effect.does === 'forwarded'
      ? { url: effect.url, error: errorOf(type) }
      : 'results' in effect
        ? effect.results
        : undefined;
  const names = Object.keys(action?.results?.members ?? {});
  return { ...unknownMembers(type, names), ...found };
}

/** The policy that runs at a resource; an empty one if it is off. */
export function policyAt({ programAt }: Walk, server: TrafficServer): Program | 'unknown' {
  const state = server.kind === 'endpoint' ? 'on' : moduleState(server.spec, 'traffic_policy');
  if (state === 'off') return {};
  return state === 'unknown' ? 'unknown' : (programAt(server) ?? 'unknown');
}

/** The effect of an expression that fails is not documented: the rule may not match, or the request may fail. */
function isMatched(
  walk: Walk,
  { name, expressions, strange }: ProgramRule,
  { at, evaluate }: Pick<EffectInput, 'evaluate'> & { readonly at: SimulationPlace },
): boolean | 'fails' {
  const { trail } = walk;
  let unknown: Unknown | undefined;
  let undecided = '';
  const isNotMatched = (because: string): false => {
    trail.add({ code: 'not-matched', rule: name, because, at });
    return false;
  };
  for (const expression of expressions) {
    const value = evaluate(expression);
    if (value === true) continue;
    if (value === false) return isNotMatched(expression);
    if (value instanceof Term) {
      if (isTrueTerm(value)) continue;
      return isNotMatched(expression);
    }
    const problem: Unknown = isUnknownValue(value)
      ? value.unknown
      : { why: 'expression-fails', of: `${expression} is not a boolean` };
    if (walk.ask !== undefined) {
      if (problem.why === 'expression-fails' && walk.decide(problem, 'fails the request', at)) return 'fails';
      const about = `${at.address} ${at.inside?.join('.')} ${expression}`;
      if (!walk.decide(problem, about, at)) return isNotMatched(expression);
      continue;
    }
    unknown ??= problem;
    undecided ||= expression;
  }
  if (strange !== undefined) unknown ??= { why: 'undocumented', of: `${strange} of a rule` };
  const about = `${at.address} ${at.inside?.join('.')} ${undecided}`;
  if (unknown !== undefined) {
    if (unknown.why === 'expression-fails' && walk.decide(unknown, `${about} fails`, at)) return 'fails';
    if (!walk.decide(unknown, about, at)) return isNotMatched(undecided);
  }
  trail.add({ code: 'matched', rule: name, at });
  return true;
}

function inputAt(
  { facts, ask, isAnyHost, noteCall, random, expressionOf, decide, nameOf, trail }: Walk,
  { server, state }: PolicyRun,
  { at, ...moment }: PhaseMoment & { readonly at: SimulationPlace },
): EffectInput {
  const scopeWith = (more?: PolicyVars) =>
    scopeOf({
      facts,
      ask,
      isAnyHost,
      random,
      endpointUrl: endpointUrl(server, facts.url),
      request: moment.request,
      response: moment.response,
      vars: new Map([...state.vars, ...(more ?? [])]),
      results: state.results,
    });
  return {
    facts,
    ask,
    noteCall,
    nameOf,
    at,
    phase: moment.phase,
    request: moment.request,
    response: moment.response,
    contradict: trail.contradict,
    evaluate: (text) => expressionOf(text).evaluate(scopeWith()),
    fill: (text) => fillIn(text, scopeWith(), expressionOf),
    value: (text, more) => wholeValue(text, scopeWith(more), expressionOf),
    decide: (unknown, about) => decide(unknown, `${at.address} ${at.inside?.join('.')} ${about}`, at),
  };
}

/** The URL of the endpoint, or the host of the request at an edge. */
function endpointUrl(server: TrafficServer, url: string): string {
  const [listener] = listenersOf(server);
  const { scheme, authority } = urlParts(url);
  return listener === undefined || listener.host.startsWith('*.')
    ? `${scheme}://${authority}`
    : listenerUrl(listener);
}
