import type { RequestFacts } from '../../model/traffic/request-facts.ts';
import type { Value } from '../../model/value.ts';
import { requestFor } from '../../simulate/unknown/witness.ts';
import { anyText } from '../../simulate/unknown/witness-candidates.ts';
import { countInSeconds, partsOf } from '../../simulate/unknown/term-relations.ts';
import { constantText } from '../../simulate/unknown/term-value.ts';
import { withTellingSettings } from './settings-text.ts';
import { Term, type Atom, type Literal, type TermValue } from '../../simulate/unknown/term.ts';
import { passwordSent } from '../../simulate/unknown/effects/open-password.ts';
import { tenthsOfTlsVersion } from '../../simulate/unknown/effects/open-certificate.ts';

/** The conditions that are shown of a request; others follow from them, or matter less. */
const mostConditions = 4;

export interface ShownRequest {
  readonly request?: string;
  readonly conditions: readonly string[];
}

/**
 * A request, or a connection, to try at `base`, with what no file can make true of it; without one, all conditions.
 */
export function shownRequest(when: readonly Literal[], base: string): ShownRequest {
  return requestOfWay(when, base).shown;
}

export interface RequestOfWay {
  readonly shown: ShownRequest;
  readonly request?: RequestFacts;
  /** The conditions that no request makes true. */
  readonly beyond: readonly Literal[];
}

/** The same for a URL without a path, and the request itself. */
export function requestOfWay(when: readonly Literal[], base = anyHost): RequestOfWay {
  const witness = requestFor(when, { base });
  if (witness === undefined) return { shown: { conditions: conditionsOf(when) }, beyond: when };
  const { request, beyond } = witness;
  const shown = {
    request: requestText(withoutCredentials(request, beyond), base),
    conditions: conditionsOf(beyond),
  };
  return { shown, request, beyond };
}

/** The host is that of the resource, which the step names. */
const anyHost = 'https://any.example';
const anyConnection = 'tls://any.example';

/** Where requests to a resource with this URL, or to an edge, are sent; a resource without HTTP gets connections. */
export function baseFor(url: Value | undefined): string {
  return typeof url !== 'string' || url.startsWith('http') ? anyHost : anyConnection;
}

/** Without the headers of which the conditions say more than the request does: a password, a token. */
function withoutCredentials(request: RequestFacts, beyond: readonly Literal[]): RequestFacts {
  const parts = new Set(
    beyond.flatMap(({ atom }) => (atom.is === 'behaviour' ? [] : [...partsOf(atom.of).all])),
  );
  const isShown = ([name, values]: readonly [string, readonly string[]]): boolean =>
    !parts.has(`header ${name}`) || values.some((value) => value !== anyText);
  return { ...request, headers: new Map([...request.headers].filter(isShown)) };
}

/** `POST /admin?x=1 from 203.0.113.7 with x-user: ann`; without HTTP, `a connection from 203.0.113.7`. */
function requestText({ method, url, headers, from }: RequestFacts, base: string): string {
  const sent = [...headers].flatMap(([name, values]) =>
    values.map((value) => `${name}: ${value === '' ? "''" : value}`),
  );
  return [
    /^https?:/.test(base) ? `${method} ${url.slice(base.length)}` : 'a connection',
    ...(from.ip === undefined ? [] : [`from ${from.ip}`]),
    ...(from.country === undefined || from.country === '' ? [] : [`in ${from.country}`]),
    ...(sent.length === 0 ? [] : [`with ${sent.join(', ')}`]),
  ].join(' ');
}

/** The conditions that hold of the request or its caller, then those that do not. */
export function conditionsOf(when: readonly Literal[]): readonly string[] {
  const told = when.filter((literal) => !isImplied(literal, when));
  const ordered = [...told.filter(({ holds }) => holds), ...told.filter(({ holds }) => !holds)];
  const shown = withTellingSettings(ordered.map(askedText)).map(withoutParty);
  const texts = ordered.map((literal, at) => answerText(literal, shown[at] ?? ''));
  const rest = texts.length - mostConditions;
  return rest > 0 ? [...texts.slice(0, mostConditions), `… (${rest} more)`] : texts;
}

/** A member of an organization is logged in, and who logs in just now has a fresh session. */
function isImplied({ atom, holds }: Literal, when: readonly Literal[]): boolean {
  if (!holds || atom.is === 'behaviour') return false;
  const { name } = atom.of;
  if (atom.is === 'at-most') return name.endsWith(' of a login');
  return atom.is === 'true' && when.some((other) => other.holds && other.key.startsWith(`${name}, `));
}

/** Who logged in, beside the condition that says where. */
function withoutParty(text: string): string {
  return text
    .replaceAll(/\bidentity at [\w-]+/g, 'identity')
    .replaceAll(/\bemail of who is logged in with [\w-]+/g, 'email');
}

