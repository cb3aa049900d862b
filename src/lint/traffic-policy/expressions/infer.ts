import { type ASTNode, isOperation } from '../../../derive/expressions/ast.ts';
import type { VariableType } from '../../../kinds/policy/variable.ts';
import type { PolicyScope } from '../policy-check.ts';
import { callOf, typeOfMethod } from './calls.ts';
import { memberOf, typeOfName } from './names.ts';
import { checkPossible } from './possible-values.ts';
import { chainOf, checkHeaderName, checkLooseStrings, checkOperation, commonType } from './operators.ts';
import type { Inference, ReportExpression } from './inference.ts';
import { rangeOf } from './written-parts.ts';
import { nameOfType, plainType } from './types-in-words.ts';

/**
 * The type of an expression, and the mistakes in it. The CEL library parses; names and types are followed here, because
 * the dialect has strings with members (`req.url` and `req.url.path`), values of any type, and names that a person
 * should be told the right form of. An unknown type stays unknown: nothing is said of what follows from it.
 */

export function inferType(ast: ASTNode, scope: PolicyScope, report: ReportExpression): VariableType {
  return typeIn(ast, inferenceWith(new Map(), scope, report));
}

/** One for all nodes that have the same names. */
function inferenceWith(bound: Inference['bound'], scope: PolicyScope, report: ReportExpression): Inference {
  const inference: Inference = {
    scope,
    report,
    bound,
    plainTypeOf: (child) =>
      typeIn(
        child,
        inferenceWith(bound, scope, () => undefined),
      ),
    typeOf: (child, variables) =>
      typeIn(child, variables === undefined ? inference : inferenceWith(variables, scope, report)),
  };
  return inference;
}

function typeIn(node: ASTNode, inference: Inference): VariableType {
  const { typeOf, report } = inference;
  if (isOperation(node)) {
    if (node.op === '&&' || node.op === '||') {
      const parts = checkLooseStrings(chainOf(node, node.op), node.op, report);
      for (const part of parts) expectBoolean(part, `\`${node.op}\``, inference);
      return 'bool';
    }
    const type = checkOperation(node, inference);
    checkPossible(node, inference);
    return type;
  }
  switch (node.op) {
    case 'value':
      return literalType(node.args);
    case 'id':
      return typeOfName(node, inference);
    case '.':
    case '.?':
      return memberOf(node, inference);
    case '[]':
    case '[?]': {
      const [left, index] = node.args;
      return itemOf(left, index, inference);
    }
    case 'call':
      return callOf({ node, name: node.args[0], args: node.args[1] }, inference);
    case 'rcall':
      return typeOfMethod(node, inference);
    case 'list':
      return { list: commonType(node.args.map((item) => typeOf(item))) };
    case 'map': {
      const values = node.args.map(([key, value]) => (typeOf(key), typeOf(value)));
      return { map: commonType(values) };
    }
    case '!_':
      expectBoolean(node.args, '`!`', inference);
      return 'bool';
    case '-_': {
      const type = plainType(typeOf(node.args));
      if (type === 'string' || type === 'bool')
        report({ ...rangeOf(node), message: `\`-\` does not take ${nameOfType(type)}` });
      return type;
    }
    case '?:': {
      const [condition, yes, no] = node.args;
      expectBoolean(condition, '`?`', inference);
      return commonType([typeOf(yes), typeOf(no)]);
    }
  }
}

function itemOf(left: ASTNode, index: ASTNode, { typeOf, report }: Inference): VariableType {
  const type = typeOf(left);
  const key = plainType(typeOf(index));
  if (typeof type === 'string') {
    if (type !== 'any' && type !== 'null')
      report({ ...rangeOf(left), message: `${nameOfType(type)} has no items` });
    return 'any';
  }
  if ('list' in type) {
    if (key === 'string' || key === 'bool')
      report({ ...rangeOf(index), message: `the index of a list must be int, not ${nameOfType(key)}` });
    return type.list;
  }
  if ('map' in type) {
    checkHeaderName(left, index, report);
    return type.map;
  }
  const name = index.op === 'value' && typeof index.args === 'string' ? index.args : undefined;
  const member = name === undefined || !Object.hasOwn(type.members, name) ? undefined : type.members[name];
  return member?.type ?? 'any';
}

function expectBoolean(node: ASTNode, of: string, { typeOf, report }: Inference): void {
  const type = plainType(typeOf(node));
  if (type === 'any' || type === 'bool') return;
  report({ ...rangeOf(node), message: `${of} takes booleans, not ${nameOfType(type)}` });
}

function literalType(value: unknown): VariableType {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'double';
  return value instanceof Uint8Array ? 'bytes' : 'uint';
}
