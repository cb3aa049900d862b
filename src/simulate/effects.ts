/**
 * The effects of actions of traffic policies on a request, one function an effect. A fact that a test does
 * not give is unknown, not guessed: `decide` then follows both ways.
 */
import { replaceSecretReferences, secretNamesIn } from '../model/secret.ts';
import { isInRange } from '../domain/ip-ranges.ts';
import type { ActionEffect } from '../kinds/policy/traffic-action.ts';
import { decisions } from '../kinds/policy/shared-settings.ts';
import type { PhaseName } from '../kinds/policy/phases.ts';
import {
  headerLists,
  isUnknownValue,
  type GivenResponse,
  type Knowable,
  type RequestFacts,
  type Unknown,
} from '../model/traffic/simulation.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { isJsonMap, jsonItems, parsedJson } from '../text/json/json-access.ts';
import {
  headerValue,
  urlParts,
  withHeader,
  withoutHeader,
  type Message,
  type RequestMessage,
  type ResponseMessage,
} from './messages.ts';
import type { ProgramAction } from './policy-program.ts';
import { replaceMatches } from './replacements.ts';
import { defaultClientIp, type Results } from './scope.ts';
import { asText, fromJson } from './scope-values.ts';

/** A moment of one request at one resource. */
export interface EffectInput {
  readonly facts: RequestFacts;
  readonly phase: PhaseName;
  readonly request: RequestMessage;
  readonly response?: ResponseMessage | undefined;
  /** The value of a text with `${…}`; as a whole with its type. */
  readonly fill: (text: string) => Knowable<string>;
  readonly value: (text: string, more: PolicyVars) => Knowable<unknown>;
  /** An assumption about an unknown fact; `about` tells the questions about one fact apart. */
  readonly decide: (unknown: Unknown, about: string) => boolean;
}

/** The variables that a policy has set, by name. */
export type PolicyVars = ReadonlyMap<string, Knowable<unknown>>;

/** The consequence of a module or an action. */
export type TrafficEffect =
  | { readonly does: 'passed'; readonly results?: Results }
  | {
      readonly does: 'changed';
      readonly request?: RequestMessage;
      readonly response?: ResponseMessage;
      readonly vars?: PolicyVars;
      readonly results?: Results;
    }
  | {
      readonly does: 'refused';
      /** No response phase follows; by default it is not documented whether one does. */
      readonly isFinal?: true;
      readonly status: Knowable<number>;
      readonly headers?: Readonly<Record<string, Knowable<string>>>;
    }
  | { readonly does: 'asked'; readonly providers: readonly string[] }
  /** `isUnclear`: whether the response phase follows is not documented. */
  | {
      readonly does: 'responded';
      readonly response: ResponseMessage;
      readonly isUnclear?: true;
      readonly results?: Results;
    }
  | { readonly does: 'closed' }
  /** `continues`: the next action runs if the target does not answer. */
  | { readonly does: 'forwarded'; readonly url: Knowable<string>; readonly continues: boolean };

export const passed: TrafficEffect = { does: 'passed' };

export function effectOfAction(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { action: table, type } = action;
  const isMisplaced = table !== undefined && !table.phases.includes(input.phase);
  if (table === undefined || isMisplaced) return undocumented(type, input);
  return effects[table.effect](action, input);
}

function undocumented(of: string, { decide }: EffectInput): TrafficEffect {
  const unknown: Unknown = { why: 'undocumented', of };
  return decide(unknown, of) ? { does: 'refused', status: { unknown } } : passed;
}

type ActionFunction = (action: ProgramAction, input: EffectInput) => TrafficEffect;

