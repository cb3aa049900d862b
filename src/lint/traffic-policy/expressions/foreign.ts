/** Expressions of other languages: what is not CEL in them, and what it is called there. */
import type { Range } from '../../../model/document.ts';
import { withoutStrings } from './written-parts.ts';
import { quoted } from '../../../text/quoted.ts';
import type { CelMistake } from './inference.ts';

type Foreign = CelMistake & Range;

const operators: Readonly<Record<string, string>> = {
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '&': '&&',
  '|': '||',
  '=': '==',
  and: '&&',
  or: '||',
};

/** Words are names where they begin an expression, are members, or are followed by an operator. */
const words = String.raw`(?<![.\w])(?:and|or|not)(?=[\s(])(?!\s*[.,)\]?:&|=<>])`;
const foreignOperator = new RegExp(
  String.raw`===|!==|<>|=~|(?<!&)&(?!&)|(?<!\|)\|(?!\|)|(?<![=!<>])=(?![=~])|${words}`,
  'gi',
);

/** The first part outside of strings and comments that another language has, with the whole expression in CEL. */
export function foreignPart(text: string): Foreign | undefined {
  return secretOf(text) ?? curlyQuotes(text) ?? operatorOf(text) ?? wordCall(text) ?? tuple(text);
}

/** `${secret:NAME}` and `${env:NAME}`, as other tools write a reference. */
function secretOf(text: string): Foreign | undefined {
  const [, name] = /^\s*(?:secrets?|env)\s*:\s*([a-z_]\w*)\s*$/i.exec(text) ?? [];
  if (name === undefined) return undefined;
  return {
    start: 0,
    end: text.length,
    message: `\`\${${text.trim()}}\` is not a reference`,
    help: `in place of \`\${…}\`, a secret is \`$(secret:${name.toUpperCase()})\``,
  };
}

function operatorOf(text: string): Foreign | undefined {
  const bare = withoutStrings(text);
  const all = [...bare.matchAll(foreignOperator)].filter(
    ({ 0: operator, index }) => !/^(?:and|or)$/i.test(operator) || bare.slice(0, index).trim() !== '',
  );
  const [first] = all;
  if (first === undefined) return undefined;
  const [operator] = first;
  const start = first.index;
  const name = operator.toLowerCase();
  if (name === '=~') return matchOperator(text, start);
  if (name === 'not') return { ...negation(text, start), expression: inCel(text) };
  const isWord = /^\w/.test(operator);
  return {
    start,
    end: start + operator.length,
    message: `${quoted(isWord ? text.slice(start) : operator)} is not CEL`,
    help: `write \`${operators[name] ?? ''}\``,
    expression: inCel(text),
  };
}

/** The expression with all operators of other languages replaced. */
function inCel(text: string): string {
  let changed = text;
  // From the end, so that positions before stay.
  for (const { 0: operator, index } of [...withoutStrings(text).matchAll(foreignOperator)].reverse()) {
    const name = operator.toLowerCase();
    const meant = operators[name];
    if (meant !== undefined)
      changed = changed.slice(0, index) + meant + changed.slice(index + operator.length);
    else if (name === 'not') {
      const { start, end, write } = negation(changed, index);
      changed = changed.slice(0, start) + write + changed.slice(end);
    }
  }
  return changed;
}

/** `not x`, or `x not in y`. */
function negation(text: string, start: number): Foreign & { readonly write: string } {
  const bare = withoutStrings(text);
  const end = operandEnd(bare, start);
  const operand = text.slice(start + 'not'.length, end).trim();
  const isIn = /^in\b/.test(operand);
  const left = isIn ? operandStart(bare, start) : start;
  const before = text.slice(left, start).trim();
  const inner = isIn ? `${before} ${operand}` : withoutParentheses(operand);
  return {
    start: left,
    end,
    message: `${quoted(text.slice(start))} is not CEL`,
    write: `!(${inner})`,
  };
}

function withoutParentheses(operand: string): string {
  return /^\([^()]*\)$/.test(operand) ? operand.slice(1, -1) : operand;
}

const boundary = /&&?|\|\|?|[,?:]|\b(?:and|or)\b/iy;

/** Where the operand that begins at an offset ends: at an operator between conditions, or a closing bracket. */
function operandEnd(bare: string, from: number): number {
  let depth = 0;
  for (let at = from + 'not'.length; at < bare.length; at++) {
    const character = bare.charAt(at);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && depth-- === 0) return bare.slice(0, at).trimEnd().length;
    boundary.lastIndex = at;
    if (depth === 0 && boundary.test(bare)) return bare.slice(0, at).trimEnd().length;
  }
  return bare.trimEnd().length;
}

