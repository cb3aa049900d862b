/**
 * The effects of actions on a request that is not given, where they depend on more than the request: who vouches for
 * the caller, what the world answers. A guard is a question named by what decides, so that the same guard has the same
 * name wherever it stands, and another party, list or key is another question.
 */
import { ipRange } from '../../text/ip-ranges.ts';
import { decisions } from '../../kinds/policy/shared-settings.ts';
import type { ActionEffect } from '../../kinds/policy/traffic-action.ts';
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import {
  endedBy,
  filled,
  filledReplacement,
  isEnforced,
  numberIn,
  passed,
  refusalBy,
  textList,
  type ActionFunction,
  type EffectInput,
  type TrafficEffect,
} from '../effects/effect.ts';
import { headerValue } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import { areEqual } from '../cel/cel-operators.ts';
import { asText, ExpressionFailure } from '../scope-values.ts';
import { toDuration } from '../cel/conversions.ts';
import { newUrl } from '../new-url.ts';
import { countInSeconds } from './term-relations.ts';
import { callTerm, calledTerm } from './term-operations.ts';
import { sentUrl } from './open-scope.ts';
import { Term, termOf, type Ask, type Atom } from './term.ts';
import { branchesOf, decided, emptyConjunction } from './theory.ts';
import { urlParts } from '../../routing/request-url.ts';

/** The effects that need more than the request. */
export const openEffects: Partial<Readonly<Record<ActionEffect, ActionFunction>>> = {
  'ask-model': ({ type, config }, input) => ({
    does: 'responded',
    response: {
      status: 200,
      headers: new Map(),
      body: variable(input, `answer of ${type} ${settingsKey(config, input)}`),
    },
  }),
  // It protects the upstream, and keeps no one out for who they are.
  'break-circuit': () => passed,
  call: callEffect,
  'check-address': addressEffect,
  'check-certificate': certificateEffect,
  'check-password': passwordEffect,
  'check-signature': (action, input) => {
    const verified = isTrue(input, `signed ${settingsKey(settingsOf(action, 'enforce'), input)}`, [
      input.request.body,
    ]);
    return verified || !isEnforced(action) ? { does: 'passed', results: { verified } } : refusalBy(action);
  },
  'check-token': tokenEffect,
  count: countEffect,
  end: ({ type }) => endedBy(type),
  inspect: inspectEffect,
  'log-in': loginEffect,
  observe: () => passed,
  redirect: ({ config }, input) => {
    const url = movedUrl(config, input);
    if (url === undefined || isAskedFor(url, input)) return passed;
    const response = {
      status: numberIn(config['status_code']) ?? 302,
      headers: new Map([['location', [url]]]),
      body: '',
    };
    return { does: 'responded', isUnclear: true, response };
  },
  'replace-in-body': ({ config }, input) => {
    const response = input.phase === 'on_http_response' ? input.response : undefined;
    const { body: before } = response ?? input.request;
    const body = variable(input, `replaced ${settingsKey(config, input)} ${keyOfKnowable(before)}`);
    return response !== undefined
      ? { does: 'changed', response: { ...response, body } }
      : { does: 'changed', request: { ...input.request, body } };
  },
  'rewrite-url': ({ config }, input) => {
    const url = movedUrl(config, input);
    if (url === undefined) return passed;
    return { does: 'changed', request: { ...input.request, url }, results: { url } };
  },
};

function inspectEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { type, config } = action;
  const others = settingsOf(action, 'enforce', 'on_error', 'exclude_rule_ids', 'process_body');
  const of = [input.request.body];
  // A rule that is excluded only matters to a request at which no other takes offence.
  const isBlocked =
    (isTrue(input, `${type} blocks ${settingsKey(others, input)}`, of) ||
      (config['process_body'] === true && isTrue(input, `${type} blocks for the body`, of))) &&
    !jsonItems(config['exclude_rule_ids']).some((id) =>
      isTrue(input, `${type} blocks by ${asText(id)} alone`, of),
    );
  const fails = (config['on_error'] ?? 'halt') === 'halt' && isTrue(input, `${type} fails`);
  if (fails || (isBlocked && isEnforced(action))) return refusalBy(action);
  return { does: 'passed', results: { decision: isBlocked ? decisions.refused : decisions.admitted } };
}

