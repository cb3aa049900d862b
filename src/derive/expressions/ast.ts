import type { ASTNode } from '@marcbachmann/cel-js';

export type { ASTNode };

/** The operators between two operands. */
const operators = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', 'in'] as const;

/** An operator between two operands. */
export type CelOperation = Extract<ASTNode, { readonly op: (typeof operators)[number] }>;

export function isOperation(node: ASTNode): node is CelOperation {
  return (operators as readonly string[]).includes(node.op);
}

/** The operands of an expression, in source order. */
export function childrenOf(node: ASTNode): readonly ASTNode[] {
  if (isOperation(node)) return node.args;
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'list':
      return node.args;
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    case '[]':
    case '[?]':
    case '?:':
      return node.args;
  }
}

const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** A call that evaluates its last arguments once for each item, or `cel.bind`, which names a value. */
export interface Binding {
  readonly macro: string;
  readonly variable: string;
  /** The list or map that is iterated, or the value that is bound. */
  readonly over: ASTNode;
  /** Evaluated with the variable in scope. */
  readonly body: readonly ASTNode[];
}

export function bindingOf(node: ASTNode): Binding | undefined {
  if (node.op !== 'rcall') return undefined;
  const [macro, receiver, [variable, ...rest]] = node.args;
  if (variable?.op !== 'id') return undefined;
  const [first, ...others] = rest;
  if (macros.has(macro) && first !== undefined) {
    return { macro, variable: variable.args, over: receiver, body: rest };
  }
  const isBind = macro === 'bind' && receiver.op === 'id' && receiver.args === 'cel';
  if (!isBind || first === undefined) return undefined;
  return { macro, variable: variable.args, over: first, body: others };
}