function operandStart(bare: string, to: number): number {
  let depth = 0;
  for (let at = to - 1; at >= 0; at--) {
    const character = bare.charAt(at);
    if (')]}'.includes(character)) depth++;
    else if ('([{'.includes(character) && depth-- === 0) return skipSpace(bare, at + 1);
    else if (depth === 0 && /[&|,?:]$|(?<![.\w])(?:and|or)$/i.test(bare.slice(0, at + 1)))
      return skipSpace(bare, at + 1);
  }
  return skipSpace(bare, 0);
}

function skipSpace(text: string, from: number): number {
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
}

const value = String.raw`[\w.]+(?:\[(?:'[^'\\]*'|"[^"\\]*"|\d+)\])*(?:\.[\w.]+)*`;
const string = String.raw`r?'[^'\\]*'|r?"[^"\\]*"`;

/** `x =~ 'pattern'`. */
function matchOperator(text: string, start: number): Foreign {
  const [, left = ''] = new RegExp(`(${value})\\s*$`).exec(text.slice(0, start)) ?? [];
  const [right = '', pattern] = new RegExp(`^=~\\s*(${string})`).exec(text.slice(start)) ?? [];
  const message = '`=~` is not CEL';
  if (left === '' || pattern === undefined) {
    const help = 'write `.matches(…)`';
    return { start, end: start + '=~'.length, message, help };
  }
  const from = text.slice(0, start).trimEnd().length - left.length;
  return { start: from, end: start + right.length, message, write: `${left}.matches(${pattern})` };
}

const methods = '(contains|startsWith|endsWith|matches)';

/** `x startsWith 'text'`: a method without its dot and parentheses. */
function wordCall(text: string): Foreign | undefined {
  const bare = withoutStrings(text);
  const found = new RegExp(`(${value})\\s+${methods}\\s+(${string})`).exec(bare);
  if (found === null) return undefined;
  const [whole, subject = '', method = '', argument = ''] = found;
  const end = found.index + whole.length;
  const written = text.slice(end - argument.length, end);
  const foreignText = text.slice(found.index, found.index + subject.length);
  return {
    start: found.index,
    end,
    message: `${quoted(method)} is a method: it takes a dot before it and parentheses behind it`,
    write: `${foreignText}.${method}(${written})`,
  };
}

/** `x in ('a', 'b')`. */
function tuple(text: string): Foreign | undefined {
  const found = /\bin\s*(\(([^()]*,[^()]*)\))/.exec(withoutStrings(text));
  const [whole = '', list = ''] = found ?? [];
  if (found === null) return undefined;
  const end = found.index + whole.length;
  const start = end - list.length;
  return {
    start,
    end,
    message: `the expression cannot be read at ${quoted(text.slice(start, end))}: a list is in brackets`,
    write: `[${text.slice(start + 1, end - 1)}]`,
  };
}

/** Quotes that a word processor has replaced: no language reads them. */
function curlyQuotes(text: string): Foreign | undefined {
  const bare = withoutStrings(text);
  const found = /([\u2018\u2019\u201a\u201c-\u201e])([^'"\u2018-\u201e]*)([\u2018\u2019\u201c\u201d])/u;
  const first = found.exec(bare);
  if (first === null) return undefined;
  const [part, , content = ''] = first;
  const written = text.slice(first.index, first.index + part.length);
  return {
    start: first.index,
    end: first.index + part.length,
    message: `${quoted(written)} has typographic quotes`,
    write: `'${content}'`,
    // With other quotes in it, one may be missing.
    expression: /['"]/.test(text) ? undefined : text.replaceAll(new RegExp(found, 'gu'), "'$2'"),
  };
}

const escape = /\\(?:[abfnrtv\\'"`?]|x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[0-3][0-7]{2})|\\(.)/gi;

/** A backslash before a character that CEL has no escape for, as in `'\.'`: of a pattern, it is lost. */
export function unknownEscape(text: string): Foreign | undefined {
  for (const { 0: literal, 1: prefix = '', index } of text.matchAll(
    /(\b[rRbB]{1,2})?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g,
  )) {
    if (/r/i.test(prefix)) continue;
    const escapes = [...literal.matchAll(escape)];
    const wrong = escapes.filter(({ 1: character }) => character !== undefined);
    const [first] = wrong;
    if (first === undefined) continue;
    const isRaw = prefix === '' && escapes.length === wrong.length;
    const write = isRaw
      ? `r${literal}`
      : literal.replaceAll(escape, (all: string, character?: string) =>
          character === undefined ? all : `\\${all}`,
        );
    return {
      start: index,
      end: index + literal.length,
      message: `${quoted(first[0])} means nothing in a string of CEL`,
      write,
    };
  }
  return undefined;
}
