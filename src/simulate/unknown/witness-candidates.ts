/**
 * Values to try for a variable, from the constants of the questions about it. Two conditions of one text often meet in
 * a text that is made of both constants; a function of a text is met by the constants with which it is compared.
 */
import { addressText, commonRanges, ipRange, rangesWithout, type IpRange } from '../../text/ip-ranges.ts';
import { isNumber, numericValue } from '../cel/cel-operators.ts';
import type { Literal } from './term.ts';
import { samplesOf } from '../../derive/expressions/pattern-samples.ts';
import { leavesOf } from './term-relations.ts';
import { Term, type TermValue } from './term.ts';
import { canBeSent, choicesFor } from './witness-request.ts';

/**
 * Values in the order in which they are tried; undefined stands for none. `literals` are those that the variable
 * decides, alone or with others, and those of variables that are to be equal to it.
 */
export function candidatesFor(name: string, literals: readonly Literal[]): readonly unknown[] {
  const ownLiterals = [name, ...equalTo(name, literals)].flatMap((same) =>
    literals.filter((literal) => isOn(same, literal)),
  );
  if (ownLiterals.some(({ atom, holds }) => atom.is === 'present' && !holds)) return [undefined];
  const types = literals.flatMap(({ atom }) => (atom.is === 'behaviour' ? [] : leavesOf(atom.of)));
  const type = types.find((leaf) => leaf.name === name)?.type ?? 'string';
  return valuesFor(name, type, ownLiterals, literals).filter((value) => canBeSent(name, value));
}

function isOn(name: string, { atom }: Literal): boolean {
  return (
    atom.is !== 'behaviour' && atom.of.args === undefined && choicesFor(atom.of)?.includes(name) === true
  );
}

function equalTo(name: string, literals: readonly Literal[]): readonly string[] {
  return literals.flatMap(({ atom, holds }) => {
    if (atom.is !== 'true' || !holds || atom.of.name !== '==') return [];
    const sides = leavesOf(atom.of).flatMap((leaf) => choicesFor(leaf) ?? []);
    return sides.includes(name) ? sides.filter((side) => side !== name) : [];
  });
}

function valuesFor(
  name: string,
  type: string,
  ownLiterals: readonly Literal[],
  literals: readonly Literal[],
): readonly unknown[] {
  if (name === 'conn.client_ip') return [...addressesFor(ownLiterals), ...someAddresses];
  const values = constantsOf(literals);
  switch (type) {
    case 'bool':
      return [true, false];
    case 'int':
    case 'uint':
    case 'double':
      return numbersFor(type, values);
    case 'list':
      return listsFor(values);
    default:
      return textsFor(name, ownLiterals, literals);
  }
}

const someAddresses = ['203.0.113.7', '198.51.100.7', '192.0.2.7', '10.1.2.3', '2001:db8::7'];

/** The constants of questions and of the terms that they are about. */
function constantsOf(literals: readonly Literal[]): readonly unknown[] {
  const found = literals.flatMap(({ atom }) => {
    if (atom.is === 'behaviour') return [];
    const inTerm = constantsIn(atom.of);
    switch (atom.is) {
      case 'in':
        return [...atom.values, ...inTerm];
      case 'at-most':
        return [atom.bound, ...inTerm];
      case 'starting':
      case 'ending':
      case 'containing':
        return [atom.text, ...inTerm];
      case 'matching':
        return [...samplesOf(atom.text), ...inTerm];
      case 'within':
        return [...endsOf(allAddresses, atom.networks), ...inTerm];
      case 'present':
      case 'true':
        return inTerm;
    }
  });
  return [...new Set(found)];
}

function constantsIn(value: TermValue): readonly unknown[] {
  if (value instanceof Term) return (value.args ?? []).flatMap(constantsIn);
  return Array.isArray(value) ? value.flatMap(constantsIn) : [value];
}

const rangesOf = (networks: readonly string[]): readonly IpRange[] =>
  networks.map(ipRange).filter((range) => range !== undefined);

const allAddresses = rangesOf(['0.0.0.0/0', '::/0']);

