/**
 * Values of expressions. Where CEL and JavaScript agree, the value is that of JavaScript: string, boolean, bigint
 * (int), number (double), null, array, Map, Uint8Array. The others have a class here. A value of a list, a map or a
 * variable may be unknown; that counts when it is used.
 */
import { isUnknownValue, type Unknown } from '../model/traffic/unknown.ts';
import { addTo } from '../text/lists/group-by.ts';
import { wholeList } from './unknown/open-map.ts';
import { Term, termOf } from './unknown/term.ts';
import { Uint, TimeValue, DurationValue, TypeValue, PartialMap } from './cel/expression-values.ts';

/** Thrown where an expression needs a fact that is not known; carried to where it matters. */
export class UnknownFact extends Error {
  readonly unknown: Unknown;

  constructor(unknown: Unknown) {
    super(unknown.of);
    this.unknown = unknown;
  }
}

/** Thrown where CEL has an error instead of a value. */
export class ExpressionFailure extends Error {}

/** There is no such member or key. `isMember`: of an object such as `conn`, of which `has(…)` may ask for more. */
export class AbsentValue extends ExpressionFailure {
  readonly isMember: boolean;

  constructor(message: string, isMember = false) {
    super(message);
    this.isMember = isMember;
  }
}

export function fail(message: string): never {
  throw new ExpressionFailure(message);
}

/** A value that the documentation has, but not exactly enough to compute it. */
export function notComputed(of: string): never {
  throw new UnknownFact({ why: 'not-computed', of });
}

/**
 * A text that depends on secrets, or that is not known otherwise: equal to a text of the same parts, and to nothing
 * else for certain. `parts` has the names of secrets between marks that no text has.
 */
export class SecretText {
  readonly parts: string;
  readonly unknown: Unknown;

  constructor(parts: string, unknown: Unknown) {
    this.parts = parts;
    this.unknown = unknown;
    textOfUnknown.set(unknown, this);
  }
}

const textOfUnknown = new WeakMap<Unknown, SecretText>();
const mark = '\0';

/** The value of a secret, by its name in `given.secrets`. */
export function textOfSecret(name: string, of: string): SecretText {
  return new SecretText(`${mark}${name}${mark}`, { why: 'not-given', of, give: `given.secrets.${name}` });
}

/** A text that is there and not known: not empty, and equal to itself alone for certain. */
export function someText(of: string): { readonly unknown: Unknown } {
  return {
    unknown: new SecretText(`${mark}${of}${mark}`, { why: 'undocumented', of, isSomeText: true }).unknown,
  };
}

/** Texts one after the other, of which some may depend on secrets. */
export function joinTexts(texts: readonly (string | SecretText | Term)[]): string | SecretText | Term {
  if (texts.every((text) => typeof text === 'string')) return texts.join('');
  const term = texts.find((text) => text instanceof Term);
  if (term !== undefined) return joinTerms(term.ask, texts);
  const first = texts.find((text) => text instanceof SecretText);
  const { unknown } = first ?? fail('no text');
  return new SecretText(texts.map(partsOf).join(''), { ...unknown });
}

/** The text that a function makes of a text that depends on secrets: the same for the same. */
export function derivedText(call: string, args: readonly unknown[]): SecretText | undefined {
  const secret = args.find((arg) => arg instanceof SecretText);
  if (secret === undefined) return undefined;
  const parts = args.map((arg) =>
    typeof arg === 'string' || arg instanceof SecretText ? partsOf(arg) : `${typeof arg} ${String(arg)}`,
  );
  const isPlain = args.every((arg) => arg instanceof SecretText || typeof arg !== 'object');
  if (!isPlain) throw new UnknownFact(secret.unknown);
  return new SecretText([mark, call, ...parts, mark].join(mark), { ...secret.unknown });
}

/** Texts of which some are terms; neighbours that are known are one. */
function joinTerms(ask: Term['ask'], texts: readonly (string | SecretText | Term)[]): Term {
  const args: (string | Term)[] = [];
  for (const text of texts.flatMap((part) =>
    part instanceof Term && part.name === 'text' ? (part.args ?? []) : [part],
  )) {
    const part = text instanceof SecretText ? text.parts : (text as string | Term);
    const last = args.at(-1);
    if (typeof part === 'string' && typeof last === 'string') args[args.length - 1] = last + part;
    else if (part !== '') args.push(part);
  }
  const [only, ...more] = args;
  return only instanceof Term && more.length === 0 && only.type === 'string'
    ? only
    : new Term(ask, 'text', { args, type: 'string' });
}

