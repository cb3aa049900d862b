import type { Topology, TopologyNode } from '../../model/traffic/topology.ts';
import { lookOf, areas, labelLines, linkWords } from './topology-look.ts';

/** A character without width that separates a backslash from the letter after it. */
const wordJoiner = '#8288;';

const classes = [
  'classDef added fill:#dafbe1,stroke:#1a7f37,color:#0f3d1c',
  'classDef changed fill:#fff3cd,stroke:#9a6700,color:#3d2900',
  'classDef removed fill:#ffebe9,stroke:#cf222e,color:#5c0d13,stroke-dasharray:2 3',
  'classDef waiting fill:#eee6ff,stroke:#6639ba,color:#2e1461',
  'classDef dangling fill:#ffffff,stroke:#cf222e,color:#a40e26,stroke-width:2px,stroke-dasharray:6 3',
];

/** A flow chart for Mermaid, as GitHub and GitLab draw it. Names are escaped, so that they are text only. */
export function topologyMermaid(topology: Topology): string {
  const numbers = new Map(topology.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  const lines = ['flowchart LR'];
  for (const [index, area] of areas(topology).entries()) {
    if (area.title === undefined) {
      lines.push(...area.nodes.map((node) => `  ${nodeText(node, numbers)}`));
      continue;
    }
    lines.push(`  subgraph g${index + 1}["${mermaidText(area.title)}"]`);
    lines.push(...area.nodes.map((node) => `    ${nodeText(node, numbers)}`), '  end');
  }
  const links = topology.links.map((link) => {
    const words = linkWords(link);
    const arrow = link.change === 'removed' ? '-.->' : '-->';
    const label = words === '' ? '' : `|"${mermaidText(words)}"|`;
    return `  ${numbers.get(link.from) ?? ''} ${arrow}${label} ${numbers.get(link.to) ?? ''}`;
  });
  return `${[...lines, ...links, ...classes.map((line) => `  ${line}`)].join('\n')}\n`;
}

function nodeText(node: TopologyNode, numbers: ReadonlyMap<string, string>): string {
  const label = labelLines(node).map(mermaidText).join('<br/>');
  const style = lookOf(node);
  return `${numbers.get(node.id) ?? ''}["${label}"]${style === 'same' ? '' : `:::${style}`}`;
}

/**
 * Text inside a quoted label. Everything except letters, digits and plain punctuation is written as a character code: a
 * quote ends the label, `#` starts a code, a backtick or hyphen is Markdown, `<` starts a tag. Mermaid also recognizes
 * two keywords anywhere in a line, and reads an escaped `\n` as a line break.
 */
function mermaidText(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])-|-(?![\p{L}\p{N}])|[^\p{L}\p{N} .,:/_()-]|style|classDef/gu,
    ([first = '', ...rest]) => `#${first.codePointAt(0) ?? 0};${first === '\\' ? wordJoiner : rest.join('')}`,
  );
}
