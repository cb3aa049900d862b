import { placeOf } from '../../../edit/tree.ts';
import { scalarsIn } from '../../domain/documents/yaml-tree.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { DocumentRule } from '../../rule.ts';

export default {
  scope: 'document',
  id: 'lone-surrogate',
  group: 'text',
  severity: recommended('error'),
  source: 'byte-limits',
  standard: 'RFC 3629 3',
  isMust: false,
  summary: 'A string has half of a surrogate pair in it.',
  why: 'Half a surrogate pair cannot be encoded, so a replacement character is sent and every plan shows a difference.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: "the shop \\ud83d"
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: "the shop \\U0001F6CD"
`,
  *check({ root, source, range }) {
    if (root === undefined || !mayHave.test(source.text.slice(range.start, range.end))) return;
    for (const { node } of scalarsIn(root)) {
      if (typeof node.value !== 'string') continue;
      const half = lone.exec(node.value)?.[0];
      if (half === undefined) continue;
      const code = half.charCodeAt(0).toString(16).toUpperCase();
      yield {
        at: { place: placeOf(source, node) },
        message: `unpaired surrogate U+${code}`,
        help: 'write the whole character, or both of its `\\u` escapes',
      };
    }
  },
} satisfies DocumentRule;

/** In UTF-8 source only an escape can produce a surrogate. */
const mayHave = /\\u[dD][89A-Fa-f]/;
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
