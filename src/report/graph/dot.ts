import type { Topology, TopologyNode } from '../../model/traffic/topology.ts';
import { areas, labelLines, linkWords, lookOf } from './topology-look.ts';

const looks: Readonly<Record<string, string>> = {
  added: 'fillcolor="#dafbe1", color="#1a7f37"',
  changed: 'fillcolor="#fff3cd", color="#9a6700"',
  removed: 'fillcolor="#ffebe9", color="#cf222e", style="filled,dotted"',
  waiting: 'fillcolor="#eee6ff", color="#6639ba"',
  dangling: 'fillcolor="#ffffff", color="#cf222e", fontcolor="#a40e26", style="filled,dashed", penwidth=2',
};

/** A directed graph for Graphviz. Names are escaped, so that they are text only. */
export function topologyDot(topology: Topology): string {
  const numbers = new Map(topology.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  const lines = [
    'digraph edgewright {',
    '  rankdir=LR;',
    '  node [shape=box, style="filled,rounded", fillcolor="#f6f8fa", color="#57606a", fontname="sans-serif", fontsize=11];',
    '  edge [color="#57606a", fontname="sans-serif", fontsize=9];',
  ];
  for (const [index, area] of areas(topology).entries()) {
    const nodes = area.nodes.map((node) => nodeText(node, numbers));
    if (area.title === undefined) lines.push(...nodes.map((node) => `  ${node}`));
    else {
      lines.push(`  subgraph cluster_${index + 1} {`, `    label=${dotText([area.title])};`);
      lines.push('    color="#d0d7de";', ...nodes.map((node) => `    ${node}`), '  }');
    }
  }
  for (const link of topology.links) {
    const words = linkWords(link);
    const attributes = [
      ...(words === '' ? [] : [`label=${dotText([words])}`]),
      ...(link.change === 'removed' ? ['style=dashed', 'color="#cf222e"'] : []),
      ...(link.change === 'added' ? ['color="#1a7f37"', 'penwidth=2'] : []),
    ];
    const tail = attributes.length === 0 ? '' : ` [${attributes.join(', ')}]`;
    lines.push(`  ${numbers.get(link.from) ?? ''} -> ${numbers.get(link.to) ?? ''}${tail};`);
  }
  return `${lines.join('\n')}\n}\n`;
}

function nodeText(node: TopologyNode, numbers: ReadonlyMap<string, string>): string {
  const look = looks[lookOf(node)];
  const attributes = [`label=${dotText(labelLines(node))}`, ...(look === undefined ? [] : [look])];
  return `${numbers.get(node.id) ?? ''} [${attributes.join(', ')}];`;
}

/** A quoted label. A backslash starts an escape, a quote ends the label, and entities such as `&lt;` are decoded. */
function dotText(lines: readonly string[]): string {
  const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '&': '&amp;' };
  const safe = lines.map((line) => line.replace(/[\\"&]/g, (character) => escapes[character] ?? character));
  return `"${safe.join('\\n')}"`;
}
