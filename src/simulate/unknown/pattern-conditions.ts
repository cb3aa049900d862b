/** Patterns that say no more than other conditions do: `^/admin` is a start, `^(?:GET|HEAD)$` one of two texts. */
import { patternTree, type PatternNode } from '../../derive/expressions/pattern-tree.ts';
import type { Atom, Term, ValueCondition } from './term.ts';

/** The conditions without patterns that a match, or its absence, needs. */
export function conditionsOfPattern({ atom, holds }: ValueCondition): readonly ValueCondition[] {
  if (atom.is !== 'matching') return [];
  const tree = patternTree(atom.text);
  if (tree?.flags !== '') return [];
  const nodes = nodesOf(tree.node);
  const same = sameConditions(nodes, atom.of);
  // Without a match, none of the conditions holds.
  if (same !== undefined && (same.length === 1 || !holds))
    return same.map((textAtom) => ({ atom: textAtom, holds }));
  return holds ? neededTexts(nodes, atom.of).map((needed) => ({ atom: needed, holds })) : [];
}

/** The conditions of which one or more hold where a pattern matches; undefined if they do not say the same as it. */
export function choicesOfPattern(text: string, of: Term): readonly Atom[] | undefined {
  const tree = patternTree(text);
  return tree?.flags === '' ? sameConditions(nodesOf(tree.node), of) : undefined;
}

function nodesOf(node: PatternNode): readonly PatternNode[] {
  return node.is === 'sequence' ? node.nodes : [node];
}

/** The conditions of which one or more hold for the same texts. */
function sameConditions(nodes: readonly PatternNode[], of: Term): readonly Atom[] | undefined {
  const isStart = nodes[0]?.is === 'start';
  const isEnd = nodes.at(-1)?.is === 'end';
  const texts = textsOf(nodes.slice(isStart ? 1 : 0, isEnd ? -1 : undefined));
  if (texts === undefined || texts.length === 0) return undefined;
  if (isStart && isEnd) return [{ is: 'in', of, values: texts }];
  return texts.map((text) => ({ is: isStart ? 'starting' : isEnd ? 'ending' : 'containing', of, text }));
}

function neededTexts(nodes: readonly PatternNode[], of: Term): readonly Atom[] {
  const [first, last] = [nodes[0]?.is, nodes.at(-1)?.is];
  const start = first === 'start' ? leadingText(nodes.slice(1)) : '';
  const end = last === 'end' ? trailingText(nodes.slice(0, -1)) : '';
  return [
    ...(start === '' ? [] : [{ is: 'starting', of, text: start } as const]),
    ...(end === '' ? [] : [{ is: 'ending', of, text: end } as const]),
  ];
}

function leadingText(nodes: readonly PatternNode[]): string {
  const end = nodes.findIndex(({ is: kind }) => kind !== 'character');
  return literalCharacters(end === -1 ? nodes : nodes.slice(0, end));
}

function trailingText(nodes: readonly PatternNode[]): string {
  return literalCharacters(nodes.slice(nodes.findLastIndex(({ is: kind }) => kind !== 'character') + 1));
}

function literalCharacters(nodes: readonly PatternNode[]): string {
  return nodes.map((node) => (node.is === 'character' ? node.text : '')).join('');
}

const mostTexts = 32;

/** All texts that some parts match one after the other, if they are few. */
function textsOf(nodes: readonly PatternNode[]): readonly string[] | undefined {
  let all: readonly string[] = [''];
  for (const node of nodes) {
    const texts = textsOfNode(node);
    if (texts === undefined || all.length * texts.length > mostTexts) return undefined;
    all = all.flatMap((before) => texts.map((text) => before + text));
  }
  return all;
}

function textsOfNode(node: PatternNode): readonly string[] | undefined {
  switch (node.is) {
    case 'character':
      return [node.text];
    case 'sequence':
      return textsOf(node.nodes);
    case 'choice': {
      const choices = node.nodes.map(textsOfNode);
      return choices.every((texts) => texts !== undefined) ? choices.flat() : undefined;
    }
    case 'repeat': {
      const texts = node.least === 0 && node.most === 1 ? textsOfNode(node.node) : undefined;
      return texts === undefined ? undefined : ['', ...texts];
    }
    case 'class':
    case 'any':
    case 'start':
    case 'end':
      return undefined;
  }
}
