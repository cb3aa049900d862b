import { placeOf } from '../../../../edit/tree.ts';
import { quoted } from '../../../../model/problem.ts';
import { variablePattern } from '../../../../kinds/documents/forms.ts';
import type { Place } from '../../../../model/document.ts';
import type { Workspace } from '../../../../model/workspace.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { scalarsIn } from '../../../domain/documents/yaml-tree.ts';
import type { DocumentRule } from '../../../rule.ts';

export default {
  scope: 'document',
  id: 'file-expression',
  group: 'reference',
  severity: recommended('warn'),
  source: 'expressions',
  isMust: false,
  summary: 'A file that is sent unchanged has an expression in it.',
  why: 'A file is sent byte for byte, so the API gets the expression and not its value.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  metadata: $(file:notes/www.txt)
# file: notes/www.txt
runs in $(environment)
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  metadata: runs in $(environment)
`,
  *check({ root, source }, { workspace, meaning }) {
    if (root === undefined || meaning === undefined || !source.text.includes('$(file:')) return;
    for (const { node } of scalarsIn(root)) {
      const file = typeof node.value === 'string' ? wholeFile.exec(node.value)?.[1] : undefined;
      const read = file === undefined ? undefined : workspace.readFile(file);
      if (file === undefined || read === undefined || 'problem' in read || !read.text.includes('$('))
        continue;
      const first = expressionIn(read.source.text, workspace);
      if (first === undefined) continue;
      const place: Place = { source: read.source, start: first.start, end: first.end };
      yield {
        at: { place: placeOf(source, node) },
        message: `${quoted(read.source.text.slice(first.start, first.end))} in ${quoted(file)} is not evaluated`,
        help: 'write the value here instead of in a file; a traffic policy can be a mapping',
        related: [{ place, label: 'is not replaced' }],
      };
    }
  },
} satisfies DocumentRule;

const wholeFile = /^\$\(file:([^)]+)\)$/;

const expression = new RegExp(
  String.raw`(?<!\$)\$\((?:(?<variable>${variablePattern})|secret:(?<secret>\w+)|file:[^)]+)\)`,
  'g',
);

/** The first expression that would resolve. Others are ignored, because other languages use `$(…)` too. */
function expressionIn(
  text: string,
  { environments, settings }: Workspace,
): { readonly start: number; readonly end: number } | undefined {
  for (const { 0: whole, index, groups } of text.matchAll(expression)) {
    const { variable, secret } = groups ?? {};
    const isKnown =
      variable !== undefined
        ? variable === 'environment' || [...environments.values()].some(({ vars }) => vars.has(variable))
        : secret === undefined || settings.secrets.has(secret);
    if (isKnown) return { start: index, end: index + whole.length };
  }
  return undefined;
}
