/**
 * When are two values the same? Not when their bytes are: the service lower-cases header names, drops default ports
 * and gives sets back in its own order, and a policy reformatted is the same policy. Every field is brought into one
 * canonical shape by its form, and shapes are compared. Most values are identical to begin with, so that is tried
 * first and nothing is built for them.
 */
import type { Field, TextForm } from '../../kinds/field.ts';
import { enabled } from '../../kinds/modules/enabled.ts';
import type { Json, Value } from '../../model/value.ts';
import { Secret, SecretReference, type SecretLookup } from '../../model/secret.ts';
import { isMaskedText, echoVerdict } from '../forms/echo.ts';
import { defaultPorts, parseEndpointUrl } from '../forms/endpoint-url.ts';
import { fieldsOf, itemField } from '../forms/fields.ts';
import { canonicalJson } from '../../text/hash.ts';
import { readPolicyExactly, type ExactTree } from '../policy/traffic-policy.ts';
import { layOutXml } from '../../text/xml-layout.ts';

/** `unknown`: a secret that does not resolve, or one that the API masks, cannot be compared. */
export type Sameness = 'same' | 'different' | 'unknown';

/** Whether two values of a field mean the same. Absent and null are one; so are absent and the field's own "none". */
export function compareValues(
  field: Field | undefined,
  left: Value | undefined,
  right: Value | undefined,
  lookup: SecretLookup,
): Sameness {
  if (isIdentical(left, right)) return 'same';
  if (left instanceof SecretReference) return compareEcho(field, left, right, lookup);
  if (right instanceof SecretReference) return compareEcho(field, right, left, lookup);
  const a = withSecrets(left ?? undefined, lookup);
  const b = withSecrets(right ?? undefined, lookup);
  if (a === unresolved || b === unresolved) return 'unknown';
  const one = canonicalText(field, a);
  const other = canonicalText(field, b);
  if (one === other) return 'same';
  return isMask(field, left) || isMask(field, right) ? 'unknown' : 'different';
}

/** What is written with a secret, and what stands against it: mostly what the service answered. */
function compareEcho(
  field: Field | undefined,
  reference: SecretReference,
  other: Value | undefined,
  lookup: SecretLookup,
): Sameness {
  const ours = withSecrets(reference, lookup);
  if (other instanceof SecretReference) {
    const theirs = withSecrets(other, lookup);
    if (ours === unresolved || theirs === unresolved) return 'unknown';
    return canonicalText(field, ours) === canonicalText(field, theirs) ? 'same' : 'different';
  }
  // A secret field that is answered without its value is hidden; any other that is not there is not there.
  if (other === undefined || other === null)
    return field?.type === 'string' && field.secret === true ? 'unknown' : 'different';
  const echo = other instanceof Secret ? other.reveal() : other;
  if (typeof echo !== 'string') return 'different';
  const isPolicy = field?.type === 'string' && field.form === 'traffic-policy';
  if (ours !== unresolved && canonicalText(field, ours) === canonicalText(field, echo)) return 'same';
  if (other instanceof Secret && isSeenOther(reference, other, isPolicy)) return 'different';
  const verdict = echoVerdict(reference, echo, { lookup, isPolicy });
  // Long numbers of a policy that are not the same digit by digit.
  return verdict === 'same' && ours !== unresolved ? 'different' : verdict;
}

/**
 * Of what a snapshot stands for: whether another text is around its secrets, as far as the snapshot tells. One that
 * it was not compared with is taken for another: a change too many is shown rather than one too few.
 */
function isSeenOther(reference: SecretReference, { seen }: Secret, isPolicy: boolean): boolean {
  if (seen?.fits === undefined || seen.fits.includes(reference.template)) return false;
  return isPolicy || !reference.isBare;
}

/** A text that is the same for values that `compareValues` calls the same; undefined where a secret does not resolve. */
export function comparableText(
  field: Field | undefined,
  value: Value,
  lookup: SecretLookup,
): string | undefined {
  const whole = withSecrets(value, lookup);
  return whole === unresolved ? undefined : canonicalText(field, whole);
}

/** Structural equality, the short way. Secrets are never identical to anything but themselves. */
export function isIdentical(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index++) {
      if (!isIdentical(left[index] as Value, right[index] as Value)) return false;
    }
    return true;
  }
  if (isSecret(left) || isSecret(right) || Array.isArray(right)) return false;
  const a = left as Readonly<Record<string, Value>>;
  const b = right as Readonly<Record<string, Value>>;
  let count = 0;
  for (const key in a) {
    count++;
    if (!isIdentical(a[key], b[key])) return false;
  }
  for (const _ in b) count--;
  return count === 0;
}