/** The question of a literal in the notation of expressions; of a number, with its answer. */
function askedText({ atom, holds }: Literal): string {
  if (atom.is === 'at-most' && atom.of.name === countInSeconds)
    return `${holds ? 'at most' : 'more than'} ${atom.bound} requests in ${valueText(atom.of.args?.[1])} s`;
  if (atom.is === 'at-most' && atom.of.name === tenthsOfTlsVersion)
    return `TLS version ${holds ? '<=' : '>'} ${(atom.bound / 10).toFixed(1)}`;
  if (atom.is === 'at-most') return `${valueText(atom.of)} ${holds ? '<=' : '>'} ${atom.bound}`;
  return atomText(atom, holds ? 'new' : 'old');
}

function answerText({ atom, holds }: Literal, text: string): string {
  if (holds || atom.is === 'at-most') return text;
  // Who vouches for a caller is a sentence, no expression.
  if (atom.is === 'true' && (passwordText(atom.of, '') ?? atom.of.name).includes(' ')) return `not ${text}`;
  const isPlain = /^[\w.[\]'-]+(?:\(.*\))?$/.test(text);
  return isPlain ? `!${text}` : `!(${text})`;
}

const methods = {
  starting: 'startsWith',
  ending: 'endsWith',
  containing: 'contains',
  matching: 'matches',
} as const;

/** `side`: of a secret that is shown to no one. A request that gets in newly knows the new one, and not the old one. */
function atomText(atom: Exclude<Atom, { readonly is: 'at-most' }>, side: 'new' | 'old'): string {
  if (atom.is === 'behaviour') return atom.of;
  const of = valueText(atom.of);
  switch (atom.is) {
    case 'in': {
      const [only, ...more] = atom.values;
      return more.length === 0 ? `${of} == ${valueText(only)}` : `${of} in ${valueText(atom.values)}`;
    }
    case 'within':
      return `inCidrRanges(${of}, ${valueText(atom.networks)})`;
    case 'present':
      return presenceText(atom.of);
    case 'true':
      return (
        passwordText(atom.of, side) ?? (atom.of.name.includes(' ') ? predicateText(atom.of.name, side) : of)
      );
    case 'starting':
    case 'ending':
    case 'containing':
    case 'matching':
      return `${of}.${methods[atom.is]}(${valueText(atom.text)})`;
  }
}

/** The name of who vouches. */
function predicateText(name: string, side: string): string {
  const shown = name.replaceAll(/, secret: secret ([\w/.-]+)/g, ', secret: $(secret:$1)');
  const rest = shown.replaceAll(/(?:, )?\bsecret: "[^"]*"/g, '');
  return rest === shown ? shown : `${rest} with the ${side} secret`;
}

function passwordText({ args }: Term, side: string): string | undefined {
  const [sent, credential] = args ?? [];
  if (!(sent instanceof Term) || sent.name !== passwordSent) return undefined;
  if (credential instanceof Term) return `login ${referenceText(credential)}`;
  return `login of ${String(credential).replace(/:.*$/s, '')} with the ${side} password`;
}

function referenceText({ name, args }: Term): string {
  if (name === 'text' && args !== undefined)
    return args.map((arg) => (arg instanceof Term ? referenceText(arg) : String(arg))).join('');
  return name.replace(/^secret (.*)$/s, '$(secret:$1)');
}

const families = /^(second )?(header|query|cookie|response header) (.*)$/s;

const askedBy: Readonly<Record<string, string>> = {
  header: 'hasReqHeader',
  query: 'hasQueryParam',
  cookie: 'hasReqCookie',
  'response header': 'hasResHeader',
};

function presenceText(term: Term): string {
  const { name, key } = term;
  const [, again, family = '', of = ''] = families.exec(name) ?? [];
  if (again !== undefined) return `size(${listText(family, of)}) > 1`;
  const asked = askedBy[family];
  if (asked === undefined) return `has(${name === '.' || name === '[]' ? valueText(term) : key})`;
  return `${asked}(${valueText(of)})`;
}

const lists: Readonly<Record<string, string>> = {
  header: 'req.headers',
  query: 'req.url.query_params',
  cookie: 'req.cookies',
};

function listText(family: string, name: string): string {
  return `${lists[family] ?? family}['${name}']`;
}

const operators: ReadonlySet<string> = new Set(['==', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', 'in']);

function valueText(value: TermValue): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (!(value instanceof Term)) return constantText(value);
  const { name, args } = value;
  const [, again, family, of = ''] = families.exec(name) ?? [];
  if (family !== undefined && Object.hasOwn(lists, family))
    return `${listText(family, of)}[${again === undefined ? 0 : 1}]`;
  if (args === undefined) return name;
  const [first, second] = args;
  if (name === '.') return `${valueText(first)}.${String(second)}`;
  if (name === '[]') return `${valueText(first)}[${valueText(second)}]`;
  if (first instanceof Term && first.name.startsWith('token ')) return `${name} of the token`;
  if (operators.has(name) && args.length === 2) return `${valueText(first)} ${name} ${valueText(second)}`;
  if (name === 'text') return args.map(valueText).join(' + ');
  return `${name}(${args.map(valueText).join(', ')})`;
}
