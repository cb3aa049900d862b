import { quoted } from '../../../model/problem.ts';
import type { DocumentNode, Place, Source } from '../../../model/document.ts';
import { suggestions } from '../../../text/suggest.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { DocumentRule } from '../../rule.ts';

export default {
  scope: 'document',
  id: 'yaml-unused-anchor',
  group: 'yaml',
  severity: recommended('warn'),
  source: 'yaml',
  isMust: false,
  summary: 'An anchor is never used.',
  why: 'The anchor has no effect; often it is left over from a rename.',
  fix: 'safe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: &text the shop
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop
`,
  *check({ root, source, range }) {
    if (root === undefined || !source.text.includes('&')) return;
    const anchors = [...anchored(root)];
    if (anchors.length === 0) return;
    const used = aliasesIn(source);
    const known = new Set(anchors.map(({ anchor }) => anchor));
    const dangling = [...used].filter((alias) => !known.has(alias));
    for (const { start, anchor } of anchors) {
      if (used.has(anchor)) continue;
      const at = source.text.lastIndexOf(`&${anchor}`, start);
      // A misspelled alias is reported where it is.
      if (at < range.start || suggestions(anchor, dangling).length > 0) continue;
      const place = { source, start: at, end: at + anchor.length + 1 };
      yield {
        at: { place },
        message: `unused anchor ${quoted(`&${anchor}`)}`,
        fix: { safety: 'safe', title: 'delete the anchor', changes: [{ edit: withSpace(place), text: '' }] },
      };
    }
  },
} satisfies DocumentRule;

/**
 * The names of all aliases in a file's text, including those in unread parts, and those in other documents of the file,
 * where a missing anchor is reported as such.
 */
const aliasesIn = rememberLast(
  ({ text }: Source): ReadonlySet<string> =>
    new Set(Array.from(text.matchAll(/\*([^\s,[\]{}]+)/g), ([, name = '']) => name)),
);

/** The start of each node with an anchor, and the anchor's name. */
function* anchored(node: DocumentNode): Generator<{ start: number; anchor: string }> {
  if (node.alias !== undefined) return;
  if (node.anchor !== undefined) yield { start: node.start, anchor: node.anchor };
  if (node.type === 'list') for (const item of node.items) yield* anchored(item);
  if (node.type === 'map') {
    for (const { key, value } of node.entries) {
      yield* anchored(key);
      yield* anchored(value);
    }
  }
}

function withSpace({ source, start, end }: Place): Place {
  const { text } = source;
  if (text[start - 1] === ' ') return { source, start: start - 1, end };
  return { source, start, end: Math.min(end + 1, text.length) };
}
