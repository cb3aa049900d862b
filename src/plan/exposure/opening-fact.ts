import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { RequestFacts } from '../../model/traffic/simulation.ts';
import { requestFor } from '../../simulate/unknown/witness.ts';
import type { Atom, Literal } from '../../simulate/unknown/term.ts';
import { Term, type TermValue } from '../../simulate/unknown/term.ts';
import type { WayEnd } from '../../simulate/unknown/ways.ts';
import type { Opening } from './openings.ts';

/** The conditions that are shown of a request; others follow from them, or matter less. */
const mostConditions = 4;

/** An opening as a fact of a plan. */
export function openingFact({ kind, header = '', secret, when, was, willBe }: Opening): ExposureLoss {
  const conditions = conditionsOf(when);
  const to = targetOf(willBe.end);
  switch (kind) {
    case 'header':
      return { code: 'header-opened', header, conditions, to };
    case 'secret': {
      const { name = '', to: url } = secret ?? {};
      return { code: 'secret-sent', secret: name, ...(url === undefined ? {} : { to: url }), conditions };
    }
    case 'url':
      return { code: 'url-changed', conditions, to };
    case 'answer':
      return { code: 'answer-shown', ...shownRequest(when), by: guardOf(was.end), to };
    case 'request':
      return {
        code: 'let-in',
        ...shownRequest(when),
        by: guardOf(was.end),
        ...(willBe.end.is === 'delivered' ? { to } : {}),
      };
  }
}

interface ShownRequest {
  readonly request?: string;
  readonly conditions: readonly string[];
}

/** A request to try, with what no file can make true of it; without one, all conditions. */
function shownRequest(when: readonly Literal[]): ShownRequest {
  const witness = requestFor(when, { base });
  if (witness === undefined) return { conditions: conditionsOf(when) };
  const { request, beyond } = witness;
  return { request: requestText(request), conditions: conditionsOf(beyond) };
}

/** The host is that of the resource, which the step names. */
const base = 'https://any.example';

/** `POST /admin?x=1 from 203.0.113.7 with x-user: ann`. */
function requestText({ method, url, headers, from }: RequestFacts): string {
  const sent = [...headers].flatMap(([name, values]) => values.map((value) => `${name}: ${value}`));
  return [
    `${method} ${url.slice(base.length)}`,
    ...(from.ip === undefined ? [] : [`from ${from.ip}`]),
    ...(from.country === undefined ? [] : [`in ${from.country}`]),
    ...(sent.length === 0 ? [] : [`with ${sent.join(', ')}`]),
  ].join(' ');
}

function guardOf(end: WayEnd): string {
  return end.is === 'kept-out' || end.is === 'ended' ? end.by : 'traffic_policy';
}

function targetOf(end: WayEnd): string {
  return end.is === 'delivered' || end.is === 'redirected' ? end.to : 'traffic_policy';
}

/** The conditions that hold of the request or its caller, then those that do not. */
function conditionsOf(when: readonly Literal[]): readonly string[] {
  const texts = [...when.filter(({ holds }) => holds), ...when.filter(({ holds }) => !holds)].map(
    conditionText,
  );
  const rest = texts.length - mostConditions;
  return rest > 0 ? [...texts.slice(0, mostConditions), `… (${rest} more)`] : texts;
}

/** A literal in the notation of expressions. */
function conditionText({ atom, holds }: Literal): string {
  if (atom.is === 'at-most') return `${valueText(atom.of)} ${holds ? '<=' : '>'} ${atom.bound}`;
  const text = atomText(atom);
  if (holds) return text;
  const isPlain = /^[\w.[\]'-]+(?:\(.*\))?$/.test(text);
  return isPlain ? `!${text}` : `!(${text})`;
}

const methods = {
  starting: 'startsWith',
  ending: 'endsWith',
  containing: 'contains',
  matching: 'matches',
} as const;

function atomText(atom: Exclude<Atom, { readonly is: 'at-most' }>): string {
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
      return of;
    case 'starting':
    case 'ending':
    case 'containing':
    case 'matching':
      return `${of}.${methods[atom.is]}(${valueText(atom.text)})`;
  }
}

const families = /^(header|query|cookie|response header) (.*)$/s;

const askedBy: Readonly<Record<string, string>> = {
  header: 'hasReqHeader',
  query: 'hasQueryParam',
  cookie: 'hasReqCookie',
  'response header': 'hasResHeader',
};

function presenceText({ name, key }: Term): string {
  const [, family = '', of = ''] = families.exec(name) ?? [];
  const asked = askedBy[family];
  return asked === undefined ? `has(${key})` : `${asked}(${valueText(of)})`;
}

const operators: ReadonlySet<string> = new Set(['==', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', 'in']);

function valueText(value: TermValue): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (!(value instanceof Term)) return String(value);
  const { name, args } = value;
  const [, family, of = ''] = families.exec(name) ?? [];
  if (family === 'header') return `req.headers['${of}'][0]`;
  if (family === 'query') return `req.url.query_params['${of}'][0]`;
  if (family === 'cookie') return `req.cookies['${of}'][0]`;
  if (args === undefined) return name;
  const [first, second] = args;
  if (operators.has(name) && args.length === 2) return `${valueText(first)} ${name} ${valueText(second)}`;
  if (name === 'text') return args.map(valueText).join(' + ');
  return `${name}(${args.map(valueText).join(', ')})`;
}