const effects: Readonly<Record<ActionEffect, ActionFunction>> = {
  'append-headers': ({ config }, input) => {
    const added = headersOf(config, input);
    const results = { headers_added: new Map(added.map(([name, value]) => [name, [value]])) };
    return { ...onMessage(input, (message) => addAll(message, added)), results };
  },
  'ask-model': (_action, { facts: { given } }) => ({
    does: 'responded',
    response: upstreamResponse(given.upstream),
  }),
  'break-circuit': (action, { facts: { given } }) =>
    (given.circuit_breaker ?? 'closed') === 'open' ? refusal(action) : passed,
  call: callEffect,
  'check-address': addressEffect,
  'check-certificate': ({ config }, input) => {
    if (config['mutual_tls_certificate_authorities'] === undefined) return passed;
    const strategy = config['mutual_tls_verification_strategy'] ?? 'require-and-verify';
    if (strategy === 'request') return passed;
    return checkCertificate(input) ? passed : { does: 'closed' };
  },
  'check-password': passwordEffect,
  'check-signature': (action, input) => checked(action, checkSignature(input), (verified) => ({ verified })),
  'check-token': tokenEffect,
  close: () => ({ does: 'closed' }),
  compress: ({ config, action }, input) =>
    compressEffect(textList(config['algorithms'] ?? defaultOf(action, 'algorithms')), input),
  count: (action, { facts: { given } }) => {
    const limited = given.rate_limit === 'exceeded';
    const key = { unknown: { why: 'undocumented', of: 'bucket_key' } } as const;
    if (!limited || !isEnforced(action)) return { does: 'passed', results: { limited, bucket_key: key } };
    const after = { unknown: { why: 'undocumented', of: 'retry-after' } } as const;
    return { does: 'refused', status: 429, headers: { 'retry-after': after } };
  },
  forward: ({ config }, input) => ({
    does: 'forwarded',
    url: filled(config['url'] ?? '', input),
    continues: config['on_error'] === 'continue',
  }),
  inspect: (action, { facts: { given } }) =>
    given.firewall === 'block'
      ? refusal(action)
      : { does: 'passed', results: { decision: decisions.admitted } },
  'log-in': loginAction,
  observe: () => passed,
  redirect: redirectEffect,
  refuse: ({ config, action }) => ({
    does: 'refused',
    isFinal: true,
    status: numberIn(config['status_code']) ?? action?.refusal ?? 403,
  }),
  'drop-headers': ({ config }, input) =>
    onMessage(input, (message) => textList(config['headers']).reduce(withoutHeader, message)),
  'replace-in-body': ({ config }, input) =>
    onMessage(input, (message) => replaceBody(message, config, input)),
  'replace-in-messages': () => passed,
  respond: respondEffect,
  'rewrite-url': ({ config }, input) => {
    const made = newUrl(config, input);
    if (isUnknownValue(made)) return passed;
    return {
      does: 'changed',
      request: { ...input.request, url: made.url },
      results: { matches: made.groups, url: made.url },
    };
  },
  'set-variables': ({ config }, input) => ({ does: 'changed', vars: variablesOf(config['vars'], input) }),
  undocumented: ({ type }, input) => undocumented(type, input),
};

function defaultOf(action: ProgramAction['action'], name: string): Json {
  const setting = action?.settings[name];
  return setting?.default ?? [];
}

/** An action that only reports refuses nothing. */
function isEnforced({ config }: ProgramAction): boolean {
  return config['enforce'] !== false;
}

function refusal(action: ProgramAction): TrafficEffect {
  return isEnforced(action) ? { does: 'refused', status: action.action?.refusal ?? 403 } : passed;
}

function checked(
  action: ProgramAction,
  isRight: boolean,
  resultsOf: (isRight: boolean) => Results,
): TrafficEffect {
  return isRight || !isEnforced(action) ? { does: 'passed', results: resultsOf(isRight) } : refusal(action);
}

/** The same change of the request, or of the response in its phase. */
function onMessage(
  { phase, request, response }: EffectInput,
  change: <One extends Message>(message: One) => One,
): Extract<TrafficEffect, { does: 'changed' }> {
  return phase === 'on_http_response' && response !== undefined
    ? { does: 'changed', response: change(response) }
    : { does: 'changed', request: change(request) };
}

export function addAll<One extends Message>(
  message: One,
  headers: Iterable<readonly [string, Knowable<string>]>,
): One {
  let changed = message;
  for (const [name, value] of headers)
    changed = withHeader(changed, name, value, name === 'host' ? 'set' : 'append');
  return changed;
}

function filled(value: Json, input: EffectInput): Knowable<string> {
  return withStandIns(typeof value === 'string' ? input.fill(value) : asText(value), input.facts);
}

