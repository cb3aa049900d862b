import { patternTree, type PatternNode } from '../../../derive/expressions/pattern-tree.ts';

/** The parts that each text has that a pattern (RE2), or one of its alternatives, matches. */
export interface PatternParts {
  /** The text that it begins with, of an anchored pattern. */
  readonly start: string | undefined;
  /** Single characters that are in it. */
  readonly texts: readonly string[];
  readonly isAnyCase: boolean;
}

/** The parts of each alternative of a pattern with one choice, such as `^(get|post)$`; none if it cannot be told. */
export function patternParts(pattern: string): readonly PatternParts[] {
  const tree = patternTree(pattern);
  if (tree === undefined || tree.flags.includes('m')) return [];
  return alternativesIn(tree.node).map((nodes) => ({
    start: nodes[0]?.is === 'start' ? textAtStart(nodes.slice(1)) : undefined,
    texts: nodes.flatMap(charactersIn),
    isAnyCase: tree.flags.includes('i'),
  }));
}

function alternativesIn(node: PatternNode): readonly (readonly PatternNode[])[] {
  if (node.is === 'choice') return node.nodes.flatMap(alternativesIn);
  const nodes = sequenceOf(node);
  const at = nodes.findIndex(({ is: kind }) => kind === 'choice');
  const choice = nodes[at];
  if (choice?.is !== 'choice') return [nodes];
  return choice.nodes.map((chosen) => [...nodes.slice(0, at), ...sequenceOf(chosen), ...nodes.slice(at + 1)]);
}

/** Groups are sequences inside others. */
function sequenceOf(node: PatternNode): readonly PatternNode[] {
  return node.is === 'sequence' ? node.nodes.flatMap(sequenceOf) : [node];
}

function textAtStart([node, ...rest]: readonly PatternNode[]): string {
  if (node?.is === 'character') return node.text + textAtStart(rest);
  return node?.is === 'repeat' && node.least > 0 && node.node.is === 'character' ? node.node.text : '';
}

/** The characters without which a node does not match. */
function charactersIn(node: PatternNode): readonly string[] {
  if (node.is === 'character') return [node.text];
  return node.is === 'repeat' && node.least > 0 ? sequenceOf(node.node).flatMap(charactersIn) : [];
}
