import { textOfKey, placeOf } from '../../../../edit/tree.ts';
import { quoted } from '../../../../model/problem.ts';
import type { DocumentNode, ListNode } from '../../../../model/document.ts';
import type { Path } from '../../../../model/value.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { DocumentRule, Finding } from '../../../rule.ts';

export default {
  scope: 'document',
  id: 'repeated-item',
  group: 'structure',
  severity: recommended('warn'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A list has a repeated entry.',
  why: 'The second entry changes nothing; often a different one was meant.',
  fix: 'safe',
  bad: `kind: https-route
name: shop
uses: [small, small]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: preset
name: small
spec: { compression: {} }
`,
  good: `kind: https-route
name: shop
uses: [small]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: preset
name: small
spec: { compression: {} }
`,
  *check({ root, source }) {
    if (root === undefined) return;
    for (const { list, path } of listsIn(root)) {
      const firsts = new Map<string, number>();
      for (const [index, item] of list.items.entries()) {
        const text = item.alias === undefined ? textOf(item) : undefined;
        if (text === undefined) continue;
        const first = firsts.get(text);
        if (first === undefined) firsts.set(text, index);
        else yield finding(path, text, { first, index }, placeOf(source, list.items[first] ?? item));
      }
    }
  },
} satisfies DocumentRule;

/** Lists of names and patterns that no other rule checks for duplicates. */
const lists = new Set([
  // In edgewright.yaml.
  'resources',
  'secrets',
  'protect',
  'files',
  'addresses',
  'kinds',
  // In resources.
  'uses',
  'environments',
  'certificate_authority_ids',
  'authorized_groups',
  'allow',
  'deny',
]);
/** Not searched: other languages, or plain data. */
const closed = new Set(['traffic_policy', 'vars', 'labels', 'options']);

interface Found {
  readonly list: ListNode;
  readonly path: Path;
}

function listsIn(root: DocumentNode): readonly Found[] {
  const found: Found[] = [];
  collect(root, [], found);
  return found;
}

/** `path` changes with the walk. */
function collect(node: DocumentNode, path: (string | number)[], found: Found[]): void {
  if (node.type === 'scalar' || node.alias !== undefined) return;
  if (node.type === 'list') {
    for (let index = 0; index < node.items.length; index++) {
      const item = node.items[index];
      path.push(index);
      if (item !== undefined && item.type !== 'scalar') collect(item, path, found);
      path.pop();
    }
    return;
  }
  for (const entry of node.entries) {
    if (entry.value.type === 'scalar') continue;
    const key = textOfKey(entry);
    if (closed.has(key)) continue;
    path.push(key);
    if (entry.value.type === 'list' && lists.has(key)) found.push({ list: entry.value, path: [...path] });
    else collect(entry.value, path, found);
    path.pop();
  }
}

function textOf(node: DocumentNode): string | undefined {
  return node.type === 'scalar' && typeof node.value === 'string' && node.value !== ''
    ? node.value
    : undefined;
}

/** In `uses` the last occurrence of a preset counts, so the first is deleted; in other lists the second. */
function finding(
  path: Path,
  text: string,
  { first, index }: { readonly first: number; readonly index: number },
  place: ReturnType<typeof placeOf>,
): Finding {
  const list = String(path.at(-1));
  const surplus = [...path, list === 'uses' ? first : index];
  return {
    at: { path: [...path, index] },
    message: `${quoted(text)} is listed twice in \`${list}\``,
    related: [{ place, label: 'first here' }],
    fix: { safety: 'safe', title: 'delete one of the two', changes: [{ remove: surplus }] },
  };
}
