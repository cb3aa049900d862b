/** Texts that a pattern matches: a few of many, each tried with the matcher. */
import { matchesPattern } from './linear-patterns.ts';
import { patternTree, type PatternNode } from './pattern-tree.ts';

const mostSamples = 24;

/**
 * Some texts that match, at most 24, of each alternative one if there is room; none for a pattern that is not
 * understood.
 */
export function samplesOf(pattern: string): readonly string[] {
  const tree = patternTree(pattern);
  if (tree === undefined) return [];
  return [...new Set(samplesOfNode(tree.node))].filter((text) => isMatch(text, pattern));
}

function isMatch(text: string, pattern: string): boolean {
  try {
    return matchesPattern(text, pattern);
  } catch {
    return false;
  }
}

function samplesOfNode(node: PatternNode): readonly string[] {
  switch (node.is) {
    case 'character':
      return [node.text];
    case 'class':
      return charactersOf(node);
    case 'any':
      // A dot that is not escaped is usually meant as a dot.
      return ['.'];
    case 'start':
    case 'end':
      return [''];
    case 'sequence':
      return joined(node.nodes.map(samplesOfNode));
    case 'choice':
      return node.nodes.flatMap((choice) => samplesOfNode(choice).slice(0, perChoice(node.nodes.length)));
    case 'repeat':
      return repeated(node.node.is === 'any' ? ['x'] : samplesOfNode(node.node), node.least, node.most);
  }
}

function perChoice(count: number): number {
  return Math.max(1, Math.floor(mostSamples / count));
}

/** All samples of each part occur: the first of each part together, then the second of each. */
function joined(parts: readonly (readonly string[])[]): readonly string[] {
  if (parts.some((part) => part.length === 0)) return [];
  const count = Math.min(mostSamples, Math.max(1, ...parts.map((part) => part.length)));
  return Array.from({ length: count }, (_, at) => parts.map((part) => part[at % part.length]).join(''));
}

const longestSample = 4000;

function repeated(samples: readonly string[], least: number, most: number): readonly string[] {
  const counts = [least, Math.max(least, Math.min(1, most)), Math.min(least + 2, most)];
  return [...new Set(counts)]
    .flatMap((count) => (count === 0 ? [''] : samples.flatMap((sample) => times(sample, count))))
    .slice(0, mostSamples);
}

function times(sample: string, count: number): readonly string[] {
  return sample.length * count > longestSample ? [] : [sample.repeat(count)];
}

const usual = ['x', 'a', '0', 'A', '-', '/', '.', '_', ' ', '!', '~'];

function charactersOf({ ranges, isNegated }: Extract<PatternNode, { is: 'class' }>): readonly string[] {
  if (!isNegated)
    return [...new Set([...ranges.map(([first]) => first), ...ranges.map(([, last]) => last)])].slice(0, 8);
  return usual
    .filter((sample) => !ranges.some(([first, last]) => first <= sample && sample <= last))
    .slice(0, 2);
}
