/**
 * JSON Web Tokens. The request shows whether there is a token, and often what it says; a test gives what a request
 * cannot show: whether the signature is right, and the claims of a token that is only hinted at.
 */
import { isUnknownValue, type Knowable, type Unknown } from '../../model/traffic/unknown.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap, isSameJson, jsonItems, parsedJson } from '../../text/json/json-access.ts';
import { headerValue } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import { asText, fromJson } from '../scope-values.ts';
import { errorStatus, filled, textList, type EffectInput, type TrafficEffect } from './effect.ts';

/** One token that a policy looks for. */
interface SoughtToken {
  readonly part: 'header' | 'body';
  readonly name: string;
  readonly prefix: string;
  /** The token without its prefix. */
  readonly text: Knowable<string>;
  /** It need not have the form of a JSON Web Token. */
  readonly isPlain: boolean;
}

export function tokenEffect(program: ProgramAction, input: EffectInput): TrafficEffect {
  const { config, type, action } = program;
  const { facts, decide, contradict } = input;
  const http = isJsonMap(config['http']) ? config['http'] : {};
  const tokens = jsonItems(http['tokens'])
    .filter(isJsonMap)
    .map((item) => soughtToken(item, input));
  const missing = tokens.filter(
    ({ text, part, name }) =>
      text === '' || (isUnknownValue(text) && !decide(text.unknown, `${part} ${name}`)),
  );
  const [first] = missing;
  if (first !== undefined) {
    if (facts.given.jwt !== undefined && missing.length === tokens.length)
      contradict({ code: 'no-token', give: 'given.jwt', ...placeOf(first) });
    return { does: 'refused', status: action?.refusal ?? 401 };
  }
  const malformed = tokens.find(
    ({ text, isPlain }) => typeof text === 'string' && !isPlain && !tokenForm.test(text),
  );
  if (malformed !== undefined) {
    if (facts.given.jwt !== undefined)
      contradict({ code: 'no-token', give: 'given.jwt', ...placeOf(malformed), isMalformed: true });
    return { does: 'refused', status: errorStatus(facts, type) };
  }
  const contents = tokens.map(({ text }) => contentOf(text, input));
  contradictOthers(contents, input);
  if (!contents.every((content, index) => isAccepted(content, { program, text: tokens[index]?.text }, input)))
    return { does: 'refused', status: errorStatus(facts, type) };
  return {
    does: 'passed',
    results: { tokens: tokens.map((token, index) => resultOf(token, contents[index])) },
  };
}

/** Three parts; of a token that is only hinted at, they say nothing. */
const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;

function placeOf({ part, name, prefix }: SoughtToken): Pick<SoughtToken, 'part' | 'name' | 'prefix'> {
  return { part, name, prefix };
}

function soughtToken(item: JsonObject, input: EffectInput): SoughtToken {
  const part = item['method'] === 'body' ? 'body' : 'header';
  const isPlain = item['type'] === 'plain' || item['type'] === 'access_token';
  const name = filled(item['name'] ?? '', input);
  const prefix = filled(item['prefix'] ?? '', input);
  if (isUnknownValue(name))
    return { part, name: asText(item['name'] ?? ''), prefix: '', text: name, isPlain };
  if (isUnknownValue(prefix)) return { part, name, prefix: '', text: prefix, isPlain };
  const sent = part === 'body' ? fieldOf(input.request.body, name) : headerValue(input.request.headers, name);
  if (isUnknownValue(sent)) return { part, name, prefix, text: sent, isPlain };
  const text = sent?.startsWith(prefix) === true ? sent.slice(prefix.length).trim() : '';
  return { part, name, prefix, text, isPlain };
}

/** A field of a body that is JSON or a form; other forms of a body are not documented. */
function fieldOf(body: Knowable<string>, name: string): Knowable<string> | undefined {
  if (isUnknownValue(body) || body === '') return body;
  const json = parsedJson(body);
  if (isJsonMap(json)) {
    const value = json[name];
    return typeof value === 'string' ? value : undefined;
  }
  const value = new URLSearchParams(body).get(name);
  return value ?? { unknown: { why: 'undocumented', of: `the field ${name} of the body` } };
}

/** The decoded parts of a token. Undefined: they are not known. */
interface TokenContent {
  readonly header: JsonObject | undefined;
  readonly claims: JsonObject | undefined;
  readonly signature: string | undefined;
  /** The request shows both, so that a test says of it whether the signature is right, and no more. */
  readonly isShown: boolean;
}

/** The content of the token of the request; the test gives the parts that it does not show. */
function contentOf(text: Knowable<string>, { facts: { given } }: EffectInput): TokenContent {
  const { header, claims } = given.jwt ?? {};
  const [first = '', second = '', signature] = isUnknownValue(text) ? [] : text.split('.');
  const shown = { header: decoded(first), claims: decoded(second) };
  return {
    header: shown.header ?? header,
    claims: shown.claims ?? claims,
    signature: shown.header === undefined || shown.claims === undefined ? undefined : signature,
    isShown: shown.header !== undefined && shown.claims !== undefined,
  };
}

