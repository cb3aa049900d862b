/**
 * The functions and methods of the policy language that the CEL library does not have, as the tables of the dialect
 * describe them. One whose result is not documented well enough to compute it is unknown.
 */
import { parsedJson } from '../text/json/json-access.ts';
import { createHash } from 'node:crypto';
import { EvaluationError, type Environment } from '@marcbachmann/cel-js';
import { matchesPattern } from '../derive/expressions/linear-patterns.ts';
import { ours } from '../derive/expressions/replaced.ts';
import { registerTimestamps } from '../derive/expressions/timestamps.ts';
import { isInRange } from '../domain/ip-ranges.ts';
import { asJson, fromJson, queryOf, UnknownFact } from './scope-values.ts';

interface Checker {
  readonly check: (node: unknown, context: unknown) => unknown;
  readonly getType: (name: string) => unknown;
}

interface Evaluator {
  readonly run: (node: unknown, context: unknown) => unknown;
}

interface MacroContext {
  readonly getValue: (name: string) => unknown;
}

/** The part of the library that a macro uses while it is evaluated. */
interface MacroCall {
  /** The value of a part of the call. */
  readonly run: (part: unknown) => unknown;
  readonly variable: (name: string) => unknown;
}

/** A function of the library that evaluates the parts of its call itself. */
export function macro(type: string, evaluate: (parts: readonly unknown[], call: MacroCall) => unknown) {
  return ({ args }: { readonly args: readonly unknown[] }) => ({
    typeCheck: (checker: Checker, _macro: unknown, context: unknown): unknown => {
      for (const arg of args) checker.check(arg, context);
      return checker.getType(type);
    },
    evaluate: (evaluator: Evaluator, _macro: unknown, context: MacroContext): unknown =>
      evaluate(args, {
        run: (part) => evaluator.run(part, context),
        variable: (name) => context.getValue(name),
      }),
  });
}

type Handler = (...args: never[]) => unknown;

export function registerPolicyFunctions(environment: Environment): void {
  environment.registerFunction(`string.${ours.matches}(string): bool`, matchesPattern);
  environment.registerFunction('matches(string, string): bool', matchesPattern);
  registerTimestamps(environment);
  for (const [signature, handler] of Object.entries(functions))
    environment.registerFunction(signature, handler as (...args: unknown[]) => unknown);
  for (const [namespace, members] of Object.entries(namespaces)) {
    const type = `${camel(namespace)}Namespace`;
    const named = class {
      readonly namespace = namespace;
    };
    environment.registerType(type, { ctor: named, fields: {} });
    environment.registerConstant(namespace, type, new named());
    for (const [signature, handler] of Object.entries(members)) {
      const call = handler as (...args: unknown[]) => unknown;
      environment.registerFunction(`${type}.${signature}`, (_namespace, ...args: unknown[]) => call(...args));
    }
  }
  environment.registerFunction('secretsNamespace.get(ast, ast): string', secretGetter);
  for (const [name, getter] of Object.entries(getters))
    environment.registerFunction(`${name}(ast): ${getter.result}`, getterMacro(getter));
}

/** Functions that read a part of a message by name. */
const getters: Readonly<Record<string, Getter>> = {
  getReqHeader: { variable: 'req_headers', result: 'list<string>', read: valuesOfHeader },
  hasReqHeader: { variable: 'req_headers', result: 'bool', read: hasHeader },
  getReqCookie: { variable: 'req_cookies', result: 'dyn', read: firstCookie },
  hasReqCookie: { variable: 'req_cookies', result: 'bool', read: hasKey },
  getQueryParam: { variable: 'req_url_query_params', result: 'list<string>', read: valuesOf },
  hasQueryParam: { variable: 'req_url_query_params', result: 'bool', read: hasKey },
  getResHeader: { variable: 'res_headers', result: 'list<string>', read: valuesOfHeader },
  hasResHeader: { variable: 'res_headers', result: 'bool', read: hasHeader },
  getResCookie: { variable: 'res_cookies', result: 'dyn', read: firstCookie },
  hasResCookie: { variable: 'res_cookies', result: 'bool', read: hasKey },
};

