import { fieldsOf } from '../../../derive/forms/fields.ts';
import { quoted } from '../../../model/problem.ts';
import type { Field, Fields } from '../../../kinds/field.ts';
import { isKindName, kinds } from '../../../kinds/index.ts';
import type { Edit } from '../../../model/diagnostic.ts';
import type { DocumentNode, ListNode, MapNode, ScalarNode, YamlDocument } from '../../../model/document.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import { lineEnd } from '../../../edit/lines.ts';
import { textOfKey, placeOf } from '../../../edit/tree.ts';
import type { DocumentRule, Finding } from '../../rule.ts';

export default {
  scope: 'document',
  id: 'list-order',
  group: 'hygiene',
  severity: strictOnly('info'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A list whose order has no meaning is not sorted.',
  why: 'In a sorted list an entry is easy to find, and two branches do not add the same entry twice.',
  fix: 'safe',
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:5432", "a.example.com:5432"]
  backend: { backend_id: backend/shop }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["a.example.com:5432", "db.example.com:5432"]
  backend: { backend_id: backend/shop }
`,
  *check(document, { meaning }) {
    if (meaning === undefined || !('spec' in meaning)) return;
    const fields = isKindName(meaning.kind) ? kinds[meaning.kind].fields : fieldsOfAll;
    if (meaning.spec !== undefined) yield* unsortedIn(document, meaning.spec, fields);
    if (meaning.kind === 'preset') return;
    for (const { spec } of meaning.overrides.values())
      if (spec !== undefined) yield* unsortedIn(document, spec, fields);
  },
} satisfies DocumentRule;

const fieldsOfAll: Fields = Object.assign({}, ...Object.values(kinds).map(({ fields }) => fields)) as Fields;

function* unsortedIn(document: YamlDocument, map: MapNode, fields: Fields): Generator<Finding> {
  if (map.alias !== undefined) return;
  for (const entry of map.entries) {
    const field = Object.hasOwn(fields, textOfKey(entry)) ? fields[textOfKey(entry)] : undefined;
    if (field === undefined) continue;
    if (entry.value.type === 'map') yield* unsortedIn(document, entry.value, fieldsOf(field) ?? {});
    const found = isSet(field) ? unsorted(document, entry.value) : undefined;
    if (found !== undefined) yield found;
  }
}

function isSet(field: Field): boolean {
  return field.type === 'list' && field.as === 'set';
}

function unsorted(document: YamlDocument, list: DocumentNode): Finding | undefined {
  if (list.type !== 'list' || list.alias !== undefined || hasComments(document, list)) return undefined;
  const items = list.items.filter(isPlainItem);
  if (items.length < list.items.length || isDressed(document, list)) return undefined;
  const at = items.findIndex((item, index) => index > 0 && textOf(items[index - 1]) > textOf(item));
  const item = items[at];
  if (item === undefined) return undefined;
  const { source } = document;
  const written = (node: ScalarNode): string => source.text.slice(node.start, node.end).trimEnd();
  if (items.some((node) => written(node).includes('\n'))) return undefined;
  const sorted = [...items].sort((a, b) => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0));
  const edits = items.flatMap((node, index): Edit[] => {
    const text = written(sorted[index] ?? node);
    const end = node.start + written(node).length;
    return text === written(node) ? [] : [{ source, start: node.start, end, text }];
  });
  return {
    at: { place: placeOf(source, { start: item.start, end: item.start + written(item).length }) },
    message: `${quoted(textOf(item))} belongs before ${quoted(textOf(items[at - 1]))}: the list is not sorted`,
    fix: {
      safety: 'safe',
      title: 'sort the list',
      changes: edits.map((edit) => ({ edit, text: edit.text })),
    },
  };
}

/** Includes a comment beside the last item, which is after the end of the list. */
function hasComments({ comments, source }: YamlDocument, { start, items }: ListNode): boolean {
  const last = lineEnd(source.text, items.at(-1)?.end ?? start);
  return comments.some((comment) => comment.start >= start && comment.start < last);
}

/**
 * Whether an item has an anchor or a tag (also `!!str`): it is written before the item and would stay behind when the
 * item moves.
 */
function isDressed({ source }: YamlDocument, { start, items }: ListNode): boolean {
  return items.some((item, index) =>
    /[!&]/.test(source.text.slice(items[index - 1]?.end ?? start, item.start)),
  );
}

function isPlainItem(node: DocumentNode): node is ScalarNode {
  const isLine = node.type === 'scalar' && node.style !== 'literal' && node.style !== 'folded';
  return isLine && node.alias === undefined && typeof node.value === 'string';
}

function textOf(node: ScalarNode | undefined): string {
  return String(node?.value ?? '');
}
