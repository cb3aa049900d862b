import type { VariableType } from '../../../kinds/policy/variable.ts';
import { ipRange } from '../../../text/ip-ranges.ts';
import { isOperation, type ASTNode } from '../../../derive/expressions/ast.ts';
import { quoted } from '../../../text/quoted.ts';
import { pathOf } from '../../../derive/expressions/value-path.ts';
import type { ReportExpression, Inference } from './inference.ts';
import { rangeOf, writtenAs, literalText, literal } from './written-parts.ts';
import { nameOfType, plainType, isNumberType } from './types-in-words.ts';

/** The type of `left operator right`, and the mistake if the types do not go together. */
export function checkOperation(node: ASTNode, inference: Inference): VariableType {
  const { typeOf, report } = inference;
  if (!isOperation(node)) return 'any';
  const [left, right] = node.args;
  if (checkNegated(node, left, inference) || checkAlternatives(node, node.args, report)) return 'bool';
  const types = [typeOf(left), typeOf(right)] as const;
  const [a, b] = [plainType(types[0]), plainType(types[1])];
  const wrong = (message: string, help?: string): void => {
    report({ ...rangeOf(node), message, help });
  };
  const both = `${nameOfType(a)} with ${nameOfType(b)}`;
  switch (node.op) {
    case '==':
    case '!=':
      if (!isComparable(a, b)) {
        const write = comparisonMeant(node, [a, b]);
        if (write === undefined) wrong(`\`${node.op}\` compares ${both}`, helpOf(a, b));
        else report({ ...rangeOf(node), message: `\`${node.op}\` compares ${both}`, write });
      }
      return 'bool';
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (!isComparable(a, b)) {
        const write = comparisonMeant(node, [a, b]);
        if (write === undefined) wrong(`\`${node.op}\` compares ${both}`, helpOf(a, b));
        else report({ ...rangeOf(node), message: `\`${node.op}\` compares ${both}`, write });
      } else if (typeof a !== 'string' || typeof b !== 'string') {
        if (a !== 'any' && b !== 'any') wrong(`\`${node.op}\` does not take ${nameOfType(a)}`);
      }
      return 'bool';
    case 'in':
      checkIn([a, b], [left, right], report);
      return 'bool';
    case '+':
      if (a === 'any' || b === 'any') return 'any';
      if (isTime(a) || isTime(b)) return timeSum(a, b);
      if (nameOfType(a) !== nameOfType(b) || !adds(a))
        wrong(`\`+\` adds ${both}`, 'convert one of them, as in `string(…)` or `int(…)`');
      return a;
    case '-':
    case '*':
    case '/':
    case '%':
      if (a === 'any' || b === 'any') return 'any';
      if (isTime(a) || isTime(b)) return a === 'timestamp' && b === 'timestamp' ? 'duration' : a;
      if (!isNumberType(a) || a !== b) wrong(`\`${node.op}\` computes ${both}`);
      return a;
    case '&&':
    case '||':
      return 'bool';
  }
}

/** Reports `!x == 'a'`: the `!` applies to `x` alone, which is not a boolean. */
function checkNegated(
  node: ASTNode & { readonly op: string },
  left: ASTNode,
  { plainTypeOf, report }: Inference,
): boolean {
  if (left.op !== '!_' || !comparisons.has(node.op)) return false;
  const type = plainType(plainTypeOf(left.args));
  if (type === 'any' || type === 'bool') return false;
  const subject = writtenAs(left.args);
  const rest = node.input.slice(rangeOf(left.args).end, rangeOf(node).end);
  const opposite = node.op === '==' ? '!=' : '==';
  report({
    ...rangeOf(node),
    message: `\`!\` applies to ${quoted(subject)} alone, which is ${nameOfType(type)}`,
    write:
      node.op === '==' || node.op === '!='
        ? `${subject}${rest.replace(node.op, opposite)}`
        : `!(${subject}${rest})`,
  });
  return true;
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);