function partsOf(text: string | SecretText | Term): string {
  if (text instanceof Term) return text.key;
  return typeof text === 'string' ? text.replaceAll(mark, `${mark}0${mark}`) : text.parts;
}

/** A value that is used: an unknown one stops the evaluation, unless it is a text that depends on secrets. */
export function knownValue(value: unknown): unknown {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  if (!isUnknownValue(value)) return value instanceof Date ? timeOfDate(value) : wholeList(value);
  const found = termOf(value.unknown) ?? textOfUnknown.get(value.unknown);
  if (found !== undefined) return found;
  throw new UnknownFact(value.unknown);
}

function timeOfDate(date: Date): TimeValue {
  const milliseconds = date.getTime();
  if (Number.isNaN(milliseconds)) fail('not a time');
  return new TimeValue(BigInt(milliseconds) * 1_000_000n);
}

/** A value as text. Lists and maps as JSON, which is assumed. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof SecretText || value instanceof Term) throw new UnknownFact(value.unknown);
  if (value instanceof TimeValue) return timeText(value);
  if (value instanceof DurationValue) return durationText(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Date) return timeText(timeOfDate(value));
  if (typeof value === 'object' && value !== null) return JSON.stringify(asJson(value));
  return String(value);
}

/** RFC 3339 with as many digits of a second as it has. */
export function timeText({ nanos }: TimeValue): string {
  const rest = ((nanos % billion) + billion) % billion;
  const seconds = new Date(Number((nanos - rest) / 1_000_000n)).toISOString().slice(0, 19);
  return `${seconds}${fraction(rest)}Z`;
}

/** Seconds, as CEL writes them: `90s`, `1.5s`. */
export function durationText({ nanos }: DurationValue): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / billion}${fraction(size % billion)}s`;
}

const billion = 1_000_000_000n;

function fraction(nanos: bigint): string {
  return nanos === 0n ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
}

/** A value of an expression as JSON: integers are numbers, maps are objects. */
export function asJson(value: unknown): unknown {
  const known = knownValue(value);
  if (typeof known === 'bigint') return Number(known);
  if (known instanceof Uint) return Number(known.value);
  if (known instanceof SecretText || known instanceof Term) throw new UnknownFact(known.unknown);
  if (known instanceof PartialMap) throw new UnknownFact(known.rest);
  if (known instanceof TimeValue || known instanceof DurationValue) return asText(known);
  if (Array.isArray(known)) return known.map(asJson);
  if (known instanceof Map)
    return Object.fromEntries(
      [...(known as Map<unknown, unknown>)].map(([key, item]) => [asText(key), asJson(item)]),
    );
  if (isPlainObject(known))
    return Object.fromEntries(Object.entries(known).map(([key, item]) => [key, asJson(item)]));
  return known;
}

/** JSON as values of an expression: whole numbers are integers. */
export function fromJson(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(fromJson);
  if (isPlainObject(value)) return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
  return value;
}

/** The parameters of a query, each with all of its values. */
export function queryOf(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) addTo(found, name, value);
  return found;
}

/** An object with members such as `conn`: not a map. */
export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value?.constructor === Object;
}

const classes: readonly (readonly [new (...args: never[]) => object, string])[] = [
  [Uint, 'uint'],
  [Uint8Array, 'bytes'],
  [Array, 'list'],
  [Map, 'map'],
  [PartialMap, 'map'],
  [TimeValue, 'google.protobuf.Timestamp'],
  [DurationValue, 'google.protobuf.Duration'],
  [TypeValue, 'type'],
  [SecretText, 'string'],
];

const plain: Readonly<Partial<Record<string, string>>> = {
  string: 'string',
  bigint: 'int',
  number: 'double',
  boolean: 'bool',
};

/** The name of the type of a value, as CEL has it. */
export function typeName(value: unknown): string {
  if (value === null) return 'null_type';
  if (value instanceof Term) return value.type;
  return plain[typeof value] ?? classes.find(([of]) => value instanceof of)?.[1] ?? 'map';
}
