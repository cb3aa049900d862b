import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Atom, Literal } from '../../simulate/unknown/atom.ts';
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
      return { code: 'answer-shown', conditions, by: guardOf(was.end), to };
    case 'request':
      return { code: 'let-in', conditions, by: guardOf(was.end), to };
  }
}

function guardOf(end: WayEnd): string {
  return end.is === 'kept-out' || end.is === 'ended' ? end.by : 'traffic_policy';
}

function targetOf(end: WayEnd): string {
  return end.is === 'delivered' || end.is === 'redirected' ? end.to : 'traffic_policy';
}

/** What must be true of the request or its caller; then what must not. */
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
    default:
      return `${of}.${methods[atom.is]}(${valueText(atom.text)})`;
  }
}

const families = /^(header|query|cookie|response header) (.*)$/s;

function presenceText({ name, key }: Term): string {
  const [, family, of = ''] = families.exec(name) ?? [];
  switch (family) {
    case 'header':
      return `hasReqHeader(${valueText(of)})`;
    case 'query':
      return `hasQueryParam(${valueText(of)})`;
    case 'cookie':
      return `hasReqCookie(${valueText(of)})`;
    case 'response header':
      return `hasResHeader(${valueText(of)})`;
    default:
      return `has(${key})`;
  }
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