/** An action that is not known may end the request, depending on its settings. */
export function unknownAction({ type, config }: ProgramAction, input: EffectInput): TrafficEffect {
  const name = `${type} ${settingsKey(config, input)}`;
  return isTrue(input, `${name} ends the request`) ? endedBy(name) : passed;
}

/** The question whether a target does not answer. */
export function noAnswerOf(url: string): string {
  return `no answer of ${url}`;
}

/** Asks whether what the name says is true, of the caller or of the world. */
export function isTrue(input: Pick<EffectInput, 'ask'>, name: string, of: readonly unknown[] = []): boolean {
  const ask = askOf(input);
  return ask({
    is: 'true',
    of: new Term(ask, name, { ...(of.length === 0 ? {} : { args: of }), type: 'bool' }),
  });
}

function askOf({ ask }: Pick<EffectInput, 'ask'>): Ask {
  if (ask === undefined) throw new Error('the request is given');
  return ask;
}

export function behaves(input: Pick<EffectInput, 'ask'>, of: string): boolean {
  return askOf(input)({ is: 'behaviour', of });
}

/** A value of the caller or of the world. */
export function variable(input: Pick<EffectInput, 'ask'>, name: string, type = 'any'): Term {
  return new Term(askOf(input), name, { type });
}

function keyOfKnowable(value: Knowable<unknown>): string {
  return isUnknownValue(value) ? (termOf(value.unknown)?.key ?? value.unknown.of) : JSON.stringify(value);
}

function valueOf(value: Knowable<unknown>): unknown {
  return isUnknownValue(value) ? (termOf(value.unknown) ?? value.unknown.of) : value;
}

/** The settings of an action that differ from their defaults, but for those that are named. */
function settingsOf({ action, config }: ProgramAction, ...names: readonly string[]): JsonObject {
  const isUsual = ([name, value]: readonly [string, Json]): boolean => {
    const setting = action?.settings[name];
    return setting?.default !== undefined && JSON.stringify(setting.default) === JSON.stringify(value);
  };
  const others = Object.entries(without(config, ...names)).filter((entry) => !isUsual(entry));
  return Object.fromEntries(others);
}

/** Settings as text, with their templates filled in: the same for the same, in whatever order they are written. */
export function settingsKey(value: Json | undefined, input: EffectInput): string {
  if (typeof value === 'string') return keyOfKnowable(filled(value, input));
  if (Array.isArray(value))
    return `[${jsonItems(value)
      .map((item) => settingsKey(item, input))
      .join(', ')}]`;
  if (value === undefined) return 'nothing';
  if (!isJsonMap(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, item]) => `${name}: ${settingsKey(item, input)}`);
  return `{${entries.sort().join(', ')}}`;
}

function without(config: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));
}

function addressEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { allow, deny } = action.config;
  const policies = textList(action.config['ip_policies']);
  const isAdmitted = ((): boolean => {
    if (isInNetworks(deny, input)) return false;
    if (isInNetworks(allow, input)) return true;
    if (isInIpPolicies(policies, input)) return true;
    if (jsonItems(allow).length > 0 || policies.length > 0) return false;
    return behaves(input, `${action.type} without networks that are allowed admits all others`);
  })();
  const results = {
    action: isAdmitted ? decisions.admitted : decisions.refused,
    matched_cidr: variable(input, 'matched_cidr', 'string'),
  };
  return isAdmitted || !isEnforced(action) ? { does: 'passed', results } : refusalBy(action);
}

function isInNetworks(networks: Json | undefined, input: EffectInput): boolean {
  const values = jsonItems(networks).map((item) => valueOf(filled(item, input)));
  const address = variable(input, 'conn.client_ip', 'string');
  const texts = values.filter((value) => typeof value === 'string');
  const known = texts.filter((text) => ipRange(text) !== undefined);
  const isAddress = (text: string): string =>
    text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  return (
    (known.length > 0 && calledTerm('inCidrRanges', [address, known.map(isAddress)], 'bool') === true) ||
    values.some(
      (value) => !known.includes(String(value)) && isTrue(input, 'in the network', [address, value]),
    )
  );
}

