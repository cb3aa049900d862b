/**
 * Chains of comparisons of one value with constants, `m == 'GET' || m == 'HEAD'`, as one question: a request that is
 * not given would take another way for each of them.
 */
import type { ASTNode } from '../../derive/expressions/ast.ts';
import { secretNamesIn } from '../../model/secret-reference.ts';
import { isMismatch } from './declared-types.ts';

/** Some operands of a chain of `||` or `&&`. */
export interface Alternatives {
  /** Compared with constants, `==` under `||` and `!=` under `&&`; undefined: one operand of another form. */
  readonly constants: readonly ASTNode[] | undefined;
  /** The compared value, or the operand. */
  readonly of: ASTNode;
}

type Logic = '||' | '&&';

/** The operands of a chain with those of one value together; undefined if there are none to put together. */
export function operandsTogether(
  op: Logic,
  chain: ASTNode,
  names: readonly string[],
): readonly Alternatives[] | undefined {
  const operands = operandsOf(op, chain);
  const byText = new Map<string, ASTNode[]>();
  const found: Alternatives[] = [];
  for (const operand of operands) {
    const compared = comparedIn(op, operand, names);
    if (compared === undefined) {
      found.push({ constants: undefined, of: operand });
      continue;
    }
    const { input, start, end } = compared.of;
    const text = input.slice(start, end);
    const known = byText.get(text);
    known?.push(compared.constant);
    if (known !== undefined) continue;
    const constants = [compared.constant];
    byText.set(text, constants);
    found.push({ constants, of: compared.of });
  }
  return found.length === operands.length ? undefined : found;
}

/** The parser nests them to the left, as deep as there are operands. */
function operandsOf(op: Logic, chain: ASTNode): readonly ASTNode[] {
  const operands: ASTNode[] = [];
  const left = [chain];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.op === op) left.push(node.args[1], node.args[0]);
    else operands.push(node);
  }
  return operands;
}

function comparedIn(
  op: Logic,
  operand: ASTNode,
  names: readonly string[],
): { readonly of: ASTNode; readonly constant: ASTNode } | undefined {
  if (operand.op !== '==' && operand.op !== '!=') return undefined;
  const [of, constant] = operand.args;
  const isEither = (operand.op === '==') === (op === '||');
  const isPlain =
    constant.op === 'value' &&
    (typeof constant.args === 'string'
      ? secretNamesIn(constant.args).length === 0
      : typeof constant.args === 'bigint');
  return isEither && isPlain && of.op !== 'value' && !isMismatch(of, constant, names)
    ? { of, constant }
    : undefined;
}