/** A text with the references to secrets of the workspace replaced by the stand-ins that a test gives. */
export function withStandIns(text: Knowable<string>, { given }: RequestFacts): Knowable<string> {
  if (typeof text !== 'string') return text;
  const missing = secretNamesIn(text).find((name) => given.secrets?.[name] === undefined);
  if (missing !== undefined)
    return { unknown: { why: 'not-given', of: `$(secret:${missing})`, give: `given.secrets.${missing}` } };
  return replaceSecretReferences(text, (name) => given.secrets?.[name] ?? '');
}

function textList(value: Json | undefined): readonly string[] {
  return jsonItems(value).filter((item) => typeof item === 'string');
}

function numberIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function upstreamResponse(given: GivenResponse | 'offline' | undefined): ResponseMessage {
  const { status = 200, headers = {}, body = '' } = given === undefined || given === 'offline' ? {} : given;
  return {
    status,
    headers: headerLists(headers),
    body,
  };
}

/** The answer to a request that the policy sends itself. */
function callEffect({ config, type }: ProgramAction, input: EffectInput): TrafficEffect {
  const url = filled(config['url'] ?? '', input);
  const answer = isUnknownValue(url) ? undefined : input.facts.given.http_request?.[url];
  const unknown: Unknown = {
    why: 'not-given',
    of: isUnknownValue(url) ? type : url,
    give: 'given.http_request',
  };
  const doesHalt = config['on_error'] === 'halt';
  const hasFailed = answer === 'failed' || (answer === undefined && doesHalt && input.decide(unknown, type));
  if (hasFailed && doesHalt) return { does: 'refused', status: errorStatus(input.facts, type) };
  if (answer === undefined)
    return {
      does: 'passed',
      results: { res: { unknown }, req: { unknown }, attempts: { unknown }, error: { unknown } },
    };
  if (answer === 'failed')
    return {
      does: 'passed',
      results: {
        error: new Map([
          ['code', ''],
          ['message', ''],
        ]),
      },
    };
  const { status, headers, body } = upstreamResponse(answer);
  const res = new Map<string, unknown>([
    ['status_code', fromJson(isUnknownValue(status) ? 0 : status)],
    ['header', headers],
    ['body', bodyValue(isUnknownValue(body) ? '' : body)],
  ]);
  return { does: 'passed', results: { res } };
}

/** A body that is JSON is read as such: expressions take its members. */
function bodyValue(body: string): unknown {
  const json = parsedJson(body);
  return json === undefined ? body : fromJson(json);
}

/** The status of a response that the service makes and no documentation names. */
export function errorStatus({ given }: RequestFacts, of: string): Knowable<number> {
  return (
    given.error_status ?? {
      unknown: { why: 'undocumented', of: `the status of ${of}`, give: 'given.error_status', isError: true },
    }
  );
}

function addressEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { type } = action;
  const { allow, deny, ip_policies } = action.config;
  const ip = input.facts.from.ip ?? defaultClientIp;
  let matched: string | undefined;
  const inAny = (ranges: Json | undefined): boolean =>
    jsonItems(ranges).some((item) => {
      const range = filled(item, input);
      if (isUnknownValue(range)) return input.decide(range.unknown, `${ip} in ${asText(item)}`);
      const isIn = isInRange(ip, range);
      if (isIn) matched = range;
      return isIn;
    });
  const isAdmitted = (): boolean => {
    if (inAny(deny)) return false;
    if (inAny(allow)) return true;
    const policies = textList(ip_policies);
    if (policies.length > 0) return checkAddress(policies, input);
    if (jsonItems(allow).length > 0) return false;
    // Denied networks alone: whether all other clients pass is not documented.
    return input.decide({ why: 'undocumented', of: type, give: 'given.ip_restriction' }, type);
  };
  const verdict = input.facts.given.ip_restriction;
  const admitted = verdict === undefined ? isAdmitted() : verdict === 'allowed';
  return checked(action, admitted, (isRight) => ({
    action: isRight ? decisions.admitted : decisions.refused,
    matched_cidr: matched ?? { unknown: { why: 'undocumented', of: 'matched_cidr' } },
  }));
}