/** Of several IP policies, one that admits is enough (assumed). */
export function isInIpPolicies(policies: readonly string[], input: EffectInput): boolean {
  return policies.some((id) => isTrue(input, `in ${input.nameOf(id)}`, [variable(input, 'conn.client_ip')]));
}

function certificateEffect({ config }: ProgramAction, input: EffectInput): TrafficEffect {
  if (!speaksVersion(config['min_version'], config['max_version'], input)) return { does: 'closed' };
  const strategy = asText(config['mutual_tls_verification_strategy'] ?? 'require-and-verify');
  const authorities = config['mutual_tls_certificate_authorities'];
  if (authorities === undefined || strategy === 'request') return passed;
  return hasCertificate(textList(authorities), strategy, input) ? passed : { does: 'closed' };
}

/** Whether the client speaks a version of TLS that is new enough, and old enough. */
export function speaksVersion(least: unknown, most: unknown, input: EffectInput): boolean {
  const version = variable(input, tenthsOfTlsVersion);
  const isAtMost = (bound: number): boolean => askOf(input)({ is: 'at-most', of: version, bound });
  const tenths = (value: unknown): number => Math.round(Number(value) * 10);
  if (least !== undefined && isAtMost(tenths(least) - 1)) return false;
  return most === undefined || isAtMost(tenths(most));
}

export function hasCertificate(
  authorities: readonly string[],
  strategy: string,
  input: EffectInput,
): boolean {
  if (authorities.length === 0) return behaves(input, 'an empty list of certificate authorities accepts all');
  return authorities.some((authority) =>
    isTrue(input, `certificate of ${input.nameOf(authority)} ${strategy}`),
  );
}

/** A whole number has a neighbor, which a version such as 1.2 has not. */
export const tenthsOfTlsVersion = 'tenths of the TLS version';

/** The name of what a client sends, read as the password that it is compared with. */
export const passwordSent = 'basic credentials';

function passwordEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const header = headerValue(input.request.headers, 'authorization');
  const sent = header === undefined ? undefined : valueOf(header);
  const authorized =
    sent !== undefined &&
    jsonItems(action.config['credentials']).some((item) => {
      const credential = valueOf(filled(item, input));
      const expected = [credential, sent].some((side) => side instanceof Term)
        ? callTerm('==', [callTerm(passwordSent, [sent, credential]), credential], 'bool')
        : undefined;
      return expected === undefined
        ? sent === `Basic ${Buffer.from(String(credential)).toString('base64')}`
        : askOf(input)({ is: 'true', of: expected });
    });
  const credentials = {
    members: {
      presented: sent !== undefined,
      username: sent === undefined ? '' : variable(input, 'user of the password', 'string'),
      authorized,
    },
  };
  return authorized || !isEnforced(action) ? { does: 'passed', results: { credentials } } : refusalBy(action);
}

function tokenEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config } = action;
  const refused: TrafficEffect = { does: 'refused', status: action.action?.refusal ?? 401 };
  const http = isJsonMap(config['http']) ? config['http'] : {};
  const jws = isJsonMap(config['jws']) ? config['jws'] : {};
  const keys = isJsonMap(jws['keys']) ? jws['keys'] : {};
  const sources = isJsonMap(keys['sources']) ? keys['sources'] : {};
  const parties = Object.entries(sources).flatMap(([name, source]) =>
    (Array.isArray(source) ? jsonItems(source) : [source]).map(
      (item) => `${name} ${settingsKey(item, input)}`,
    ),
  );
  const others = settingsKey(
    { ...without(config, 'http', 'issuer', 'audience'), jws: without(jws, 'keys', 'allowed_algorithms') },
    input,
  );
  const tokens: unknown[] = [];
  if (parties.length === 0) parties.push('an unknown key');
  const sought = jsonItems(http['tokens']).filter(isJsonMap);
  for (const item of sought.length === 0 ? [undefined] : sought) {
    const token = item === undefined ? variable(input, 'any token') : soughtToken(item, input);
    if (token === undefined) return refused;
    if (!parties.some((party) => isTrue(input, `verified by ${party} ${others}`, [token]))) return refused;
    const algorithms = textList(jws['allowed_algorithms']);
    if (
      algorithms.length > 0 &&
      !askOf(input)({ is: 'in', of: callTerm('algorithm', [token], 'string'), values: algorithms })
    )
      return refused;
    if (
      !(['issuer', 'audience'] as const).every((part) =>
        isClaimed(callTerm(part, [token], 'string'), config[part], input),
      )
    )
      return refused;
    tokens.push({
      members: {
        payload: callTerm('payload', [token]),
        header: callTerm('header of a token', [token]),
        verified: true,
      },
    });
  }
  return { does: 'passed', results: { tokens } };
}

