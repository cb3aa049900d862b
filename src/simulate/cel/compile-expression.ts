/**
 * An expression as a function of its variables. The parser is that of the library; the evaluator is not: the library
 * checks the types of a whole expression before it computes any part of it, and what it cannot type has no value even
 * behind a false `&&`. Here each part has a value, an error or an unknown fact of its own, as CEL describes partial
 * knowledge: `false && x` is false whatever is the matter with `x`. A text that depends on a secret is a value, too.
 */
import { isOperation, type ASTNode, type CelOperation } from '../../derive/expressions/ast.ts';
import { functionNamespaces } from '../../kinds/policy/functions.ts';
import { callFunction, callMethod, isDocumented } from '../call-function.ts';
import { fail, knownValue, typeName, UnknownFact } from '../scope-values.ts';
import { operandsTogether } from './alternatives.ts';
import { isMismatch } from './declared-types.ts';
import { undocumentedPart, worthier, type CelEvaluation, type Part } from './cel-evaluation.ts';
import { literalPart } from './literals.ts';
import { macroPart } from './macros.ts';
import { itemAt, mapOf, celMember } from './members.ts';
import { areEqual, compute, isIn, isOrdered, negate } from './cel-operators.ts';
import { variablePath, typePart, variablePart } from './variable-parts.ts';
import { wholeList } from '../unknown/open-map.ts';
import { Term } from '../unknown/term.ts';
import { callTerm, isTrueTerm } from '../unknown/term-operations.ts';
import { quoted } from '../../text/quoted.ts';
import { checkedInt } from './checked-range.ts';

/** Compiles a part of an expression. `names` are those that the macros around it bind, by depth. */
export function compilePart(node: ASTNode, names: readonly string[] = []): Part {
  if (isOperation(node)) return operationPart(node, names);
  const part = (astNode: ASTNode): Part => compilePart(astNode, names);
  switch (node.op) {
    case 'value':
      return literalPart(node.args, writtenAs(node));
    case 'id':
    case '.':
      return namePart(node, names);
    case '[]': {
      const [owner, key] = node.args;
      const [receiver, index] = [part(owner), part(key)];
      return (evaluation) => itemAt(receiver(evaluation), index(evaluation), writtenAs(owner));
    }
    case '.?':
    case '[?]':
      return undocumentedPart('`?` behind a value that may be absent');
    case '!_': {
      const operand = part(node.args);
      return (evaluation) => !booleanOf(operand(evaluation), '!');
    }
    case '-_':
      return negativePart(node.args, names);
    case '?:': {
      const [condition, yes, no] = [part(node.args[0]), part(node.args[1]), part(node.args[2])];
      return (evaluation) => choice(condition, yes, no, evaluation);
    }
    case 'list': {
      const items = node.args.map(part);
      return (evaluation) => items.map((item) => wholeList(item(evaluation)));
    }
    case 'map': {
      const entries = node.args.map(([key, value]) => [part(key), part(value)] as const);
      return (evaluation) => mapOf(entries.map(([key, value]) => [key(evaluation), value(evaluation)]));
    }
    case 'call': {
      const [name, args] = node.args;
      return macroPart({ name, args, names, compile: compilePart }) ?? callPart(name, args.map(part));
    }
    case 'rcall': {
      const [name, receiver, args] = node.args;
      const full = namespaced(receiver, name, names);
      const macro = macroPart({ name: full ?? name, receiver, args, names, compile: compilePart });
      if (macro !== undefined) return macro;
      if (full !== undefined) return callPart(full, args.map(part));
      const parts = [receiver, ...args].map(part);
      if (!isDocumented(name, 'method')) return undocumentedCall(name, parts);
      return (evaluation) =>
        callMethod(
          name,
          parts.map((argument) => knownValue(argument(evaluation))),
        );
    }
  }
}

/** Its result is not known; of a request that is not given, it is the same for the same arguments. */
function undocumentedCall(name: string, parts: readonly Part[]): Part {
  const undocumented = undocumentedPart(`the function ${quoted(name)}`);
  return (evaluation) => {
    if (evaluation.scope.isOpen !== true) return undocumented(evaluation);
    const args = parts.map((argument) => knownValue(argument(evaluation)));
    return args.some((argument) => argument instanceof Term)
      ? callTerm(name, args)
      : undocumented(evaluation);
  };
}

function writtenAs({ input, start, end }: ASTNode): string {
  return input.slice(start, end);
}

function callPart(name: string, parts: readonly Part[]): Part {
  if (!isDocumented(name, 'function')) return undocumentedPart(`the function ${quoted(name)}`);
  return (evaluation) => {
    const args = parts.map((argument) => knownValue(argument(evaluation)));
    return callFunction(name, args, evaluation.scope);
  };
}