function endsOf(within: readonly IpRange[], networks: readonly string[]): readonly string[] {
  return commonRanges(within, rangesOf(networks)).flatMap(({ version, first, last }) => [
    addressText({ version, first }),
    addressText({ version, first: last }),
  ]);
}

/** Addresses that are in all networks in which they are to be, and in none of the others. */
function addressesFor(literals: readonly Literal[]): readonly string[] {
  let left = allAddresses;
  for (const { atom, holds } of literals)
    if (atom.is === 'within')
      left = holds
        ? commonRanges(left, rangesOf(atom.networks))
        : rangesWithout(left, rangesOf(atom.networks));
  const named = literals.flatMap(({ atom }) => (atom.is === 'in' ? atom.values : []));
  const examples = someAddresses.filter((text) => commonRanges(left, rangesOf([text])).length > 0);
  const other = left.flatMap(({ version, first, last }) => [
    // The first address of a network is seldom that of a client.
    addressText({ version, first: first < last ? first + 1n : first }),
    addressText({ version, first: last }),
  ]);
  return [...named.filter((value) => typeof value === 'string'), ...examples, ...other].filter(
    (text) => ipRange(text) !== undefined && !text.includes('/'),
  );
}

function numbersFor(type: string, values: readonly unknown[]): readonly unknown[] {
  const numbers = values.flatMap((value) => (isNumber(value) ? [Number(numericValue(value))] : []));
  const near = [0, ...numbers.flatMap((number) => [number, number + 1, number - 1])];
  if (type === 'double') return [...near, ...numbers.map((number) => number + 0.5)];
  return near.map((number) => BigInt(Math.floor(number)));
}

function listsFor(values: readonly unknown[]): readonly (readonly unknown[])[] {
  const items = values.filter((value) => typeof value === 'string' || isNumber(value));
  return [[], ...items.map((item) => [item]), items];
}

const usual: Readonly<Record<string, readonly string[]>> = {
  'req.method': ['GET', 'POST', 'HEAD', 'OPTIONS', 'PURGE'],
  'req.url.path': ['/', '/x', '/x/y'],
  'req.url.query': ['', 'x=1'],
  'conn.geo.country_code': ['DE', 'US', 'ZZ'],
};

/** A text where any will do. */
export const anyText = 'x';

const otherTexts = [anyText, '', '1'];

function textsFor(
  name: string,
  ownLiterals: readonly Literal[],
  literals: readonly Literal[],
): readonly string[] {
  const { start, end, inside, exact } = demandsOf(ownLiterals);
  const texts = constantsOf(literals).flatMap((value) =>
    typeof value === 'string' ? [value] : isNumber(value) ? [String(numericValue(value))] : [],
  );
  const known = [...(usual[name] ?? []), ...otherTexts];
  const between = ['', ...known, ...inside, inside.join(''), `x${inside.join('x')}x`, ...texts];
  const around = between.flatMap((middle) => spanning(start, middle, end));
  const over = [...exact, ...texts].flatMap((text) => [
    overlaid(text, start, end),
    ...spanning(start, '', text),
  ]);
  const few = [...texts, ...changedTexts(texts, namesIn(literals))].slice(0, mostConstants);
  const pairs = few.flatMap((first) => few.map((other) => first + other));
  const all = [...exact, ...around, ...over, ...few, ...few.flatMap(variantsOf), ...pairs];
  const sized = sizesOf(literals).flatMap((size) => [start, ...exact].map((text) => padded(text, end, size)));
  const rooted =
    name === 'req.url.path' ? all.flatMap((text) => ['/', '/x/'].map((root) => root + text)) : [];
  const tried = new Set([...all, ...sized, ...rooted]);
  // A header without a text is hard to tell from none, so that it is tried last.
  if (name.includes('header ') && tried.delete('')) tried.add('');
  return [...tried];
}

const mostConstants = 16;

