/**
 * The functions and methods of the policy language. Names, numbers and types of arguments are those of the tables of
 * the dialect; a documented function without a line here is not computed, and one that the tables do not have is not
 * documented.
 */
import { inZone, partsOfTime } from '../derive/expressions/timestamps.ts';
import { matchesPattern } from '../derive/expressions/linear-patterns.ts';
import { policyFunctions, type ArgumentType, type PolicyFunction } from '../kinds/policy/functions.ts';
import { policyMacros, policyMethods, type MethodOwner } from '../kinds/policy/methods.ts';
import {
  toBool,
  toBytes,
  toDouble,
  toDuration,
  toInt,
  toText,
  toTime,
  toType,
  toUint,
} from './cel/conversions.ts';
import type { VariableScope } from './cel/cel-evaluation.ts';
import { valueOfSecret } from './cel/secret-texts.ts';
import { isInNetwork, isInNetworks, isPrivateAddress } from './functions/addresses.ts';
import { digestNames, digestOf } from './functions/digests.ts';
import * as encodings from './functions/encodings.ts';
import { format, textOfBytes } from './functions/format.ts';
import * as lists from './functions/lists.ts';
import { getters, partByName } from './functions/messages-by-name.ts';
import { randomDouble, randomInt } from './functions/random.ts';
import * as texts from './functions/texts.ts';
import {
  derivedText,
  fail,
  knownValue,
  notComputed,
  SecretText,
  typeName,
  UnknownFact,
} from './scope-values.ts';
import { OpenMap } from './unknown/open-map.ts';
import { calledTerm, termIn } from './unknown/term-operations.ts';
import { quoted } from '../text/quoted.ts';
import { DurationValue, PartialMap, TimeValue } from './cel/expression-values.ts';

/** A function of its arguments, whose types are checked. */
type Handler = (...args: never[]) => unknown;

/** A function that reads more than its arguments. */
type ScopeHandler = (scope: VariableScope, ...args: never[]) => unknown;

/** Whether a value is not known, or holds one that is not. */
function isOpen(value: unknown): boolean {
  return value instanceof OpenMap || termIn(value) !== undefined;
}

/** Whether the language has a function, or a method of some type, of the name. */
export function isDocumented(name: string, as: 'function' | 'method'): boolean {
  if (as === 'function') return Object.hasOwn(policyFunctions, name);
  return (
    Object.hasOwn(policyMacros, name) || Object.values(policyMethods).some((all) => Object.hasOwn(all, name))
  );
}

/** `name(…)`, or `namespace.name(…)`, which is documented. */
export function callFunction(name: string, args: readonly unknown[], scope: VariableScope): unknown {
  const table = policyFunctions[name] ?? fail(`${quoted(name)} is not a function`);
  if (args.some(isOpen)) return calledTerm(name, args, resultType(table));
  checkArguments(name, table, args);
  const ofScope = Object.hasOwn(scopeFunctions, name) ? scopeFunctions[name] : undefined;
  if (ofScope !== undefined) return ofScope(scope, ...(plainArguments(args) as never[]));
  return called(name, table, Object.hasOwn(functions, name) ? functions[name] : undefined, args);
}

/** `receiver.name(…)`, which is a method of some type; the receiver is the first value. */
export function callMethod(name: string, [receiver, ...args]: readonly unknown[]): unknown {
  if ([receiver, ...args].some(isOpen)) {
    const [found] = Object.values(policyMethods).filter((all) => Object.hasOwn(all, name));
    return calledTerm(name, [receiver, ...args], resultType(found?.[name]));
  }
  const owner = owners[typeName(receiver)];
  const of = owner === undefined ? {} : policyMethods[owner];
  const table = Object.hasOwn(of, name) ? of[name] : undefined;
  if (table === undefined || owner === undefined)
    return fail(`${quoted(name)} is not a method of ${typeName(receiver)} with these arguments`);
  checkArguments(name, table, args);
  const handlers = methods[owner];
  return called(name, table, Object.hasOwn(handlers, name) ? handlers[name] : undefined, [receiver, ...args]);
}