interface Getter {
  readonly variable: string;
  readonly result: string;
  readonly read: (of: unknown, name: string) => unknown;
}

function getterMacro({ variable: source, result, read }: Getter) {
  return macro(result, ([name], { run, variable }) => {
    const key = run(name);
    if (typeof key !== 'string') throw new EvaluationError('a name is a string');
    return read(variable(source), key);
  });
}

/** A secret is only known by the stand-in that a test gives for it. */
const secretGetter = macro('string', (parts, { run, variable }) => {
  const name = parts.map((part) => run(part)).join('/');
  const found = valueAt(variable('given.secrets'), name);
  if (found !== undefined) return found;
  throw new UnknownFact({ why: 'not-given', of: `the secret ${name}`, give: `given.secrets.${name}` });
});

function valueAt(of: unknown, name: string): unknown {
  if (of instanceof Map) return (of as Map<string, unknown>).get(name);
  if (typeof of !== 'object' || of === null) return undefined;
  return Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;
}

function hasKey(of: unknown, name: string): boolean {
  return of instanceof Map ? of.has(name) : typeof of === 'object' && of !== null && Object.hasOwn(of, name);
}

function valuesOf(of: unknown, name: string): unknown {
  return valueAt(of, name) ?? [];
}

// Any spelling of a name is accepted, which is assumed.
function valuesOfHeader(of: unknown, name: string): unknown {
  return valuesOf(of, name.toLowerCase());
}

function hasHeader(of: unknown, name: string): boolean {
  return hasKey(of, name.toLowerCase());
}

function firstCookie(of: unknown, name: string): unknown {
  const cookies = valueAt(of, name);
  const [first] = Array.isArray(cookies) ? (cookies as readonly unknown[]) : [];
  if (first === undefined) throw new EvaluationError({ code: 'no_such_key', message: `no cookie ${name}` });
  return first;
}

const digests = ['crc32', 'crc64', 'md5', 'sha1', 'sha256', 'sha512', 'xxhash64'];

const functions: Readonly<Record<string, Handler>> = {
  'inCidrRange(string, string): bool': isInRange,
  'inCidrRanges(string, list<dyn>): bool': (ip: string, ranges: readonly string[]) =>
    ranges.some((range) => isInRange(ip, range)),
  'string.charAt(int): string': (text: string, at: bigint) => {
    const found = Array.from(text)[Number(at)];
    if (found === undefined) throw new EvaluationError('index out of range');
    return found;
  },
  'string.replace(string, string): string': (text: string, from: string, to: string) =>
    text.split(from).join(to),
  'string.replace(string, string, int): string': (text: string, from: string, to: string, most: bigint) => {
    let parts = text.split(from);
    if (most >= 0n && parts.length > Number(most) + 1)
      parts = [...parts.slice(0, Number(most)), parts.slice(Number(most)).join(from)];
    return parts.join(to);
  },
  'string.reverse(): string': (text: string) => Array.from(text).reverse().join(''),
  'string.lower(): string': (text: string) => text.toLowerCase(),
  'string.upper(): string': (text: string) => text.toUpperCase(),
  'string.decodeBase64(): string': (text: string) => Buffer.from(text, 'base64').toString(),
  'string.encodeBase64(): string': (text: string) => Buffer.from(text).toString('base64'),
  'string.decodeJson(): dyn': parseJson,
  'string.isJson(): bool': (text: string) => parsedJson(text) !== undefined,
  'string.decodeQueryString(): dyn': queryOf,
  'string.escapeUrl(): string': escapeUrl,
  'string.unescapeUrl(): string': unescapeUrl,
  'string.parseUrl(): dyn': (text: string) => unknownResult(`parseUrl of ${text}`),
  'string.isPrivateIp(): bool': isPrivate,
  'string.isQueryString(): bool': (text: string) => unknownResult(`isQueryString of ${text}`),
  'string.isURL(): bool': (text: string) => URL.canParse(text),
  'string.split(): list<string>': (text: string) => Array.from(text),
  'string.format(list<dyn>): string': (text: string) => unknownResult(`format of ${text}`),
  'list.sort(): list<dyn>': (list: readonly never[]) =>
    [...list].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  'list.distinct(): list<dyn>': (list: readonly unknown[]) => [...new Set(list)],
  'list.flatten(): list<dyn>': (list: readonly unknown[]) => list.flat(),
  'list.flatten(int): list<dyn>': (list: readonly unknown[], depth: bigint) => list.flat(Number(depth)),
  'list.slice(int, int): list<dyn>': (list: readonly unknown[], start: bigint, end: bigint) =>
    list.slice(Number(start), Number(end)),
  'list.encodeJson(): string': encodeJson,
  'map.encodeJson(): string': encodeJson,
  'map.encodeQueryString(): string': encodeQuery,
  ...Object.fromEntries(
    digests.flatMap((name) => [
      [`string.${name}(): string`, digester(name)],
      [`string.${name}(string): string`, digester(name)],
    ]),
  ),
};

