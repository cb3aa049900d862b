/** Literals in the language of solvers (SMT-LIB 2): texts, integers, reals, and addresses as integers. */
import { ipRange } from '../../../src/text/ip-ranges.ts';
import type { Atom, Literal } from '../../../src/simulate/unknown/term.ts';
import { Term, type TermValue } from '../../../src/simulate/unknown/term.ts';

/** The patterns that are written for both. */
export const patternTexts: Readonly<Record<string, string>> = {
  '^/a': '(re.++ (str.to_re "/a") re.all)',
  b$: '(re.++ re.all (str.to_re "b"))',
  '^ab$': '(str.to_re "ab")',
  ab: '(re.++ re.all (str.to_re "ab") re.all)',
  '^(?:a|b|/a)$': '(re.union (str.to_re "a") (str.to_re "b") (str.to_re "/a"))',
  '^/a(/|$)': '(re.union (str.to_re "/a") (re.++ (str.to_re "/a/") re.all))',
  '^[a-b]+$': '(re.+ (re.range "a" "b"))',
  '^/(a|b)?$': '(re.++ (str.to_re "/") (re.opt (re.union (str.to_re "a") (str.to_re "b"))))',
};

/** A value, and whether it is there. */
interface Variable {
  readonly sort: string;
  readonly isAlways: boolean;
  readonly rule?: string;
}

const variables: Readonly<Record<string, Variable>> = {
  'header x': { sort: 'String', isAlways: false },
  'header y': { sort: 'String', isAlways: false },
  'req.url.path': { sort: 'String', isAlways: true, rule: '(str.prefixof "/" |req.url.path|)' },
  'req.method': { sort: 'String', isAlways: true },
  count: { sort: 'Int', isAlways: false },
  score: { sort: 'Real', isAlways: false },
  'conn.client_ip': { sort: 'Int', isAlways: true },
};

const head = [
  '(set-option :timeout 2000)',
  ...Object.entries(variables).flatMap(([name, { sort, isAlways, rule }]) => [
    `(declare-const |${name}| ${sort})`,
    `(declare-const |has ${name}| Bool)`,
    ...(isAlways ? [`(assert |has ${name}|)`] : []),
    ...(rule === undefined ? [] : [`(assert ${rule})`]),
  ]),
  // An address is a number of one of two versions.
  '(declare-const v4 Bool)',
  `(assert (and (<= 0 |conn.client_ip|) (< |conn.client_ip| (ite v4 ${2n ** 32n} ${2n ** 128n}))))`,
].join('\n');

/** The question whether all literals can hold: `sat`, `unsat` or `unknown`. */
export function smtQuestion(literals: readonly Literal[]): string {
  const asserted = literals.map(({ atom, holds }) => {
    const text = atomText(atom);
    return `(assert ${holds ? text : `(not ${text})`})`;
  });
  return [head, ...asserted, '(check-sat)'].join('\n');
}

function atomText(atom: Atom): string {
  if (atom.is === 'behaviour') throw new Error('nobody knows');
  const of = valueText(atom.of);
  const text = ((): string => {
    switch (atom.is) {
      case 'in':
        return anyOf(atom.values.map((value) => `(= ${of} ${valueText(value)})`));
      case 'starting':
        return `(str.prefixof ${valueText(atom.text)} ${of})`;
      case 'ending':
        return `(str.suffixof ${valueText(atom.text)} ${of})`;
      case 'containing':
        return `(str.contains ${of} ${valueText(atom.text)})`;
      case 'matching':
        return `(str.in_re ${of} ${patternTexts[atom.text] ?? ''})`;
      case 'within':
        return anyOf(atom.networks.map((network) => networkText(of, network)));
      case 'at-most':
        return `(<= ${of} ${valueText(atom.bound)})`;
      case 'present':
        return 'true';
      case 'true':
        return of;
    }
  })();
  return `(and ${presence(atom.of)} ${text})`;
}

function anyOf(texts: readonly string[]): string {
  return `(or false ${texts.join(' ')})`;
}

function networkText(of: string, network: string): string {
  const range = ipRange(network);
  if (range === undefined) return 'false';
  const version = range.version === 4 ? 'v4' : '(not v4)';
  return `(and ${version} (<= ${range.first} ${of}) (<= ${of} ${range.last}))`;
}

function presence(value: TermValue): string {
  if (!(value instanceof Term)) return 'true';
  if (value.args === undefined) return `|has ${value.name}|`;
  return `(and true ${value.args.map(presence).join(' ')})`;
}

const functions: Readonly<Record<string, string>> = { size: 'str.len', text: 'str.++', '==': '=' };

function valueText(value: TermValue): string {
  if (typeof value === 'string') return `"${value.replaceAll(/[^ !#-[\]-~]/gu, escaped)}"`;
  if (typeof value === 'number' || typeof value === 'bigint')
    return value < 0 ? `(- ${-value})` : String(value);
  if (!(value instanceof Term)) throw new Error('a value that is not written for a solver');
  if (value.args === undefined) return `|${value.name}|`;
  return `(${functions[value.name] ?? ''} ${value.args.map(valueText).join(' ')})`;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
