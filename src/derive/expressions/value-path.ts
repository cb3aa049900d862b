import { type ASTNode, bindingOf, childrenOf } from './ast.ts';

/** One name in a path, and its range in the text. */
export interface PathStep {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A variable and the names below it: `spec.oidc.issuer`, `labels["team"]`. */
export interface ValuePath {
  readonly root: string;
  readonly steps: readonly PathStep[];
}

/** The path of an expression that consists of names only; undefined for any other. */
export function pathOf(node: ASTNode): ValuePath | undefined {
  if (node.op === 'id') return { root: node.args, steps: [] };
  if (node.op === '.' || node.op === '.?') {
    const before = pathOf(node.args[0]);
    const step = { name: node.args[1], start: node.pos, end: node.end };
    return before === undefined ? undefined : { root: before.root, steps: [...before.steps, step] };
  }
  if (node.op === '[]' || node.op === '[?]') {
    const [left, index] = node.args;
    const before = pathOf(left);
    if (before === undefined || index.op !== 'value' || typeof index.args !== 'string') return undefined;
    const step = { name: index.args, start: index.start, end: index.end };
    return { root: before.root, steps: [...before.steps, step] };
  }
  return undefined;
}

/** All paths in an expression that start at a policy variable, each at its full length. */
export function pathsIn(node: ASTNode, bound: ReadonlySet<string> = new Set()): readonly ValuePath[] {
  const path = pathOf(node);
  if (path !== undefined) return bound.has(path.root) ? [] : [path];
  const binding = bindingOf(node);
  if (binding === undefined) return childrenOf(node).flatMap((child) => pathsIn(child, bound));
  const inner = new Set([...bound, binding.variable]);
  return [...pathsIn(binding.over, bound), ...binding.body.flatMap((child) => pathsIn(child, inner))];
}
