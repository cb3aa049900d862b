/**
 * Types that are known before anything runs. The service refuses a policy that compares a list of header values with a
 * string; CEL alone would say that they are not equal.
 */
import type { ASTNode } from '../../derive/expressions/ast.ts';
import { policyFunctions } from '../../kinds/policy/functions.ts';
import type { VariableMap, VariableType } from '../../kinds/policy/variable.ts';
import { policyVariables } from '../../kinds/policy/variables.ts';
import { getters } from '../functions/messages-by-name.ts';
import { Uint } from './expression-values.ts';
import { variablePath } from './variable-parts.ts';

/** Whether a variable or a part of a message is compared with a value of a different type. */
export function isMismatch(left: ASTNode, right: ASTNode, names: readonly string[]): boolean {
  const declared = [declaredType(left, names), declaredType(right, names)];
  if (declared.every((type) => type === undefined)) return false;
  const [a, b] = [declared[0] ?? literalType(left), declared[1] ?? literalType(right)];
  return a !== undefined && b !== undefined && a !== b;
}

function declaredType(node: ASTNode, names: readonly string[]): string | undefined {
  if (node.op === 'call') {
    const [name] = node.args;
    const found = Object.hasOwn(getters, name) ? policyFunctions[name] : undefined;
    return found === undefined ? undefined : typeText(found.result);
  }
  const path = variablePath(node);
  if (path === undefined || names.includes(path[0] ?? '')) return undefined;
  let members: VariableMap = policyVariables;
  let type: VariableType | undefined;
  for (const step of path) {
    type = Object.hasOwn(members, step) ? members[step]?.type : undefined;
    if (type === undefined) return undefined;
    members = typeof type === 'object' && 'members' in type ? type.members : {};
  }
  return type === undefined ? undefined : typeText(type);
}

/** Numbers of all types compare. */
const numbers: ReadonlySet<string> = new Set(['int', 'uint', 'double']);

function typeText(type: VariableType): string | undefined {
  if (type === 'any' || type === 'null') return undefined;
  if (typeof type === 'string') return numbers.has(type) ? 'number' : type;
  if ('members' in type) return type.isText === true ? 'string' : 'map';
  return 'list' in type ? 'list' : 'map';
}

function literalType({ op, args }: ASTNode): string | undefined {
  if (op === 'list' || op === 'map') return op;
  if (op !== 'value' || args === null) return undefined;
  if (typeof args === 'bigint' || typeof args === 'number' || args instanceof Uint) return 'number';
  if (typeof args === 'boolean') return 'bool';
  return typeof args === 'string' ? 'string' : undefined;
}