/** The token of the request; undefined without one. */
function soughtToken(item: JsonObject, input: EffectInput): Term | undefined {
  const kind = `token ${asText(item['type'] ?? '')} ${settingsKey(item['prefix'] ?? '', input)}`;
  const name = filled(item['name'] ?? '', input);
  const method = asText(item['method'] ?? 'header');
  if (method !== 'header' || isUnknownValue(name))
    return variable(input, `${kind} in ${method} ${keyOfKnowable(name)}`);
  const sent = headerValue(input.request.headers, name);
  if (sent === undefined) return undefined;
  const value = valueOf(sent);
  return value instanceof Term ? callTerm(kind, [value]) : variable(input, `${kind} ${String(value)}`);
}

function isClaimed(claim: Term, setting: Json | undefined, input: EffectInput): boolean {
  if (!isJsonMap(setting)) return true;
  const values = jsonItems(setting['allow_list'])
    .filter(isJsonMap)
    .map((item) => valueOf(filled(item['value'] ?? '', input)));
  const known = values.filter((value) => typeof value === 'string');
  return (
    (known.length > 0 && askOf(input)({ is: 'in', of: claim, values: known })) ||
    values.some((value) => value instanceof Term && areEqual(claim, value))
  );
}

/** Settings of a login that only limit how long it lasts, or for whom. */
const sessionLimits = [
  'max_session_duration',
  'idle_session_timeout',
  'idle_session_duration',
  'userinfo_refresh_interval',
] as const;

function loginEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config, type } = action;
  const isPreflight =
    config['allow_cors_preflight'] === true &&
    askOf(input)({ is: 'in', of: variable(input, 'req.method', 'string'), values: ['OPTIONS'] });
  if (isPreflight) return passed;
  const party = `${type} ${settingsKey(
    settingsOf(
      action,
      ...sessionLimits,
      'allow_cors_preflight',
      'scopes',
      'authorized_groups',
      'client_secret',
    ),
    input,
  )}`;
  const asked: TrafficEffect = { does: 'asked', providers: [type] };
  if (!isTrue(input, `logged in with ${party}`)) return asked;
  for (const name of sessionLimits) {
    const bound = seconds(config[name]);
    const of = variable(input, `${name} of a login with ${party}`);
    if (bound !== undefined && !askOf(input)({ is: 'at-most', of, bound })) return asked;
  }
  const groups = textList(config['authorized_groups']);
  if (groups.length > 0 && !groups.some((group) => isTrue(input, `in the group ${group} of ${party}`)))
    return { does: 'refused', status: 403 };
  return { does: 'passed', results: { identity: variable(input, `identity at ${party}`) } };
}

function countEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config } = action;
  const keys = textList(config['bucket_key']).map((key) => keyOfKnowable(input.evaluate(key)));
  const others = settingsKey(without(config, 'capacity', 'rate', 'enforce', 'bucket_key', 'name'), input);
  const rate = seconds(config['rate']) ?? settingsKey(config['rate'], input);
  const counted = variable(input, `requests that ${others} counts by ${keys.join(' ')}`);
  const of = new Term(askOf(input), countInSeconds, { args: [counted, rate], type: 'int' });
  const bound = numberIn(config['capacity']);
  const isLimited =
    bound === undefined
      ? isTrue(input, `${of.key} above ${settingsKey(config['capacity'], input)}`)
      : !askOf(input)({ is: 'at-most', of, bound });
  if (isLimited && isEnforced(action)) return refusalBy(action);
  return {
    does: 'passed',
    results: { limited: isLimited, bucket_key: variable(input, 'bucket_key', 'string') },
  };
}