/** The texts that literals ask of the variable itself. */
function demandsOf(literals: readonly Literal[]) {
  const direct = literals.flatMap(({ atom, holds }) => (holds ? [atom] : []));
  const longest = (part: 'starting' | 'ending'): string =>
    direct.reduce(
      (best, atom) => (atom.is === part && atom.text.length > best.length ? atom.text : best),
      '',
    );
  return {
    start: longest('starting'),
    end: longest('ending'),
    inside: direct.flatMap((atom) => (atom.is === 'containing' ? [atom.text] : [])),
    exact: direct.flatMap((atom) =>
      atom.is === 'in'
        ? atom.values.filter((value) => typeof value === 'string')
        : atom.is === 'matching'
          ? samplesOf(atom.text)
          : [],
    ),
  };
}

/** A text with a start and an end, which may overlap. */
function spanning(start: string, middle: string, end: string): readonly string[] {
  const before = middle.startsWith(start) ? middle : start + middle;
  const whole = before.endsWith(end) ? before : before + end;
  const shared = Array.from({ length: Math.min(start.length, end.length) }, (_, at) => at + 1).findLast(
    (length) => end.startsWith(start.slice(-length)),
  );
  return middle === '' && shared !== undefined ? [start + end.slice(shared), whole] : [whole];
}

/** A text whose first and last characters are others. */
function overlaid(text: string, start: string, end: string): string {
  return start + text.slice(start.length, Math.max(start.length, text.length - end.length)) + end;
}

function variantsOf(text: string): readonly string[] {
  return [`${text}x`, `x${text}`, `${text}/x`, text.slice(0, -1), text.toUpperCase(), text.toLowerCase()];
}

/** Texts of which a function makes one of the constants. */
const sources: Readonly<Record<string, (text: string) => readonly string[]>> = {
  reverse: (text) => [Array.from(text).reverse().join('')],
  decodeBase64: (text) => [Buffer.from(text).toString('base64')],
  'base64.decode': (text) => [Buffer.from(text).toString('base64')],
  encodeBase64: (text) => [Buffer.from(text, 'base64').toString()],
  'base64.encode': (text) => [Buffer.from(text, 'base64').toString()],
  escapeUrl: (text) => [text.replaceAll('+', ' ')],
  unescapeUrl: (text) => [encodeURIComponent(text)],
  parseUrl: (text) => [`https://${text}/`, `https://x${text}`],
  'url.parse': (text) => [`https://${text}/`, `https://x${text}`],
  int: (text) => [String(Number(text) + 1), String(Number(text) - 1)],
};

function changedTexts(texts: readonly string[], names: ReadonlySet<string>): readonly string[] {
  const made = Object.entries(sources).flatMap(([name, source]) =>
    names.has(name) ? texts.flatMap(source) : [],
  );
  if (!names.has('text') && !names.has('+')) return made;
  // Of a text that is joined from others, the rest between two constants.
  const rests = restsOf(texts, texts);
  return [...made, ...rests, ...restsOf(rests, texts)];
}

function restsOf(texts: readonly string[], parts: readonly string[]): readonly string[] {
  return texts.flatMap((text) =>
    parts.flatMap((part) => [
      ...(part !== text && part !== '' && text.startsWith(part) ? [text.slice(part.length)] : []),
      ...(part !== text && part !== '' && text.endsWith(part) ? [text.slice(0, -part.length)] : []),
    ]),
  );
}

function namesIn(literals: readonly Literal[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (value: TermValue): void => {
    if (Array.isArray(value)) value.forEach(add);
    if (!(value instanceof Term)) return;
    names.add(value.name);
    value.args?.forEach(add);
  };
  for (const { atom } of literals) if (atom.is !== 'behaviour') add(atom.of);
  return names;
}

const largestSize = 20_000;

function sizesOf(literals: readonly Literal[]): readonly number[] {
  if (!namesIn(literals).has('size')) return [];
  return constantsOf(literals)
    .filter(isNumber)
    .flatMap((value) => [Number(numericValue(value)), Number(numericValue(value)) + 1])
    .filter((size) => size >= 0 && size <= largestSize);
}

function padded(start: string, end: string, size: number): string {
  return start + 'x'.repeat(Math.max(0, Math.ceil(size) - start.length - end.length)) + end;
}