/** The type of a result as CEL names it. */
function resultType(table: PolicyFunction | undefined): string {
  return typeof table?.result === 'string' ? table.result : 'any';
}

function called(
  name: string,
  { result }: PolicyFunction,
  handler: Handler | undefined,
  args: readonly unknown[],
): unknown {
  if (handler === undefined) return notComputed(`${name}()`);
  const isPlain = !args.some((arg) => arg instanceof SecretText);
  if (isPlain || takesSecrets.has(handler)) return handler(...(args as never[]));
  if (result === 'string' && hasValueForAll(name)) {
    const derived = derivedText(name, args);
    if (derived !== undefined) return derived;
  }
  return handler(...(plainArguments(args) as never[]));
}

/** Functions that have a value for each text: of a text that depends on a secret, it depends on the secret. */
function hasValueForAll(name: string): boolean {
  return /^(?:(?:lower|upper)(?:Ascii)?|trim|reverse|replace|encodeBase64|escapeUrl|url\.escape|basic_auth\.encode|strings\.quote|(?:hash\.)?(?:crc32|crc64|md5|sha1|sha256|sha512|xxhash64))$/.test(
    name,
  );
}

function plainArguments(args: readonly unknown[]): readonly unknown[] {
  for (const arg of args) if (arg instanceof SecretText) throw new UnknownFact(arg.unknown);
  return args;
}

function checkArguments(
  name: string,
  { args: wanted, optional }: PolicyFunction,
  args: readonly unknown[],
): void {
  const least = wanted.length - optional;
  if (args.length < least || args.length > wanted.length) {
    const count = least === wanted.length ? String(least) : `${least} to ${wanted.length}`;
    fail(`${quoted(name)} takes ${count} argument${count === '1' ? '' : 's'}, not ${args.length}`);
  }
  args.forEach((arg, at) => {
    if (!fits(wanted[at] ?? 'any', typeName(arg))) fail(`${quoted(name)} does not take ${typeName(arg)}`);
  });
}

function fits(wanted: ArgumentType, type: string): boolean {
  if (wanted === 'any' || wanted === type) return true;
  return wanted === 'regex' ? type === 'string' : wanted.split('|').includes(type);
}

const owners: Readonly<Partial<Record<string, MethodOwner>>> = {
  string: 'string',
  bytes: 'bytes',
  list: 'list',
  map: 'map',
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.Duration': 'duration',
};

function sizeOf(value: unknown): bigint {
  if (typeof value === 'string') return BigInt(texts.sizeOfText(value));
  if (value instanceof PartialMap) throw new UnknownFact(value.rest);
  if (Array.isArray(value) || value instanceof Uint8Array) return BigInt(value.length);
  return BigInt(value instanceof Map ? value.size : Object.keys(value as object).length);
}

const digests = Object.fromEntries(
  digestNames.map((name) => [name, (text: string, form?: string) => digestOf(name, text, form)]),
);

const scopeFunctions: Readonly<Record<string, ScopeHandler>> = {
  ...Object.fromEntries(
    Object.keys(getters).map((getter) => [
      getter,
      (scope: VariableScope, name: string) => partByName(getter, name, scope),
    ]),
  ),
  'rand.double': randomDouble,
  'rand.int': (scope: VariableScope, least?: bigint, most?: bigint) =>
    least !== undefined && most === undefined
      ? notComputed('`rand.int` with one argument')
      : randomInt(scope, least, most),
  'secrets.get': (scope: VariableScope, vault: string, name: string) =>
    valueOfSecret(`${vault}/${name}`, `the secret ${vault}/${name}`, scope),
};