/** Whether IP policies admit the client. */
export function checkAddress(
  policies: readonly string[],
  { facts: { from, given }, decide }: EffectInput,
  nameOf: (id: string) => string = (id) => id,
): boolean {
  if (given.ip_restriction !== undefined) return given.ip_restriction === 'allowed';
  const ip = from.ip ?? defaultClientIp;
  let missing: string | undefined;
  for (const id of policies) {
    const name = nameOf(id);
    const ranges =
      given.ip_policies?.[name] ??
      given.ip_policies?.[id] ??
      given.ip_policies?.[name.replace(/^ip-policy\//, '')];
    if (ranges === undefined) missing ??= name;
    else if (ranges.some((range) => isInRange(ip, range))) return true;
  }
  if (missing === undefined) return false;
  return decide({ why: 'not-given', of: missing, give: 'given.ip_policies' }, `${ip} in ${missing}`);
}

/** Whether the client has a certificate that is accepted. */
export function checkCertificate({ facts: { given } }: EffectInput): boolean {
  const certificate = given.client_certificate ?? 'none';
  return certificate !== 'none' && certificate['valid'] !== false;
}

export function checkSignature({ facts: { given }, decide }: EffectInput): boolean {
  if (given.signature !== undefined) return given.signature === 'valid';
  return decide({ why: 'not-given', of: 'signature', give: 'given.signature' }, 'signature');
}

function passwordEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { facts, request, decide } = input;
  const header = headerValue(request.headers, 'authorization');
  const sent = isUnknownValue(header) ? undefined : /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
  const presented = sent !== undefined || facts.given.basic_auth === 'valid';
  const text = sent === undefined ? undefined : Buffer.from(sent, 'base64').toString();
  const username = text?.slice(0, text.indexOf(':')) ?? '';
  const isRight = (): boolean => {
    if (text === undefined) return presented;
    let unknown: Unknown | undefined;
    for (const item of textList(action.config['credentials'])) {
      const credential = filled(item, input);
      if (credential === text) return true;
      const isOther = /^[^:$]*:/.test(item) && !item.startsWith(`${username}:`);
      if (isUnknownValue(credential) && !isOther) unknown = credential.unknown;
    }
    if (unknown === undefined) return false;
    if (facts.given.basic_auth !== undefined) return facts.given.basic_auth === 'valid';
    return decide({ why: 'not-given', of: action.type, give: 'given.basic_auth' }, action.type);
  };
  const authorized = isRight();
  return checked(action, authorized, () => ({
    credentials: new Map<string, unknown>([
      ['presented', presented],
      ['username', username],
      ['authorized', authorized],
    ]),
  }));
}

function tokenEffect({ config, type, action }: ProgramAction, input: EffectInput): TrafficEffect {
  const { facts, request, decide } = input;
  const { jwt } = facts.given;
  const http = isJsonMap(config['http']) ? config['http'] : {};
  const tokens = jsonItems(http['tokens']).filter(isJsonMap);
  const isThere = (token: JsonObject): boolean => {
    const name = filled(token['name'] ?? '', input);
    if (isUnknownValue(name)) return true;
    if (token['method'] === 'body') return request.body !== '';
    const value = headerValue(request.headers, name);
    return isUnknownValue(value) || value?.startsWith(asText(token['prefix'] ?? '')) === true;
  };
  if (jwt === undefined && tokens.some((token) => !isThere(token)))
    return { does: 'refused', status: action?.refusal ?? 401 };
  const isValid =
    jwt === undefined
      ? decide({ why: 'not-given', of: type, give: 'given.jwt' }, type)
      : jwt.valid !== false &&
        isAllowed(config['issuer'], jwt.claims?.['iss'], input) &&
        isAllowed(config['audience'], jwt.claims?.['aud'], input);
  if (!isValid) return { does: 'refused', status: errorStatus(facts, type) };
  const part = (value: Readonly<Record<string, Json>> | undefined, give: string): Knowable<unknown> =>
    value === undefined ? { unknown: { why: 'not-given', of: type, give } } : fromJson(value);
  const payload = part(jwt?.claims, 'given.jwt.claims');
  if (isUnknownValue(payload)) return { does: 'passed', results: { tokens: payload } };
  const header = part(jwt?.header, 'given.jwt.header');
  const token = new Map([
    ['payload', payload],
    ...(isUnknownValue(header) ? [] : [['header', header] as const]),
  ] as const);
  return { does: 'passed', results: { tokens: tokens.map(() => token) } };
}

/** Whether a claim is in the list of a setting, as far as both are known. */
function isAllowed(setting: Json | undefined, claim: Json | undefined, input: EffectInput): boolean {
  if (!isJsonMap(setting) || claim === undefined) return true;
  const claims = Array.isArray(claim) ? textList(claim) : [claim];
  return jsonItems(setting['allow_list']).some((item) => {
    const value = isJsonMap(item) ? filled(item['value'] ?? '', input) : '';
    return isUnknownValue(value) || claims.includes(value);
  });
}

function loginAction({ config, type, action }: ProgramAction, input: EffectInput): TrafficEffect {
  const { provider, issuer_url: issuer } = config;
  const providers = [provider, issuer].filter((name) => typeof name === 'string');
  const passes = config['allow_cors_preflight'] === true && input.request.method === 'OPTIONS';
  if (passes) return passed;
  const { login } = input.facts.given;
  if (login === undefined || login === 'none')
    return { does: 'asked', providers: providers.length === 0 ? [type] : providers };
  const groups = textList(config['authorized_groups']);
  if (groups.length > 0 && !isMember(groups, login.groups, 'groups', input))
    return { does: 'refused', status: errorStatus(input.facts, type) };
  const members = action?.results?.members['identity']?.type;
  const names = typeof members === 'object' && 'members' in members ? Object.keys(members.members) : [];
  const facts = new Map<string, unknown>(Object.entries(login));
  const identity: Record<string, unknown> = {};
  for (const name of names) {
    const value = facts.get(name);
    identity[name] = value ?? {
      unknown: { why: 'not-given', of: `identity.${name}`, give: `given.login.${name}` },
    };
  }
  return { does: 'passed', results: { identity: { members: identity } } };
}

/** Whether one of the names that a user has is in a list. */
export function isMember(
  allowed: readonly string[],
  has: readonly string[] | undefined,
  fact: string,
  { decide }: EffectInput,
): boolean {
  if (has !== undefined) return has.some((name) => allowed.includes(name));
  const give = `given.login.${fact}`;
  return decide({ why: 'not-given', of: give, give }, `${fact} in ${allowed.join(' ')}`);
}

/** The algorithm that a client accepts most; unknown if several are equal. Without a list, neither the algorithms nor the conditions are known. */
export function compressEffect(
  algorithms: readonly string[] | undefined,
  { request, response }: EffectInput,
): TrafficEffect {
  if (response === undefined || response.headers.has('content-encoding')) return passed;
  const accepted = headerValue(request.headers, 'accept-encoding');
  if (accepted === undefined) return passed;
  const unknown = { unknown: { why: 'undocumented', of: 'content-encoding' } } as const;
  const weights = isUnknownValue(accepted) ? [] : accepted.split(',').map(weightOf);
  const usable = weights.filter(
    ({ name, weight }) => weight > 0 && name !== 'identity' && (algorithms?.includes(name) ?? true),
  );
  if (usable.length === 0) return passed;
  const best = Math.max(...usable.map(({ weight }) => weight));
  const [first, second] = usable.filter(({ weight }) => weight === best);
  const isKnown = algorithms !== undefined && second === undefined;
  const encoding = isKnown ? (first?.name ?? unknown) : unknown;
  const encoded = addAll(withoutHeader(response, 'content-length'), [
    ['content-encoding', encoding],
    ['vary', algorithms === undefined ? unknown : 'Accept-Encoding'],
  ]);
  return {
    does: 'changed',
    response: { ...encoded, body: { unknown: { why: 'undocumented', of: 'compressed body' } } },
  };
}

function weightOf(part: string): { readonly name: string; readonly weight: number } {
  const [name = '', ...parameters] = part
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const weight = parameters.find((one) => one.startsWith('q='));
  return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
}

interface NewUrl {
  readonly url: string;
  readonly groups: readonly string[];
}

/** The URL that a redirect or a rewrite makes. */
function newUrl(config: JsonObject, input: EffectInput): Knowable<NewUrl> {
  const { url } = input.request;
  const [from, to] = [
    config['from'] === undefined ? undefined : filled(config['from'], input),
    filled(config['to'] ?? '', input),
  ];
  if (isUnknownValue(from)) return from;
  if (isUnknownValue(to)) return to;
  if (from === undefined) return { url: absolute(to, url), groups: [] };
  const replaced = replaceMatches(url, from, to);
  if (isUnknownValue(replaced)) return replaced;
  return { url: absolute(replaced.text, url), groups: replaced.groups };
}

/** A relative URL stays on the host of the request. */
function absolute(url: string, base: string): string {
  if (!url.startsWith('/') || url.startsWith('//')) return url;
  const { scheme, authority } = urlParts(base);
  return `${scheme}://${authority}${url}`;
}

function redirectEffect({ config }: ProgramAction, input: EffectInput): TrafficEffect {
  const made = newUrl(config, input);
  if (isUnknownValue(made))
    return { does: 'responded', response: redirection(config, made, input), isUnclear: true };
  if (made.url === input.request.url) return passed;
  return {
    does: 'responded',
    isUnclear: true,
    // Values of expressions are escaped in the documentation's example.
    response: redirection(config, made.url.replaceAll(/[^!-~]+/g, encodeURIComponent), input),
    results: { matches: made.groups, url: made.url },
  };
}

function redirection(config: JsonObject, location: Knowable<string>, input: EffectInput): ResponseMessage {
  const response = {
    status: numberIn(config['status_code']) ?? 302,
    headers: new Map([['location', [location]]]),
    body: '',
  };
  return addAll(response, headersOf(config, input));
}

function headersOf(config: JsonObject, input: EffectInput): readonly (readonly [string, Knowable<string>])[] {
  const headers = isJsonMap(config['headers']) ? config['headers'] : {};
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), filled(value, input)]);
}

