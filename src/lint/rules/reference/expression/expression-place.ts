import { quoted } from '../../../../model/problem.ts';
import type { YamlDocument } from '../../../../model/document.ts';
import { variablePattern } from '../../../../kinds/documents/forms.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { scalarsIn } from '../../../domain/documents/yaml-tree.ts';
import { entryWithKey } from '../../../../edit/tree.ts';
import type { DocumentRule, Finding } from '../../../rule.ts';

export default {
  scope: 'document',
  id: 'expression-place',
  group: 'reference',
  severity: recommended('warn'),
  source: 'expressions',
  isMust: false,
  summary: 'An expression is used where expressions are not evaluated.',
  why: 'Expressions are evaluated under `spec` and `overrides` only; here `$(name)` is kept as literal text.',
  fix: 'none',
  bad: `kind: endpoint
name: www
labels: { stage: $(environment) }
spec: { url: https://www.example.com }
`,
  good: `kind: endpoint
name: www
labels: { stage: live }
spec: { url: https://www.example.com }
`,
  *check(document, { meaning }) {
    if (meaning?.kind === 'approval') yield* expressionsUnder(document, 'reason', 'a reason');
    else if (meaning !== undefined && meaning.kind !== 'removed')
      yield* expressionsUnder(document, 'labels', 'a label');
  },
} satisfies DocumentRule;

const expression = new RegExp(String.raw`(?<!\$)\$\((?:(?:secret|file):[^)\n]+|${variablePattern})\)`, 'g');

function* expressionsUnder({ root, source }: YamlDocument, key: string, what: string): Generator<Finding> {
  const top = root?.type === 'map' ? entryWithKey(root.entries, key)?.value : undefined;
  // With a backslash, the expression may be spelled with escapes.
  if (top === undefined || !/\$\(|\\/.test(source.text.slice(top.start, top.end))) return;
  for (const { node, path } of scalarsIn(top, [key])) {
    if (typeof node.value !== 'string' || !node.value.includes('$(')) continue;
    for (const { 0: text, index } of node.value.matchAll(expression)) {
      yield {
        at: { path, within: { start: index, end: index + text.length } },
        message: `${quoted(text)} stays as it is: ${what} is not evaluated`,
        help: 'write the value itself',
      };
    }
  }
}
