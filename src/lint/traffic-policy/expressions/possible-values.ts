/** Comparisons that never hold, by the values that a variable can have. */
import { ipRange } from '../../../text/ip-ranges.ts';
import { isOperation, type ASTNode } from '../../../derive/expressions/ast.ts';
import { placeholderForms } from '../../../kinds/policy/policy-form.ts';
import type { ValueSet } from '../../../kinds/policy/variable.ts';
import { patternParts, type PatternParts } from './pattern-parts.ts';
import { literal, literalText, rangeOf, writtenAs } from './written-parts.ts';
import { variableOf } from './names.ts';
import { stringsInCase, stringsOf, type StringSet } from './value-forms.ts';
import { quoted } from '../../../text/quoted.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import type { CelMistake, Inference } from './inference.ts';

/** A part of an expression of which the values are known: a variable, or the result of a method. */
interface Subject {
  readonly node: ASTNode;
  readonly words: string;
  readonly set: ValueSet;
  readonly strings: StringSet | undefined;
}

function subjectOf(node: ASTNode, inference: Inference): Subject | undefined {
  const words = writtenAs(node);
  const isSize = (node.op === 'rcall' || node.op === 'call') && node.args[0] === 'size';
  if (isSize) return { node, words, set: { range: [0, Infinity] }, strings: undefined };
  if (node.op === 'rcall') {
    const [, letterCase] = /^(lower|upper)(?:Ascii)?$/.exec(node.args[0]) ?? [];
    if (letterCase === undefined || node.args[2].length > 0) return undefined;
    return { node, words, set: {}, strings: stringsInCase(letterCase === 'lower' ? 'lower' : 'upper') };
  }
  const set = variableOf(node, inference);
  if (set === undefined) return undefined;
  const strings = stringsOf(set);
  return strings === undefined && set.range === undefined ? undefined : { node, words, set, strings };
}

