import type { VariableType } from '../../../kinds/policy/variable.ts';
import { quoted } from '../../../model/problem.ts';
import { isOperation, type ASTNode } from '../../policy/ast.ts';
import { pathOf } from '../../policy/paths.ts';
import { rangeOf, type Inference, type ReportExpression } from './inference.ts';
import { isComparable, isNumber, nameOfType, plainType } from './types.ts';

/** The type of `left operator right`, and the mistake if the types do not go together. */
export function checkOperation(node: ASTNode, { typeOf, report }: Inference): VariableType {
  if (!isOperation(node)) return 'any';
  const [left, right] = node.args;
  const types = [typeOf(left), typeOf(right)] as const;
  const [a, b] = [plainType(types[0]), plainType(types[1])];
  const wrong = (message: string, help?: string): void => {
    report({ ...rangeOf(node), message, ...(help === undefined ? {} : { help }) });
  };
  const both = `${nameOfType(a)} with ${nameOfType(b)}`;
  switch (node.op) {
    case '==':
    case '!=':
      if (!isComparable(a, b)) wrong(`\`${node.op}\` compares ${both}`, helpOf(a, b));
      return 'bool';
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (!isComparable(a, b)) wrong(`\`${node.op}\` compares ${both}`, helpOf(a, b));
      else if (typeof a !== 'string' || typeof b !== 'string') {
        if (a !== 'any' && b !== 'any') wrong(`\`${node.op}\` does not take ${nameOfType(a)}`);
      }
      return 'bool';
    case 'in':
      checkIn(a, b, { left, right }, report);
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
      if (!isNumber(a) || a !== b) wrong(`\`${node.op}\` computes ${both}`);
      return a;
    case '&&':
    case '||':
      return 'bool';
  }
}

function isTime(type: VariableType): boolean {
  return type === 'timestamp' || type === 'duration';
}

function timeSum(a: VariableType, b: VariableType): VariableType {
  return a === 'timestamp' || b === 'timestamp' ? 'timestamp' : 'duration';
}

function adds(type: VariableType): boolean {
  return isNumber(type) || ['string', 'bytes', 'list'].includes(nameOfType(type));
}

function helpOf(a: VariableType, b: VariableType): string | undefined {
  const names = [nameOfType(a), nameOfType(b)];
  if (names.includes('list') && names.includes('string'))
    return 'a header or parameter is a list: write `… in …`, or take the first item with `[0]`';
  if (names.includes('string') && (isNumber(a) || isNumber(b)))
    return 'strings have quotes, numbers have none';
  return undefined;
}

function checkIn(
  a: VariableType,
  b: VariableType,
  { left, right }: { readonly left: ASTNode; readonly right: ASTNode },
  report: ReportExpression,
): void {
  if (b === 'any') return;
  if (typeof b === 'string') {
    report({
      ...rangeOf(right),
      message: `\`in\` takes a list or a map, not ${b}`,
      ...(b === 'string' ? { help: 'write `.contains(…)` for a part of a string' } : {}),
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
    help: `write \`'${name.args.toLowerCase()}'\``,
    severity: 'warn',
  });
}