/** Reports `x == ('a' || 'b')`: alternatives are a list. */
function checkAlternatives(
  node: ASTNode & { readonly op: string },
  [left, right]: readonly [ASTNode, ASTNode],
  report: ReportExpression,
): boolean {
  if ((node.op !== '==' && node.op !== '!=') || (right.op !== '||' && right.op !== '&&')) return false;
  const parts = chainOf(right, right.op);
  if (!parts.every((part) => literalText(part) !== undefined)) return false;
  const list = `${writtenAs(left)} in [${parts.map(writtenAs).join(', ')}]`;
  report({
    ...rangeOf({ input: node.input, start: node.start, end: right.end }),
    message: `\`${right.op}\` takes booleans, not string`,
    write: node.op === '==' ? list : `!(${list})`,
  });
  return true;
}

/** The parts of `a && b && c`. */
export function chainOf(node: ASTNode, operator: '&&' | '||'): readonly ASTNode[] {
  return node.op === operator
    ? (node.args as readonly ASTNode[]).flatMap((argument) => chainOf(argument, operator))
    : [node];
}

/**
 * Reports strings behind a comparison, as in `x == 'a' || 'b'`, and says what was probably meant. The parts that are
 * left to check.
 */
export function checkLooseStrings(
  parts: readonly ASTNode[],
  operator: '&&' | '||',
  report: ReportExpression,
): readonly ASTNode[] {
  const start = parts.findIndex(
    (part, index) => literalText(parts[index + 1] ?? part) !== undefined && literalText(part) === undefined,
  );
  const first = parts[start];
  if (first === undefined) return parts;
  const behind = parts.slice(start + 1);
  const end = behind.findIndex((part) => literalText(part) === undefined);
  const loose = end === -1 ? behind : behind.slice(0, end);
  const meant = withStrings(first, loose, operator);
  const last = loose.at(-1);
  if (meant === undefined || last === undefined) return parts;
  report({
    ...rangeOf({ input: first.input, start: rangeOf(first).start, end: last.end }),
    message: `\`${operator}\` takes booleans, not string`,
    write: meant,
  });
  return [...parts.slice(0, start + 1), ...parts.slice(start + 1 + loose.length)];
}

/** A comparison with one string as one with several. */
function withStrings(node: ASTNode, loose: readonly ASTNode[], operator: string): string | undefined {
  if (node.op === 'rcall') {
    const [method, receiver, [argument, more]] = node.args;
    if (argument === undefined || more !== undefined || literalText(argument) === undefined) return undefined;
    const calls = [argument, ...loose].map((item) => `${writtenAs(receiver)}.${method}(${writtenAs(item)})`);
    return calls.join(` ${operator} `);
  }
  if (!isOperation(node)) return undefined;
  const [left, right] = node.args;
  if (node.op === 'in' && right.op === 'list')
    return `${writtenAs(left)} in [${[...right.args, ...loose].map(writtenAs).join(', ')}]`;
  const [subject, text] = literalText(right) === undefined ? [right, left] : [left, right];
  if ((node.op !== '==' && node.op !== '!=') || literalText(text) === undefined) return undefined;
  const list = `${writtenAs(subject)} in [${[text, ...loose].map(writtenAs).join(', ')}]`;
  return node.op === '==' ? list : `!(${list})`;
}

function isTime(type: VariableType): boolean {
  return type === 'timestamp' || type === 'duration';
}

function timeSum(a: VariableType, b: VariableType): VariableType {
  return a === 'timestamp' || b === 'timestamp' ? 'timestamp' : 'duration';
}

function adds(type: VariableType): boolean {
  return isNumberType(type) || ['string', 'bytes', 'list'].includes(nameOfType(type));
}