/** Checks `==`, `!=`, `<` and the like, and `in`. */
export function checkPossible(node: ASTNode, inference: Inference): void {
  if (!isOperation(node)) return;
  const [left, right] = node.args;
  if (node.op === 'in') {
    const subject = right.op === 'list' ? subjectOf(left, inference) : undefined;
    if (subject !== undefined && right.op === 'list')
      checkItems({ node, subject, items: right.args }, inference);
    return;
  }
  for (const [operand, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const subject = other.op === 'value' ? subjectOf(operand, inference) : undefined;
    if (subject === undefined) continue;
    const text = literalText(other);
    if (text === undefined)
      checkNumber({ node, subject, value: other, isMirrored: operand !== left }, inference);
    else if (node.op === '==' || node.op === '!=') checkEqual({ node, subject, value: other }, inference);
    return;
  }
}

/** A comparison of a subject with a literal. */
interface Comparison {
  readonly node: ASTNode & { readonly op: string };
  readonly subject: Subject;
  readonly value: ASTNode;
}

function checkEqual({ node, subject, value }: Comparison, inference: Inference): void {
  const { node: variable, words, set, strings } = subject;
  const { report, scope } = inference;
  const text = literalText(value);
  if (text === undefined || text === '' || strings === undefined || strings.isValue(text)) return;
  if (reportPlaceholder(text, value, inference)) return;
  const mistake = { message: `${quoted(words)} is never ${quoted(text)}: ${strings.why(text)}`, ...warning };
  const not = node.op === '!=' ? '!' : '';
  const call = set.form === 'address' ? networkCall(words, [text]) : undefined;
  if (call !== undefined) {
    report({ ...rangeOf(node), ...mistake, write: `${not}${call}` });
    return;
  }
  const start = text.indexOf('*');
  if (start !== -1 && !text.includes('*', start + 1) && set.form !== 'address') {
    const method = start === text.length - 1 ? 'startsWith' : start === 0 ? 'endsWith' : undefined;
    const rest = text.replace('*', '');
    const isFitting = method === 'startsWith' ? strings.isStart(rest) : strings.isEnd(rest);
    if (method !== undefined && rest !== '' && isFitting) {
      report({ ...rangeOf(node), ...mistake, write: `${not}${words}.${method}(${literal(rest, value)})` });
      return;
    }
  }
  if (set.form === 'path' && text.startsWith('/') && text.includes('?')) {
    const [path = '', query = ''] = text.split('?');
    const parts = [`${words} == ${literal(path, value)}`, ...queryTests(query, value)];
    const isRead = scope.phase !== 'on_tcp_connect' && parts.length > 1;
    const all = parts.join(' && ');
    report({ ...rangeOf(node), ...mistake, ...(isRead ? { write: not === '' ? all : `!(${all})` } : {}) });
    return;
  }
  const other = otherVariable(subject, text);
  if (other !== undefined) {
    report({ ...rangeOf(variable), ...mistake, write: other });
    return;
  }
  report({ ...rangeOf(value), ...mistake, ...meantLiteral(text, value, strings) });
}

function checkItems(
  { node, subject, items }: Pick<Comparison, 'node' | 'subject'> & { readonly items: readonly ASTNode[] },
  inference: Inference,
): void {
  const { words, set, strings } = subject;
  const { report } = inference;
  checkNumbers(subject, items, inference);
  if (strings === undefined) return;
  const texts = items.map(literalText);
  const wrong = items.filter((_, index) => {
    const text = texts[index];
    if (text === undefined || text === '' || strings.isValue(text)) return false;
    return !reportPlaceholder(text, items[index] ?? node, inference);
  });
  const [first] = wrong;
  if (first === undefined) return;
  const all = texts.every((text) => text !== undefined) ? texts : [];
  const call = set.form === 'address' ? networkCall(words, all) : undefined;
  if (call !== undefined) {
    const text = quoted(literalText(first) ?? '');
    const message = `${quoted(words)} is never ${text}: ${strings.why('/')}`;
    report({ ...rangeOf(node), message, ...warning, write: call });
    return;
  }
  for (const item of wrong) {
    const text = literalText(item) ?? '';
    report({
      ...rangeOf(item),
      message: `${quoted(words)} is never ${quoted(text)}: ${strings.why(text)}`,
      ...warning,
      ...meantLiteral(text, item, strings),
    });
  }
}

function checkNumbers(
  { words, set: { range } }: Subject,
  items: readonly ASTNode[],
  { report }: Inference,
): void {
  if (range === undefined) return;
  const [min, max] = range;
  for (const item of items) {
    const number = item.op === 'value' && typeof item.args === 'bigint' ? Number(item.args) : undefined;
    if (number === undefined || (number >= min && number <= max)) continue;
    report({
      ...rangeOf(item),
      message: `${quoted(words)} is never \`${number}\`: it is ${rangeText(min, max)}`,
      ...warning,
    });
  }
}

function rangeText(min: number, max: number): string {
  return max === Infinity ? `at least ${min}` : `from ${min} to ${max}`;
}

/** Whether a text is one that its author was meant to replace, which is reported in place of a wrong value. */
function reportPlaceholder(text: string, node: ASTNode, { report }: Inference): boolean {
  const isOne = placeholderForms.some((form) => form.test(text));
  if (isOne)
    report({
      ...rangeOf(node),
      rule: 'traffic-policy-placeholder',
      message: `${quoted(text)} looks like a placeholder`,
      severity: 'warn',
    });
  return isOne;
}

/** Checks a number against the range of the variable: `res.status_code == 20`. */
function checkNumber(
  { node, subject, value, isMirrored }: Comparison & { readonly isMirrored: boolean },
  { report }: Inference,
): void {
  const {
    words,
    set: { range },
  } = subject;
  if (range === undefined || value.op !== 'value') return;
  const number = typeof value.args === 'bigint' ? Number(value.args) : value.args;
  if (typeof number !== 'number') return;
  const [min, max] = range;
  const operator = isMirrored ? (mirrored[node.op] ?? node.op) : node.op;
  const isNever =
    operator === '==' || operator === '!='
      ? number < min || number > max
      : operator === '<'
        ? number <= min
        : operator === '<='
          ? number < min
          : operator === '>'
            ? number >= max
            : number > max;
  if (!isNever) return;
  report({
    ...rangeOf(node),
    message: `${quoted(words)} is never ${operatorWords[operator] ?? ''}\`${number}\`: it is ${rangeText(min, max)}`,
    ...warning,
  });
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const operatorWords: Readonly<Record<string, string>> = {
  '<': 'below ',
  '<=': 'at most ',
  '>': 'above ',
  '>=': 'at least ',
};

const methods: Readonly<Record<string, readonly [keyof StringSet & `is${string}`, string]>> = {
  startsWith: ['isStart', 'starts with'],
  endsWith: ['isEnd', 'ends with'],
  contains: ['isPart', 'contains'],
};

/** A call that tests the text of its receiver. */
interface TextTest {
  readonly node: ASTNode;
  readonly name: string;
  readonly receiver: ASTNode;
  readonly argument: ASTNode | undefined;
}

/** Checks `startsWith`, `endsWith`, `contains` and `matches` of a variable. */
export function checkPossiblePart({ node, name, receiver, argument }: TextTest, inference: Inference): void {
  const text = argument === undefined ? undefined : literalText(argument);
  if (argument === undefined || text === undefined || text === '') return;
  if (name === 'matches') {
    checkSlashes(text, argument, inference);
    checkPossibleMatch(text, { node, receiver, argument }, inference);
    return;
  }
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const subject = method === undefined ? undefined : subjectOf(receiver, inference);
  if (method === undefined || subject?.strings === undefined) return;
  const [test, verb] = method;
  const { strings, words, set } = subject;
  if (strings[test](text) || reportPlaceholder(text, argument, inference)) return;
  const message = `${quoted(words)} never ${verb} ${quoted(text)}: ${strings.why(text)}`;
  const call = set.form === 'address' ? networkCall(words, [text]) : undefined;
  if (call !== undefined) {
    inference.report({ ...rangeOf(node), message, ...warning, write: call });
    return;
  }
  const other = otherVariable(subject, text);
  if (other !== undefined) {
    inference.report({ ...rangeOf(receiver), message, ...warning, write: other });
    return;
  }
  const meant = meantPart(text, test, strings);
  inference.report({
    ...rangeOf(argument),
    message,
    ...warning,
    ...withoutUndefined({ write: meant === undefined ? undefined : literal(meant, argument) }),
  });
}

function meantPart(
  text: string,
  test: 'isStart' | 'isEnd' | 'isPart' | 'isValue',
  strings: StringSet,
): string | undefined {
  // The text before an asterisk at the end, or after one at the start.
  const bare =
    test === 'isStart' ? text.replace(/\*+$/, '') : test === 'isEnd' ? text.replace(/^\*+/, '') : text;
  if (bare !== text && bare !== '' && strings[test](bare)) return bare;
  const meant = strings.meant?.(text);
  return meant !== undefined && meant !== text && strings[test](meant) ? meant : undefined;
}

/** A pattern between slashes, as other languages write it: RE2 takes the slashes for a part of it. */
function checkSlashes(pattern: string, node: ASTNode, { report }: Inference): void {
  const problem = slashesOf(pattern);
  if (problem === undefined) return;
  report({
    ...rangeOf(node),
    message: `${quoted(pattern)} never matches: the slashes around it are part of the pattern`,
    ...warning,
    write: literal(problem.meant, node),
  });
}

/** The pattern without the slashes around it, if it never matches with them. */
export function slashesOf(pattern: string): { readonly meant: string } | undefined {
  const [, body, flags = ''] = /^\/(\^.*|.*(?<!\\)\$)\/([gimsuy]*)$/s.exec(pattern) ?? [];
  const open = /^\/(\^.*)$/s.exec(pattern)?.[1];
  if (body === undefined) return open === undefined ? undefined : { meant: open };
  const plain = body.replaceAll(String.raw`\/`, '/');
  const kept = Array.from(flags)
    .filter((flag) => flag === 'i' || flag === 's')
    .join('');
  return { meant: kept === '' ? plain : `(?${kept})${plain}` };
}

function checkPossibleMatch(
  pattern: string,
  { node, receiver, argument }: Omit<TextTest, 'name'> & { readonly argument: ASTNode },
  inference: Inference,
): void {
  if (slashesOf(pattern) !== undefined) return;
  const subject = subjectOf(receiver, inference);
  if (subject?.strings === undefined) return;
  const { strings, words, set } = subject;
  const alternatives = patternParts(pattern);
  const flaws = alternatives.map((alternative) => flawOf(alternative, strings));
  const [flaw] = flaws;
  if (flaw === undefined || flaws.includes(undefined)) return;
  const mistake = {
    message: `${quoted(words)} never matches ${quoted(pattern)}: ${strings.why(flaw)}`,
    ...warning,
  };
  const call = set.form === 'address' ? networkCall(words, [pattern]) : undefined;
  const [{ start } = { start: undefined }, another] = alternatives;
  const other = start === undefined || another !== undefined ? undefined : otherVariable(subject, start);
  const { report } = inference;
  if (call !== undefined) report({ ...rangeOf(node), ...mistake, write: call });
  else if (other !== undefined) report({ ...rangeOf(receiver), ...mistake, write: other });
  else report({ ...rangeOf(argument), ...mistake });
}

/** The part that is in all texts that a pattern matches, and in none of the strings. */
function flawOf({ start, texts, isAnyCase }: PatternParts, strings: StringSet): string | undefined {
  const isPart = (text: string): boolean =>
    strings.isPart(text) ||
    (isAnyCase && (strings.isPart(text.toUpperCase()) || strings.isPart(text.toLowerCase())));
  if (start !== undefined && !isAnyCase && !strings.isStart(start)) return start;
  return texts.find((text) => !isPart(text));
}

const warning = { rule: 'traffic-policy-no-effect', severity: 'warn' } as const;

function meantLiteral(text: string, node: ASTNode, strings: StringSet): Pick<CelMistake, 'write'> {
  const meant = strings.meant?.(text);
  return meant !== undefined && meant !== text && strings.isValue(meant)
    ? { write: literal(meant, node) }
    : {};
}

/** `inCidrRange(…)` of networks and addresses; undefined if one of the texts is neither. */
function networkCall(words: string, texts: readonly (string | undefined)[]): string | undefined {
  const networks = texts.map((text) => (text === undefined ? undefined : networkText(text)));
  const [first, ...others] = networks;
  if (first === undefined || others.includes(undefined)) return undefined;
  const listed = networks.map((network) => `'${network ?? ''}'`);
  return others.length === 0
    ? `inCidrRange(${words}, ${listed[0] ?? ''})`
    : `inCidrRanges(${words}, [${listed.join(', ')}])`;
}

function networkText(text: string): string | undefined {
  const [, digits, stars] = /^((?:\d{1,3}\.){1,3})((?:\*\.?){1,3})$/.exec(text) ?? [];
  if (digits !== undefined && stars !== undefined) {
    const parts = digits.split('.').slice(0, -1);
    const zeros = Array.from({ length: 4 - parts.length }, () => '0');
    const network = `${[...parts, ...zeros].join('.')}/${parts.length * 8}`;
    return ipRange(network) === undefined ? undefined : network;
  }
  const range = ipRange(text);
  if (range === undefined) return undefined;
  return text.includes('/') ? text : `${text}/${range.version === 4 ? 32 : 128}`;
}

/** Conditions for the parameters of a query; none if it is not plain. */
function queryTests(query: string, like: ASTNode): readonly string[] {
  const parts = query.split('&');
  if (!parts.every((part) => /^[\w.-]+(?:=[\w.-]*)?$/.test(part))) return [];
  return parts.map((part) => {
    const [name = '', value] = part.split('=');
    return value === undefined
      ? `hasQueryParam(${literal(name, like)})`
      : `${literal(value, like)} in getQueryParam(${literal(name, like)})`;
  });
}

/** The variable that has such values: the code of a country, the path of a URL. */
function otherVariable({ node, words, set: { form } }: Subject, text: string): string | undefined {
  if (node.op === 'rcall') return undefined;
  if (form === 'country' && /^[A-Z]{2}$/.test(text)) return `${words}_code`;
  return form === 'url' && /^\/[^?#*]*$/.test(text) ? `${words}.path` : undefined;
}