/** Whether the method of a call is not one that only asks. */
export function isWritingCall({ method = 'GET' }: JsonObject): boolean {
  return typeof method !== 'string' || !/^(?:GET|HEAD|OPTIONS)$/i.test(method);
}

function callEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config, type } = action;
  const call = `${type} ${settingsKey(settingsOf(action, 'on_error'), input)}`;
  const url = filled(config['url'] ?? '', input);
  input.noteCall?.({
    url: isUnknownValue(url) ? keyOfKnowable(url) : url,
    text: call,
    isWriting: isWritingCall(config),
  });
  const isAnswered = config['on_error'] === 'halt' ? isTrue(input, `answered ${call}`) : true;
  if (!isAnswered) return { does: 'refused', status: 500 };
  const of = (name: string): Term => variable(input, `${name} of ${call}`);
  return {
    does: 'passed',
    results: { req: of('request'), res: of('response'), attempts: of('attempts'), error: of('error') },
  };
}

/** The URL after a redirect or a rewrite; undefined if its pattern does not match. */
function movedUrl(config: JsonObject, input: EffectInput): Knowable<string> | undefined {
  const url = valueOf(input.request.url);
  const from = config['from'] === undefined ? undefined : valueOf(filled(config['from'], input));
  if (from === undefined) {
    const to = filled(config['to'] ?? '', input);
    return isUnknownValue(to) || !to.startsWith('/')
      ? to
      : callTerm('absolute', [sentUrl(askOf(input)), to], 'string');
  }
  const to = valueOf(filledReplacement(config['to'] ?? '', input));
  if (![url, from, to].some((side) => side instanceof Term)) {
    const made = newUrl(config, input.request.url, (value) => filled(value, input));
    if (isUnknownValue(made)) return { unknown: made.unknown };
    return made.url === url ? undefined : made.url;
  }
  const isMatch =
    typeof from === 'string' && url instanceof Term
      ? isUrlMatched(url, from, input)
      : isTrue(input, 'matches', [url, from]);
  return isMatch ? callTerm('replaced', [url, from, to], 'string') : undefined;
}

/**
 * Whether a pattern matches the URL, of which the scheme is known as long as it is the one that the client asks for.
 */
function isUrlMatched(url: Term, text: string, input: EffectInput): boolean {
  const atom: Atom = { is: 'matching', of: url, text };
  const { scheme } = urlParts(input.facts.url);
  const start: Atom = { is: 'starting', of: url, text: `${scheme}://` };
  const known = isUnknownUrl(input) ? emptyConjunction : branchesOf(emptyConjunction, start).yes;
  return decided(known ?? emptyConjunction, atom) ?? askOf(input)(atom);
}

/** Whether a redirect leads to the URL that the client asks for: then it is none. */
function isAskedFor(url: Knowable<string>, input: EffectInput): boolean {
  if (isUnknownValue(url)) return termOf(url.unknown)?.key === keyOfKnowable(input.request.url);
  const [ownUrl, target] = [urlParts(input.facts.url), urlParts(url)];
  if (target.authority !== ownUrl.authority || target.scheme !== ownUrl.scheme || isUnknownUrl(input))
    return false;
  const isVariable = (name: string, value: string): boolean =>
    areEqual(variable(input, name, 'string'), value);
  return isVariable('req.url.path', target.path) && isVariable('req.url.query', target.query);
}

/** Whether the URL is no longer the one that the client sent. */
function isUnknownUrl(input: EffectInput): boolean {
  return keyOfKnowable(input.request.url) !== sentUrl(askOf(input)).key;
}

/** The seconds of a duration such as `1h30m`; undefined if it is not one. */
function seconds(value: unknown): number | undefined {
  try {
    return typeof value === 'string' ? Number(toDuration(value).nanos) / 1e9 : undefined;
  } catch (error) {
    if (error instanceof ExpressionFailure) return undefined;
    throw error;
  }
}