/** The full name of a function in a namespace: `base64.decode`. */
function namespaced(receiver: ASTNode, name: string, names: readonly string[]): string | undefined {
  if (receiver.op !== 'id' || names.includes(receiver.args)) return undefined;
  const isNamespace = functionNamespaces.has(receiver.args) || /^(?:cel|optional)$/.test(receiver.args);
  return isNamespace ? `${receiver.args}.${name}` : undefined;
}

/** A variable, a name that a macro binds, a type, or a member of a value. */
function namePart(node: Extract<ASTNode, { op: 'id' | '.' }>, names: readonly string[]): Part {
  const path = variablePath(node);
  const depth = path === undefined ? -1 : names.lastIndexOf(path[0] ?? '');
  if (path !== undefined && depth === -1) {
    const found = variablePart(path) ?? typePart(path.join('.'));
    if (found !== undefined) return found;
  }
  if (node.op === 'id')
    return depth === -1 ? otherNamePart(node.args) : ({ bound }) => knownValue(bound[depth]);
  const [owner, name] = node.args;
  const receiver = compilePart(owner, names);
  return (evaluation) => celMember(receiver(evaluation), name, writtenAs(owner));
}

/** A name that is not in the table of variables, such as one that a test gives. */
function otherNamePart(name: string): Part {
  return ({ scope }) => {
    const value = scope.read(name);
    return value === undefined ? fail(`${quoted(name)} is not a variable`) : knownValue(value);
  };
}

/** The least integer is only in range with its sign. */
function negativePart(operand: ASTNode, names: readonly string[]): Part {
  if (operand.op === 'value' && typeof operand.args === 'bigint') {
    const value = -operand.args;
    return () => checkedInt(value);
  }
  const part = compilePart(operand, names);
  return (evaluation) => negate(part(evaluation));
}

/** A choice whose condition is unknown has the value that both branches have. */
function choice(condition: Part, yes: Part, no: Part, evaluation: CelEvaluation): unknown {
  let isTrue: boolean;
  try {
    isTrue = booleanOf(condition(evaluation), '? :');
  } catch (error) {
    if (!(error instanceof UnknownFact)) throw error;
    const [whenTrue, other] = [yes(evaluation), no(evaluation)];
    if (typeName(whenTrue) === typeName(other) && areEqual(whenTrue, other)) return whenTrue;
    throw error;
  }
  return (isTrue ? yes : no)(evaluation);
}

function booleanOf(value: unknown, operator: string): boolean {
  const known = knownValue(value);
  if (known instanceof Term) return isTrueTerm(known);
  return typeof known === 'boolean' ? known : fail(`\`${operator}\` does not take ${typeName(known)}`);
}

function operationPart(node: CelOperation, names: readonly string[]): Part {
  const { op, args } = node;
  if ((op === '==' || op === '!=') && isMismatch(args[0], args[1], names))
    return () => fail(`\`${op}\` compares values of different types`);
  const [left, right] = [compilePart(args[0], names), compilePart(args[1], names)];
  switch (op) {
    case '||':
    case '&&':
      return chainPart(op, node, logicPart(op, left, right), names);
    case '==':
      return (evaluation) => areEqual(left(evaluation), right(evaluation));
    case '!=':
      return (evaluation) => !areEqual(left(evaluation), right(evaluation));
    case 'in':
      return (evaluation) => isIn(left(evaluation), right(evaluation));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return (evaluation) => isOrdered(op, left(evaluation), right(evaluation));
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return (evaluation) => compute(op, left(evaluation), right(evaluation));
  }
}

/** A chain that asks fewer questions of a request that is not given; `given` for one that is. */
function chainPart(op: '||' | '&&', node: CelOperation, given: Part, names: readonly string[]): Part {
  let open: Part | undefined;
  const openPart = (): Part => {
    const operands = operandsTogether(op, node, names)?.map(({ of, constants }): Part => {
      const part = compilePart(of, names);
      if (constants === undefined) return part;
      const values = constants.map((value) => compilePart(value, names));
      return (evaluation) => {
        const isAny = isIn(
          part(evaluation),
          values.map((value) => value(evaluation)),
        );
        return isAny === (op === '||');
      };
    });
    return operands === undefined
      ? given
      : operands.reduce((before, operand) => logicPart(op, before, operand));
  };
  return (evaluation) =>
    evaluation.scope.isOpen === true ? (open ??= openPart())(evaluation) : given(evaluation);
}

/** One side that decides is enough, whatever is the matter with the other. */
function logicPart(op: '||' | '&&', left: Part, right: Part): Part {
  const decides = op === '||';
  return (evaluation) => {
    let problem: Error | undefined;
    for (const side of [left, right]) {
      try {
        if (booleanOf(side(evaluation), op) === decides) return decides;
      } catch (error) {
        problem = worthier(problem, error);
      }
    }
    if (problem !== undefined) throw problem;
    return !decides;
  };
}