/** The canonical form of a value without secrets, as JSON. `canonical(canonical(x))` is `canonical(x)`. */
export function canonical(field: Field | undefined, value: Json | undefined): Json {
  if (value === undefined || value === null) return noneOf(field);
  if (field === undefined) return value;
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? canonicalString(field.form, value) : value;
    case 'list': {
      if (!isJsonList(value)) return value;
      const items = value.map((item) => canonical(itemField(field), item));
      return field.as === 'list' ? items : sortedSet(items);
    }
    case 'map': {
      if (!isJsonObject(value)) return value;
      const entries = Object.entries(value).map(
        ([key, item]) => [canonicalString(field.keyForm, key), canonical(itemField(field), item)] as const,
      );
      return Object.fromEntries(entries);
    }
    case 'object':
    case 'module': {
      const fields = fieldsOf(field) ?? {};
      if (!isJsonObject(value)) return value;
      const entries = Object.keys(value).flatMap((key) => {
        const item = canonical(fields[key], value[key]);
        return isNone(fields[key], item) ? [] : [[key, item] as const];
      });
      return Object.fromEntries(entries);
    }
    case 'boolean':
    case 'int64':
    case 'uint32':
    case 'float64':
    case 'ref':
      return value;
  }
}

/** One text, in the shape in which equal texts of a form are equal strings. */
export function canonicalString(form: TextForm, text: string): string {
  switch (form) {
    case 'header-name':
    case 'hostport':
    case 'webhook-provider':
      return text.toLowerCase();
    case 'endpoint-url':
      return canonicalUrl(text);
    case 'saml-metadata':
      return layOutXml(text) ?? text.replaceAll('\r\n', '\n').trim();
    case 'traffic-policy': {
      if (text.trim() === '') return '';
      const parsed = readPolicyExactly(text);
      return 'tree' in parsed ? canonicalPolicy(parsed.tree) : text;
    }
    case 'cookie-prefix':
    case 'description':
    case 'email':
    case 'email-domain':
    case 'header-value':
    case 'issuer-url':
    case 'match':
    case 'metadata':
    case 'opaque':
    case 'organization':
    case 'team':
    case 'timestamp':
    case 'uri':
    case 'user-agent-pattern':
      return text;
  }
}

/** JSON with sorted keys, but for what JSON has no word for: it is YAML then, and reads as the same. */
function canonicalPolicy(tree: ExactTree): string {
  if (typeof tree === 'bigint') return String(tree);
  if (typeof tree === 'number' && !Number.isFinite(tree))
    return Number.isNaN(tree) ? '.nan' : tree > 0 ? '.inf' : '-.inf';
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree);
  if (isExactList(tree)) return `[${tree.map(canonicalPolicy).join(',')}]`;
  const entries = Object.keys(tree)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalPolicy(tree[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}

function isExactList(tree: ExactTree): tree is readonly ExactTree[] {
  return Array.isArray(tree);
}

function canonicalUrl(text: string): string {
  const { scheme = '', host = '', port, rest } = parseEndpointUrl(text) ?? {};
  if (host === '' || (rest !== '' && rest !== '/')) return text;
  const shownPort = port === undefined || port === defaultPorts[scheme] ? '' : `:${port}`;
  return `${scheme}://${host.toLowerCase()}${shownPort}`;
}

function sortedSet(items: readonly Json[]): readonly Json[] {
  const byText = new Map(items.map((item) => [typeof item === 'string' ? item : canonicalJson(item), item]));
  return [...byText.keys()].sort().map((key) => byText.get(key) ?? null);
}

function canonicalText(field: Field | undefined, value: Json | undefined): string {
  return canonicalJson(canonical(field, value));
}

/** What the absence of a field means, where that is a value: nothing sent and nothing there are the same. */
function noneOf(field: Field | undefined): Json {
  switch (field?.type) {
    case 'string':
      return '';
    case 'list':
      return [];
    case 'map':
      return {};
    case 'boolean':
      return noneOfBoolean(field);
    case 'int64':
    case 'uint32':
    case 'float64':
    case 'ref':
    case 'object':
    case 'module':
    case undefined:
      return null;
  }
}

/** A module is enabled when it does not say otherwise; where services were seen to answer true, none is none. */
function noneOfBoolean(field: Field): boolean | null {
  if (field === enabled) return true;
  return field.seen === true ? null : false;
}

function isNone(field: Field | undefined, value: Json): boolean {
  if (value === null || value === '') return true;
  if (field?.type === 'boolean') return value === noneOfBoolean(field);
  return typeof value === 'object' && field?.type !== 'object' && Object.keys(value).length === 0;
}

const unresolved = Symbol('unresolved');

/** The value with its secrets put in, or `unresolved`. */
function withSecrets(value: Value | undefined, lookup: SecretLookup): Json | undefined | typeof unresolved {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Secret) return value.reveal();
  if (value instanceof SecretReference) {
    const resolved = value.resolve(lookup);
    return 'value' in resolved ? resolved.value.reveal() : unresolved;
  }
  const parts: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const part = withSecrets(item, lookup);
    if (part === unresolved) return unresolved;
    if (part !== undefined) parts.push([key, part]);
  }
  return Array.isArray(value) ? parts.map(([, item]) => item) : Object.fromEntries(parts);
}

/** A secret that was answered and that only a text of the files stands against: it may be a mask. */
function isMask(field: Field | undefined, value: Value | undefined): boolean {
  if (value instanceof Secret) return isMaskedText(value.reveal());
  const isPolicy = field?.type === 'string' && field.form === 'traffic-policy';
  return isPolicy && typeof value === 'string' && value !== '' && isMaskedText(value);
}

function isSecret(value: object): boolean {
  return value instanceof Secret || value instanceof SecretReference;
}

function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isJsonObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
