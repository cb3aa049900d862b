import { placeOf } from '../../../edit/tree.ts';
import { quoted } from '../../../model/problem.ts';
import type { ScalarNode } from '../../../model/document.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { writtenSpecs, fieldOf } from '../../domain/specs/written-spec.ts';
import { scalarsIn } from '../../domain/documents/yaml-tree.ts';
import type { DocumentRule } from '../../rule.ts';

export default {
  scope: 'document',
  id: 'yaml-ambiguous-scalar',
  group: 'yaml',
  severity: recommended('warn'),
  source: 'yaml',
  isMust: false,
  summary: 'A value without quotes means something else to older YAML tools.',
  why: 'Tools that read YAML 1.1 take `yes` for true, `12:30` for 750 and `0777` for 511, so they see a different value.',
  fix: 'safe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: yes
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: "yes"
`,
  *check({ source, range }, { meaning }) {
    if (meaning === undefined || !suspicious.test(source.text.slice(range.start, range.end))) return;
    for (const spec of writtenSpecs(meaning)) {
      for (const { node, path } of scalarsIn(spec.node)) {
        if (node.style !== 'plain') continue;
        const text = source.text.slice(node.start, node.end);
        const older = readBefore(text, node.value);
        const field = older === undefined ? undefined : fieldOf(meaning, path);
        if (older === undefined || field?.type === 'boolean') continue;
        const isNumber = typeof node.value === 'number';
        if (isNumber === (field === undefined || field.type === 'string')) continue;
        const meant = isNumber ? String(node.value) : JSON.stringify(text);
        yield {
          at: { place: placeOf(source, node) },
          message:
            `${quoted(text)} is ${isNumber ? 'the number' : 'a string'} here, but ${older} to YAML 1.1`.replace(
              'the number',
              meant,
            ),
          fix: {
            safety: 'safe',
            title: `write ${meant}`,
            changes: [{ edit: placeOf(source, node), text: meant }],
          },
        };
      }
    }
  },
} satisfies DocumentRule;

/** A cheap test of the whole text before each scalar is checked. */
const suspicious = /\b(?:yes|no|on|off|0[0-7]+)\b|\d[:_]\d/i;

/** The YAML 1.1 reading of a scalar that YAML 1.2 reads differently; undefined if both agree. */
function readBefore(text: string, value: ScalarNode['value']): string | undefined {
  if (typeof value === 'number') return /^0[0-7]+$/.test(text) ? String(Number.parseInt(text, 8)) : undefined;
  if (typeof value !== 'string' || text.length > 40) return undefined;
  if (/^(?:yes|Yes|YES|on|On|ON)$/.test(text)) return 'true';
  if (/^(?:no|No|NO|off|Off|OFF)$/.test(text)) return 'false';
  if (/^[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?$/.test(text) || /^[-+]?\d[\d_]*_[\d_]*(?:\.[\d_]*)?$/.test(text))
    return 'a number';
  return undefined;
}