/** Facts about a token are those of one that the request has. */
function contradictOthers(
  contents: readonly TokenContent[],
  { facts: { given }, contradict }: EffectInput,
): void {
  const differences = contents.map((content) =>
    (['header', 'claims'] as const).flatMap((part) =>
      Object.entries(given.jwt?.[part] ?? {})
        .filter(([name, value]) => !isSameJson(content[part]?.[name], value))
        .map(([name]) => `${part}.${name}`),
    ),
  );
  if (differences.some((names) => names.length === 0)) return;
  for (const name of differences[0] ?? []) contradict({ code: 'other-token', give: 'given.jwt', name });
}

function decoded(part: string): JsonObject | undefined {
  if (!/^[\w-]{4,}$/.test(part)) return undefined;
  const json = parsedJson(Buffer.from(part, 'base64url').toString());
  return isJsonMap(json) ? json : undefined;
}

/** Whether a token passes: its claims and its algorithm as the policy says, and its signature as the test says. */
function isAccepted(
  { header, claims, isShown }: TokenContent,
  { program: { config, type }, text }: { readonly program: ProgramAction; readonly text: unknown },
  input: EffectInput,
): boolean {
  const { facts, decide } = input;
  const { jwt, now } = facts.given;
  const checks: readonly Knowable<boolean>[] = [
    hasAlgorithm(header, config),
    hasClaim(claims, { name: 'iss', setting: config['issuer'] }, input),
    hasClaim(claims, { name: 'aud', setting: config['audience'] }, input),
    isInTime(claims, 'exp', now),
    isInTime(claims, 'nbf', now),
  ];
  if (jwt?.valid === false || checks.includes(false)) return false;
  const give = isShown ? 'given.jwt.valid' : 'given.jwt';
  const isRight = jwt === undefined ? isVerified(text, config, input) : true;
  if (!(isRight ?? decide({ why: 'not-given', of: type, give }, type))) return false;
  return checks.every(
    (check) => !isUnknownValue(check) || decide(check.unknown, `${type} ${check.unknown.of}`),
  );
}

/** Whether the token that was really sent is signed with one of the keys that the policy names. */
function isVerified(text: unknown, config: JsonObject, input: EffectInput): boolean | undefined {
  const { observed } = input.facts;
  if (observed === undefined || typeof text !== 'string') return undefined;
  const jws = isJsonMap(config['jws']) ? config['jws'] : {};
  const keys = isJsonMap(jws['keys']) ? jws['keys'] : {};
  const sources = isJsonMap(keys['sources']) ? keys['sources'] : {};
  const urls = textList(sources['additional_jkus']).map((url) => filled(url, input));
  const keySets = urls.filter((url) => typeof url === 'string');
  return observed.isVerified({ text, keySets });
}

/** A signature that a test calls right is of an algorithm that is accepted, unless the header names it. */
function hasAlgorithm(header: JsonObject | undefined, config: JsonObject): boolean {
  if (header === undefined) return true;
  const jws = isJsonMap(config['jws']) ? config['jws'] : {};
  const { alg } = header;
  return (
    typeof alg === 'string' &&
    alg.toLowerCase() !== 'none' &&
    textList(jws['allowed_algorithms']).includes(alg)
  );
}

function hasClaim(
  claims: JsonObject | undefined,
  { name, setting }: { readonly name: string; readonly setting: Json | undefined },
  input: EffectInput,
): Knowable<boolean> {
  if (!isJsonMap(setting)) return true;
  const of = `claims.${name}`;
  if (claims === undefined) return { unknown: { why: 'not-given', of, give: 'given.jwt.claims' } };
  const claim = claims[name];
  const values = Array.isArray(claim) ? textList(claim) : [claim];
  const allowed = jsonItems(setting['allow_list']);
  if (allowed.length === 0) return { unknown: { why: 'undocumented', of: 'an empty `allow_list`' } };
  let unknown: Unknown | undefined;
  for (const item of allowed) {
    const value = isJsonMap(item) ? filled(item['value'] ?? '', input) : '';
    if (isUnknownValue(value)) unknown ??= value.unknown;
    else if (values.includes(value)) return true;
  }
  return unknown === undefined ? false : { unknown };
}

/** A token without the claim has no such limit (RFC 7519). */
function isInTime(
  claims: JsonObject | undefined,
  name: 'exp' | 'nbf',
  now: string | undefined,
): Knowable<boolean> {
  const time = claims?.[name];
  if (time === undefined) return true;
  if (typeof time !== 'number') return false;
  if (now === undefined) return { unknown: { why: 'not-given', of: `claims.${name}`, give: 'given.now' } };
  const seconds = Date.parse(now) / 1000;
  return name === 'exp' ? seconds < time : seconds >= time;
}

function resultOf({ part, name }: SoughtToken, content: TokenContent | undefined): unknown {
  const known = (value: JsonObject | undefined, give: string): unknown =>
    value === undefined ? { unknown: { why: 'not-given', of: give, give } } : fromJson(value);
  return {
    members: {
      header: known(content?.header, 'given.jwt.header'),
      payload: known(content?.claims, 'given.jwt.claims'),
      signature: content?.signature ?? { unknown: { why: 'undocumented', of: 'the signature of a token' } },
      location: part,
      location_property: name,
      verified: true,
    },
  };
}