const functions: Readonly<Record<string, Handler>> = {
  size: sizeOf,
  matches: matchesPattern,
  inCidrRange: isInNetwork,
  inCidrRanges: (address: string, networks: readonly unknown[]) => isInNetworks(address, stringsIn(networks)),
  timestamp: toTime,
  duration: toDuration,
  string: toText,
  int: toInt,
  uint: toUint,
  double: toDouble,
  bool: toBool,
  bytes: toBytes,
  type: toType,
  dyn: (value: unknown) => value,
  'base64.encode': (value: unknown) =>
    value instanceof Uint8Array
      ? encodings.encodeBase64(value)
      : fail(`\`base64.encode\` does not take ${typeName(value)}`),
  'base64.decode': encodings.decodeBase64,
  'basic_auth.encode': (user: string, password: string) =>
    `Basic ${encodings.encodeBase64(`${user}:${password}`)}`,
  ...Object.fromEntries(Object.entries(digests).map(([name, digest]) => [`hash.${name}`, digest])),
  'json.decode': encodings.decodeJson,
  'json.encode': encodings.encodeJson,
  'lists.range': lists.range,
  'queryString.decode': encodings.decodeQuery,
  'queryString.encode': encodings.encodeQuery,
  'strings.quote': texts.quote,
  'url.escape': encodings.escapeUrl,
  'url.unescape': encodings.unescapeUrl,
  'url.parse': encodings.parseUrl,
};

function stringsIn(list: readonly unknown[]): readonly string[] {
  return list.map((item) => {
    const text = knownValue(item);
    if (text instanceof SecretText) throw new UnknownFact(text.unknown);
    return typeof text === 'string' ? text : fail(`a network is a string, not ${typeName(text)}`);
  });
}

const takesSecrets: ReadonlySet<unknown> = new Set<unknown>([toText, toType, functions['dyn'], lists.join]);

const methods: Readonly<Record<MethodOwner, Readonly<Record<string, Handler>>>> = {
  string: {
    matches: matchesPattern,
    startsWith: (text: string, part: string) => text.startsWith(part),
    endsWith: (text: string, part: string) => text.endsWith(part),
    contains: (text: string, part: string) => text.includes(part),
    charAt: texts.charAt,
    size: sizeOf,
    indexOf: texts.indexOf,
    lastIndexOf: texts.lastIndexOf,
    format,
    split: texts.split,
    replace: texts.replace,
    substring: texts.substring,
    trim: texts.trim,
    reverse: texts.reverse,
    lower: texts.lower,
    upper: texts.upper,
    lowerAscii: texts.lowerAscii,
    upperAscii: texts.upperAscii,
    decodeBase64: (text: string) => textOfBytes(encodings.decodeBase64(text)),
    encodeBase64: encodings.encodeBase64,
    decodeJson: encodings.decodeJson,
    decodeQueryString: encodings.decodeQuery,
    escapeUrl: encodings.escapeUrl,
    unescapeUrl: encodings.unescapeUrl,
    parseUrl: encodings.parseUrl,
    isJson: encodings.isJson,
    isPrivateIp: isPrivateAddress,
    isQueryString: encodings.isQueryString,
    isURL: encodings.isUrl,
    ...digests,
  },
  bytes: { size: sizeOf },
  list: {
    join: lists.join,
    size: sizeOf,
    sort: (list: readonly unknown[]) => lists.sortedBy(list, list),
    distinct: lists.distinctItems,
    flatten: lists.flatten,
    slice: lists.slice,
    encodeJson: encodings.encodeJson,
  },
  map: { size: sizeOf, encodeJson: encodings.encodeJson, encodeQueryString: encodings.encodeQuery },
  timestamp: Object.fromEntries(
    Object.entries(partsOfTime).map(([name, read]) => [
      name,
      ({ nanos }: TimeValue, zone?: string) => {
        const date = new Date(Number(floorDivided(nanos, 1_000_000n)));
        return BigInt(read(zone === undefined ? date : inZone(date, zone)));
      },
    ]),
  ),
  duration: {
    getHours: ({ nanos }: DurationValue) => nanos / 3_600_000_000_000n,
    getMinutes: ({ nanos }: DurationValue) => nanos / 60_000_000_000n,
    getSeconds: ({ nanos }: DurationValue) => nanos / 1_000_000_000n,
    getMilliseconds: ({ nanos }: DurationValue) => (nanos / 1_000_000n) % 1000n,
  },
};

function floorDivided(value: bigint, by: bigint): bigint {
  return value / by - (value % by < 0n ? 1n : 0n);
}