const namespaces: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  base64: {
    'encode(dyn): string': (value: string | Uint8Array) => Buffer.from(value as string).toString('base64'),
    'decode(string): bytes': (text: string) => new Uint8Array(Buffer.from(text, 'base64')),
  },
  basic_auth: {
    'encode(string, string): string': (user: string, password: string) =>
      `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  },
  hash: Object.fromEntries(
    digests.flatMap((name) => [
      [`${name}(string): string`, digester(name)],
      [`${name}(string, string): string`, digester(name)],
    ]),
  ),
  json: { 'decode(string): dyn': parseJson, 'encode(dyn): string': encodeJson },
  lists: {
    'range(int): list<int>': (count: bigint) => {
      if (count > 10_000n) throw new EvaluationError('a list of more than 10,000 items');
      return Array.from({ length: Number(count) }, (_item, index) => BigInt(index));
    },
  },
  queryString: { 'decode(string): dyn': queryOf, 'encode(dyn): string': encodeQuery },
  rand: {
    'double(): double': () => unknownResult('rand.double()'),
    'int(): int': () => unknownResult('rand.int()'),
    'int(int): int': () => unknownResult('rand.int()'),
    'int(int, int): int': () => unknownResult('rand.int()'),
  },
  secrets: {},
  strings: { 'quote(string): string': (text: string) => JSON.stringify(text) },
  url: {
    'escape(string): string': escapeUrl,
    'unescape(string): string': unescapeUrl,
    'parse(string): dyn': (text: string) => unknownResult(`url.parse of ${text}`),
  },
};

/** Random numbers, and results that are not documented: nothing that a test can give. */
function unknownResult(of: string): never {
  throw new UnknownFact({ why: 'undocumented', of });
}

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

function isPrivate(text: string): boolean {
  // One address, not a range.
  return /^[0-9a-f.:]+$/i.test(text) && privateRanges.some((range) => isInRange(text, range));
}

function parseJson(text: string): unknown {
  try {
    return fromJson(JSON.parse(text));
  } catch (cause) {
    throw new EvaluationError('not JSON', undefined, cause);
  }
}

function encodeJson(value: unknown): string {
  return JSON.stringify(asJson(value));
}

function encodeQuery(value: unknown): string {
  const json = asJson(value);
  const entries = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  return new URLSearchParams(
    entries.flatMap(([name, item]) =>
      (Array.isArray(item) ? (item as readonly unknown[]) : [item]).map((one): [string, string] => [
        name,
        String(one),
      ]),
    ),
  ).toString();
}

function escapeUrl(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}

function unescapeUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new EvaluationError('not an escaped text', undefined, cause);
  }
}

function digester(name: string): (text: string, form?: string) => string {
  return (text, form) => {
    if (!['md5', 'sha1', 'sha256', 'sha512'].includes(name)) return unknownResult(`${name} of ${text}`);
    return createHash(name)
      .update(text)
      .digest(form === 'base64' ? 'base64' : 'hex');
  };
}

/** Names of types have letters and digits alone. */
function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