/** The comparison of a number with digits in quotes, or of a list with a string, as it was probably meant. */
function comparisonMeant(
  node: ASTNode & { readonly args: readonly [ASTNode, ASTNode] },
  types: readonly [VariableType, VariableType],
): string | undefined {
  const at = node.args.findIndex((argument) => literalText(argument) !== undefined);
  const [first, other] = at === 0 ? [node.args[0], node.args[1]] : [node.args[1], node.args[0]];
  const text = literalText(first);
  const type = types[at === 0 ? 1 : 0];
  if (text === undefined) return undefined;
  if (isNumberType(type) && /^\d+$/.test(text)) {
    const { start, end } = rangeOf(node);
    const digits = rangeOf(first);
    return node.input.slice(start, digits.start) + text + node.input.slice(digits.end, end);
  }
  if (nameOfType(type) !== 'list' || (node.op !== '==' && node.op !== '!=')) return undefined;
  const test = `${writtenAs(first)} in ${writtenAs(other)}`;
  return node.op === '==' ? test : `!(${test})`;
}

function helpOf(a: VariableType, b: VariableType): string | undefined {
  const names = [nameOfType(a), nameOfType(b)];
  if (names.includes('list') && names.includes('string'))
    return 'a header or parameter is a list: write `… in …`, or take the first item with `[0]`';
  if (names.includes('string') && (isNumberType(a) || isNumberType(b)))
    return 'strings have quotes, numbers have none';
  return undefined;
}

function checkIn(
  [a, b]: readonly [VariableType, VariableType],
  [left, right]: readonly [ASTNode, ASTNode],
  report: ReportExpression,
): void {
  if (b === 'any') return;
  if (typeof b === 'string') {
    const isNetwork = ipRange(literalText(right) ?? '') !== undefined;
    const call = `inCidrRange(${writtenAs(left)}, ${writtenAs(right)})`;
    const isLiteral = literalText(right) !== undefined && literalText(left) === undefined;
    const part = isLiteral
      ? `${writtenAs(left)} in [${literal(literalText(right) ?? '', right)}]`
      : `${writtenAs(right)}.contains(${writtenAs(left)})`;
    report({
      ...(b === 'string'
        ? rangeOf({ input: right.input, start: left.start, end: right.end })
        : rangeOf(right)),
      message: `\`in\` takes a list or a map, not ${b}`,
      write: b === 'string' ? (isNetwork ? call : part) : undefined,
    });
  } else if ('list' in b) {
    if (!isComparable(a, b.list))
      report({
        ...rangeOf(left),
        message: `\`in\` compares ${nameOfType(a)} with the items of a list, which are ${nameOfType(b.list)}`,
      });
  } else checkHeaderName(right, left, report);
}

/** Names of headers are in lower case in the maps of headers, so another spelling is never there. */
export function checkHeaderName(map: ASTNode, name: ASTNode, report: ReportExpression): void {
  if (name.op !== 'value' || typeof name.args !== 'string' || name.args === name.args.toLowerCase()) return;
  const path = pathOf(map);
  const [last] = path?.steps.slice(-1) ?? [];
  const isOfMessage = path?.root === 'req' || path?.root === 'res';
  if (!isOfMessage || path.steps.length !== 1 || !/^(?:headers|trailers)$/.test(last?.name ?? '')) return;
  report({
    ...rangeOf(name),
    rule: 'traffic-policy-no-effect',
    message: `${quoted(name.args)} is never a key of ${quoted(`${path.root}.${last?.name ?? ''}`)}, whose keys are in lower case`,
    write: literal(name.args.toLowerCase(), name),
    severity: 'warn',
  });
}

/** Whether two values can be compared. Numbers of all types can; null with anything. */
function isComparable(left: VariableType, right: VariableType): boolean {
  const [a, b] = [plainType(left), plainType(right)];
  if ([a, b].some((type) => type === 'any' || type === 'null')) return true;
  if (isNumberType(a) && isNumberType(b)) return true;
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  if ('list' in a && 'list' in b) return isComparable(a.list, b.list);
  return 'map' in a && 'map' in b;
}

/** The type that both have, or `any`. */
export function commonType(types: readonly VariableType[]): VariableType {
  const [first = 'any', ...others] = types.map(plainType);
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : 'any';
}