function respondEffect({ config }: ProgramAction, input: EffectInput): TrafficEffect {
  const body = filled(config['body'] ?? config['content'] ?? '', input);
  const plain: ResponseMessage = { status: numberIn(config['status_code']) ?? 200, headers: new Map(), body };
  const response = addAll(plain, headersOf(config, input));
  const guessed = { unknown: { why: 'undocumented', of: 'content-type' } } as const;
  const isTyped = body === '' || response.headers.has('content-type');
  return {
    does: 'responded',
    response: isTyped ? response : withHeader(response, 'content-type', guessed, 'set'),
  };
}

function replaceBody<One extends Message>(message: One, config: JsonObject, input: EffectInput): One {
  let { body } = message;
  for (const one of jsonItems(config['replacements']).filter(isJsonMap)) {
    if (isUnknownValue(body)) break;
    const [from, to] = [filled(one['from'] ?? '', input), filled(one['to'] ?? '', input)];
    const replaced = isUnknownValue(from) ? from : isUnknownValue(to) ? to : replaceMatches(body, from, to);
    body = isUnknownValue(replaced) ? replaced : replaced.text;
  }
  const length = isUnknownValue(body) ? undefined : String(Buffer.byteLength(body));
  const changed = { ...message, body };
  return length === undefined || !message.headers.has('content-length')
    ? changed
    : withHeader(changed, 'content-length', length, 'set');
}

/** Later variables see those before them. */
function variablesOf(vars: Json | undefined, input: EffectInput): PolicyVars {
  const made = new Map<string, Knowable<unknown>>();
  for (const item of jsonItems(vars)) {
    if (!isJsonMap(item)) continue;
    for (const [name, value] of Object.entries(item)) made.set(name, deepValue(value, input, made));
  }
  return made;
}

function deepValue(value: Json, input: EffectInput, made: PolicyVars): Knowable<unknown> {
  if (typeof value === 'string') return input.value(value, made);
  if (Array.isArray(value)) {
    const items = jsonItems(value).map((item) => deepValue(item, input, made));
    return items.find(isUnknownValue) ?? items;
  }
  if (!isJsonMap(value)) return fromJson(value);
  const entries = Object.entries(value).map(([key, item]) => [key, deepValue(item, input, made)] as const);
  return entries.map(([, item]) => item).find(isUnknownValue) ?? new Map(entries);
}
